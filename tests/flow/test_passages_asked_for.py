"""Passages that prove every sentence, but speak of another thing or time than the question."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from crew.answer import Answer
from crew.desk import Desk
from tasks.coverage.passages import Told, passage_mismatches
from tasks.plan import Need, Plan, PlanStep, SearchCall, Slot
from tests.flow.plans import NOW, answer_draft, quoting_sentence
from tests.flow.test_path import supported
from tests.models import ScriptedModels
from tools.evidence import PassageEvidence
from tools.terms import Period

EARLIER = Period(start=date(2024, 1, 1), end=date(2024, 3, 31))


def asked_for(desk: Desk, models: ScriptedModels, **need: Any) -> Answer:
    """What is answered with the delivery review of October 2025 where a slot needs something."""
    return answered(desk, models, "What does the delivery review say?", Need(about="the delivery review", **need))


def answered(desk: Desk, models: ScriptedModels, question: str, need: Need) -> Answer:
    """What a question is answered with where its plan searches for the delivery review."""
    slot = Slot(id="cause", kind="passage", need=need)
    step = PlanStep(
        id="s1",
        worker="document_researcher",
        kind="hybrid_search",
        source="notes",
        task="Find the delivery review",
        slot="cause",
        search=SearchCall(words="delivery review carrier strike Madrid"),
    )
    models.will_reply("plan", Plan(question_kind="document", slots=(slot,), steps=(step,)))
    models.will_reply("replan", Plan())
    models.will_reply("draft", answer_draft(quoting_sentence("E1")))
    models.will_reply("verify", supported)
    return desk.ask(question)


@pytest.mark.parametrize("name", ["Madrid", "Delivery review", "Spain"])
def test_a_name_that_stands_in_the_passage_or_its_title_is_answered(
    desk: Desk, models: ScriptedModels, name: str
) -> None:
    answer = asked_for(desk, models, entities=(name,))

    assert (answer.status, [line for line in answer.receipt if line.mismatches]) == ("verified", [])


def test_a_name_that_stands_in_nothing_cited_is_told_and_keeps_the_answer_from_being_verified(
    desk: Desk, models: ScriptedModels
) -> None:
    answer = asked_for(desk, models, entities=("Lisbon",))

    assert answer.status == "partly_verified"
    (line,) = answer.receipt
    assert line.mismatches == ["Asked for the name Lisbon, which the passages cited do not have."]
    assert line.evidence == ["E1"]
    assert any("Lisbon" in warning for warning in answer.warnings)


def test_a_period_that_the_passages_speak_of_is_answered(desk: Desk, models: ScriptedModels) -> None:
    assert asked_for(desk, models, period=NOW).status == "verified"


def test_passages_of_another_period_are_told(desk: Desk, models: ScriptedModels) -> None:
    answer = asked_for(desk, models, period=EARLIER)

    assert answer.status == "partly_verified"
    assert answer.receipt[0].mismatches == ["Asked for the period Q1 2024; the passages cited speak of Q3 2025."]


def test_a_period_that_only_the_question_names_counts_where_nothing_but_passages_answers(
    desk: Desk, models: ScriptedModels
) -> None:
    question = "What did the delivery review of the first quarter of 2024 say?"

    answer = answered(desk, models, question, Need(about="the delivery review of the first quarter of 2024"))

    assert answer.status == "partly_verified"
    assert any("Q1 2024" in warning for warning in answer.warnings)


def test_a_month_without_a_year_is_that_of_the_passages_own_date() -> None:
    minutes = PassageEvidence(
        id="E1",
        source="notes",
        document="minutes.md",
        title="Minutes",
        text="The range was taken off sale in early July.",
        date="2025-10-14",
        passage="minutes.md#1",
        retrieved_at=datetime(2025, 10, 20, tzinfo=UTC),
    )
    told = Told((), (minutes,), date(2026, 8, 1))

    assert passage_mismatches((), [Period(start=date(2025, 7, 1), end=date(2025, 7, 31))], told) == []
    assert passage_mismatches((), [Period(start=date(2026, 7, 1), end=date(2026, 7, 31))], told) != []


@pytest.mark.parametrize(
    "question",
    ["What does the delivery review of the third quarter of 2025 say?", "What does the Q3 2025 review say?"],
)
def test_a_document_of_the_time_asked_for_is_verified(desk: Desk, models: ScriptedModels, question: str) -> None:
    assert answered(desk, models, question, Need(about="the delivery review")).status == "verified"


@pytest.mark.parametrize(
    "question",
    ["What does the delivery review of July 2024 say?", "What did the review say in September 2024?"],
)
def test_a_document_of_another_time_is_not(desk: Desk, models: ScriptedModels, question: str) -> None:
    assert answered(desk, models, question, Need(about="the delivery review")).status == "partly_verified"
