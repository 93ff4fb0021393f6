"""A stored run is done again from what was recorded: no model and no source is asked, and the answer is the same."""

import sqlite3
from pathlib import Path

import pytest

from crew.answering.replaying import differences, prepared_from_run
from crew.desk import Desk
from crew.errors import WrongInput
from tests.flow.plans import answer_draft, falling_sentence, quoting_sentence, two_source_plan
from tests.flow.test_path import QUESTION, supported
from tests.models import ScriptedModels


def answered(desk: Desk, models: ScriptedModels):
    """The two-source question, answered once."""
    models.will_reply("plan", two_source_plan())
    models.will_reply("draft", answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue"), quoting_sentence()))
    models.will_reply("verify", supported)
    return desk.ask(QUESTION)


def test_the_replayed_answer_is_the_same_though_the_data_has_changed(
    desk: Desk, models: ScriptedModels, config: Path
) -> None:
    first = answered(desk, models)
    with sqlite3.connect(config.parent / "shop.sqlite") as connection:
        connection.execute("UPDATE orders SET amount = amount * 2")
    asked = len(models.seen)

    again = desk.ask(QUESTION, prepared=prepared_from_run(desk.store, desk.store.run(first.run_id)))

    assert differences(first, again) == []
    assert len(models.seen) == asked
    assert again.status == "verified"
    assert desk.store.verify(again.run_id) == []


def test_another_answer_is_told_in_words(desk: Desk, models: ScriptedModels) -> None:
    first = answered(desk, models)
    other = first.model_copy(update={"status": "no_evidence", "answer": "Nothing.", "evidence": []})

    found = differences(first, other)

    assert [line.partition(":")[0] for line in found] == ["status", "answer", "evidence"]


def test_a_run_whose_content_is_gone_cannot_be_replayed(desk: Desk, models: ScriptedModels) -> None:
    first = answered(desk, models)
    from datetime import UTC, datetime, timedelta

    desk.store.purge(datetime.now(UTC) + timedelta(days=1))

    with pytest.raises(WrongInput, match="retention has removed"):
        prepared_from_run(desk.store, desk.store.run(first.run_id))
