"""What past runs suggest is counted, shown, and told to plans only when it is switched on."""

from pathlib import Path

import pytest

from crew.assemble import open_desk
from crew.desk import Desk
from crew.learning import Learned, keep_learned, mine, outcomes, past_runs
from crew.settings import Settings
from tests.models import ScriptedModels
from tools.asker import Asker

QUESTION = "What was revenue in Spain in Q3 2025?"
ANA = Asker(id="ana")


@pytest.fixture
def asked(models: ScriptedModels, config: Path, settings: Settings):
    models.leave_to_offline("plan", "work", "draft", "verify", "replan", "correct")
    with open_desk("shop", config=config, settings=settings, asker=ANA) as desk:
        for _ in range(5):
            desk.ask(QUESTION)
        yield desk


def test_a_source_that_proved_answers_never_cite_is_named(asked: Desk) -> None:
    suggestions = mine(past_runs(asked.store, "shop", ANA))

    assert [(s.kind, s.runs) for s in suggestions] == [("rarely_cited", 5)]
    assert "`notes` was asked in 5 proved answers and cited in 0" in suggestions[0].text


def test_peoples_marks_come_first_and_make_an_answer_a_failure(asked: Desk) -> None:
    runs = past_runs(asked.store, "shop", ANA)
    assert outcomes(runs).proved == 1.0
    asked.store.mark_run(runs[0].record.id, ANA, "wrong", "counts test orders")

    runs = past_runs(asked.store, "shop", ANA)

    assert (outcomes(runs).proved, outcomes(runs).marked_wrong) == (0.8, 0.2)
    assert mine(runs)[0].kind == "marked_wrong"
    assert "counts test orders" in mine(runs)[0].text


def test_plans_are_told_only_when_it_is_on(asked: Desk, models: ScriptedModels) -> None:
    suggestions = mine(past_runs(asked.store, "shop", ANA))
    keep_learned(asked.store, "shop", Learned(is_on=False, suggestions=suggestions))
    asked.ask(QUESTION)
    assert "learned" not in models.prompts("plan")[-1]

    keep_learned(asked.store, "shop", Learned(is_on=True, suggestions=suggestions))
    asked.ask(QUESTION)

    assert models.prompts("plan")[-1]["learned"] == [suggestions[0].text]


def test_few_runs_suggest_nothing(models: ScriptedModels, config: Path, settings: Settings) -> None:
    models.leave_to_offline("plan", "work", "draft", "verify", "replan", "correct")
    with open_desk("shop", config=config, settings=settings, asker=ANA) as desk:
        desk.ask(QUESTION)

        assert mine(past_runs(desk.store, "shop", ANA)) == ()
        assert outcomes([]).runs == 0
