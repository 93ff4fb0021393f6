"""Follow-ups are completed from the question before only where one reading is possible; the rest is asked back."""

import pytest

from crew.models.offline.material import Material
from crew.models.offline.rewriting import rewrite_question

BEFORE = "How did revenue in Spain change in Q3 2025 against Q3 2024?"
SIMPLE = "What was revenue in Spain in Q3 2025?"


def rewritten(question: str, before: str = SIMPLE):
    history = [{"question": before}] if before else []
    return rewrite_question(Material({"task": {"name": "rewrite"}, "question": {"text": question}, "history": history}))


@pytest.mark.parametrize(
    ("question", "before", "whole"),
    [
        ("And in France?", SIMPLE, "What was revenue in France in Q3 2025?"),
        ("What about the United Kingdom?", SIMPLE, "What was revenue in United Kingdom in Q3 2025?"),
        ("And in Q2 2025?", SIMPLE, "What was revenue in Spain in Q2 2025?"),
        ("and in France in Q2 2025", SIMPLE, "What was revenue in France in Q2 2025?"),
        ("And by month?", SIMPLE, "What was revenue in Spain in Q3 2025 by month?"),
        ("And by store?", "What was revenue by country in Q3 2025?", "What was revenue by store in Q3 2025?"),
        ("Why?", BEFORE, "Why did revenue in Spain change in Q3 2025 against Q3 2024?"),
        ("Und in Frankreich?", "Wie hoch war der Umsatz in Spanien?", "Wie hoch war der Umsatz in Frankreich?"),
    ],
)
def test_what_changes_takes_the_place_of_its_like(question: str, before: str, whole: str) -> None:
    said = rewritten(question, before)

    assert (said.question, said.is_follow_up, said.unclear) == (whole, True, "")


@pytest.mark.parametrize(
    "question",
    [
        "How many orders were cancelled in September 2025?",
        "What does the returns policy say about sale items?",
        "List the suppliers in France.",
        "How many orders are there?",
        "Which customers that ordered in 2024 came back?",
    ],
)
def test_a_question_about_something_else_is_not_merged(question: str) -> None:
    said = rewritten(question)

    assert (said.question, said.is_follow_up) == (question, False)


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("And the weather?", SIMPLE),
        ("Why?", SIMPLE),
        ("And in Q2 2025?", BEFORE),
        ("And in France?", "What was revenue by country in Q3 2025?"),
        ("How does that compare with it?", SIMPLE),
        ("And in France?", "Was revenue in Spain higher than revenue in Italy?"),
    ],
)
def test_a_follow_up_with_several_readings_is_asked_back(question: str, before: str) -> None:
    said = rewritten(question, before)

    assert said.is_follow_up
    assert said.unclear


ASKED_BACK = {
    "question": "Which country had the highest revenue in 2023?",
    "answer": "What does “country” stand for?",
    "asked_back": ["customer country", "store country"],
}


def replied(reply: str):
    return rewrite_question(
        Material({"task": {"name": "rewrite"}, "question": {"text": reply}, "history": [ASKED_BACK]})
    )


@pytest.mark.parametrize("reply", ["2", "store country", "Store country."])
def test_a_choice_answers_the_question_back(reply: str) -> None:
    said = replied(reply)

    assert said.is_follow_up
    assert said.question == "Which store country had the highest revenue in 2023?"


@pytest.mark.parametrize("reply", ["3", "Returns in Spain", "Jazz", "How many orders are there?", "Delivery times"])
def test_after_a_question_back_another_question_is_not_joined_to_it(reply: str) -> None:
    said = replied(reply)

    assert (said.question, said.is_follow_up) == (reply, False)


def test_after_a_question_back_what_says_that_it_follows_still_does() -> None:
    assert replied("And in 2024?").question == "Which country had the highest revenue in 2024?"


def test_what_is_there_and_that_elsewhere_still_refer_back() -> None:
    assert rewritten("How many customers live there?").is_follow_up
    assert rewritten("Why is that?").is_follow_up


def test_the_first_question_stands_alone() -> None:
    assert rewritten("And in France?", "").question == "And in France?"
