"""Questions that are easily answered wrongly: the offline model computes what was asked or asks back."""

import pytest
from rentals import Rentals


@pytest.mark.parametrize(
    "question",
    [
        "Fees in the North in Q3 2025 and rides in the South in Q2 2025",
        "Fees in the North in Q3 2025 and in the South in Q2 2025",
        "What were fees in the North last quarter and how many riders are there in the South?",
        "Fees in the North and rides in the South in Q3 2025",
        "Fees in the North in Q3 2025; fees in the South in Q2 2025",
    ],
)
def test_two_questions_in_one_are_not_merged(rentals: Rentals, question: str) -> None:
    plan = rentals.plan(question)

    assert plan.decision == "clarify"
    assert "one at a time" in plan.message
    assert len(plan.choices) == 2
    assert all(choice in question for choice in plan.choices)


@pytest.mark.parametrize(
    "question",
    ["Fees in the North and the South in Q3 2025", "fees and rides in the North", "How many rides by station?"],
)
def test_members_and_measures_of_one_question_are_answered_together(rentals: Rentals, question: str) -> None:
    assert rentals.plan(question).decision == "plan"
