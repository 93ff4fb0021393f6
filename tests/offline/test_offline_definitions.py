"""Questions for what a term means are never answered with a figure."""

import pytest
from clinic import Clinic
from rentals import Rentals


@pytest.mark.parametrize(
    "question",
    ["What are fees?", "Define fees", "What does takings mean?", "How are fees calculated?", "Was bedeutet Einnahmen?"],
)
def test_a_meaning_is_looked_for_in_documents_and_in_the_semantic_layer(rentals: Rentals, question: str) -> None:
    plan = rentals.plan(question)

    assert plan.decision == "plan"
    assert {step.kind for step in plan.steps} == {"hybrid_search"}
    assert any("sum(rides.fee)" in assumed for assumed in plan.assumptions)


@pytest.mark.parametrize("question", ["Define churn", "What does churn mean?", "What is the definition of churn?"])
def test_a_meaning_that_nothing_tells_is_declined(clinic: Clinic, question: str) -> None:
    plan = clinic.plan(question)

    assert (plan.decision, plan.not_understood) == ("decline", ("churn",))


@pytest.mark.parametrize("question", ["What are the fees in Q3 2025?", "What were the fees?", "What is the total fee?"])
def test_a_figure_asked_for_is_still_a_figure(rentals: Rentals, question: str) -> None:
    assert [step.kind for step in rentals.plan(question).steps][:1] == ["structured_lookup"]


def test_a_question_asked_back_speaks_as_people_do(clinic: Clinic) -> None:
    plan = clinic.plan("stays by code")
    assert (plan.decision, plan.choices) == ("clarify", ("ward code of stay", "triage code of stay"))
