"""A verified answer is given again without a model only when everything behind it is unchanged."""

import sqlite3
from pathlib import Path

import pytest

from crew.answering.prepared import Prepared
from crew.assemble import open_desk
from crew.settings import Settings
from tests.models import ScriptedModels
from tools.asker import Asker
from tools.documents.ingest import add_documents

QUESTION = "What was revenue in Spain in Q3 2025?"


@pytest.fixture
def ask(models: ScriptedModels, config: Path, settings: Settings):
    """Asks in a desk of its own, as another process would."""
    models.leave_to_offline("plan", "work", "draft", "verify", "replan", "correct")
    domain = config / "domains" / "shop.yaml"
    domain.write_text(domain.read_text() + "reuse_answers_hours: 1\n")

    def asked(question: str = QUESTION, asker: Asker | None = None, **prepared):
        with open_desk("shop", config=config, settings=settings, asker=asker or Asker(id="ana")) as desk:
            return desk.ask(question, prepared=Prepared(**prepared)), desk.store

    return asked


def test_the_same_question_gets_its_answer_again(ask, models: ScriptedModels) -> None:
    first, _ = ask()
    calls = len(models.seen)
    again, _ = ask("what was the revenue in Spain, in Q3 2025")

    assert (again.answer, again.status) == (first.answer, "verified")
    assert (again.reused_from, again.usage.model_calls, len(models.seen)) == (first.run_id, 0, calls)
    assert again.run_id != first.run_id
    with_store = ask("what was the revenue in Spain, in Q3 2025")[0]
    assert with_store.reused_from == first.run_id


@pytest.mark.parametrize(
    "question", ["What was revenue in France in Q3 2025?", "What was revenue in Spain in Q2 2025?"]
)
def test_a_question_that_only_resembles_it_does_not(ask, question: str) -> None:
    ask()

    assert ask(question)[0].reused_from is None


def test_changed_rows_are_answered_anew(ask, config: Path) -> None:
    ask()
    with sqlite3.connect(config.parent / "shop.sqlite") as connection:
        connection.execute("UPDATE orders SET amount = 999 WHERE ordered_on = '2025-08-01'")

    again, _ = ask()

    assert again.reused_from is None
    assert "€999" in again.answer


def test_a_changed_document_is_answered_anew(ask, config: Path, settings: Settings) -> None:
    ask()
    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as desk:
        notes = desk.index("notes")
        add_documents(notes.index, config.parent / "notes", notes.embedder)

    assert ask()[0].reused_from is None


def test_another_asker_or_a_wish_for_a_fresh_answer_reuses_nothing(ask) -> None:
    ask()

    assert ask(asker=Asker(id="ben"))[0].reused_from is None
    assert ask(may_reuse=False)[0].reused_from is None


def test_changed_rights_are_answered_anew(ask, config: Path) -> None:
    ask()
    domain = config / "domains" / "shop.yaml"
    domain.write_text(domain.read_text() + 'policy: {row_filters: {orders: "amount > 300"}}\n')

    assert ask()[0].reused_from is None


def test_a_reused_answer_is_a_run_of_its_own_that_verifies(ask, config: Path, settings: Settings) -> None:
    ask()
    again, _ = ask()
    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as desk:
        assert desk.store.verify(again.run_id) == []
        assert [e.id for e in desk.store.evidence(again.run_id)] == [e["id"] for e in again.evidence]
