"""A run whose process is killed goes on in another one, doing only what is missing."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import crew.answering.fetching as fetching
from crew.answer import Answer
from crew.assemble import open_desk
from crew.desk import Desk
from crew.settings import Settings
from tests.flow.shop import make_shop
from tools.asker import Asker
from tools.documents.ingest import add_documents

PATH = ["intake", "plan", "gather", "assess", "replan", "gather", "assess", "draft", "check", "close"]
REPLANNED = "What do the notes say about the strike?"
"""Walks the whole path, a second round of gathering included."""
CAUSE = "Why did revenue in Spain fall last quarter?"
"""Asks the database first, then the documents, and then the verifier."""
CALLS = {"plan": REPLANNED, "replan": REPLANNED, "draft": REPLANNED, "verify": CAUSE}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a shop whose notes are indexed."""
    folder = tmp_path_factory.mktemp("killed")
    make_shop(folder)
    with desk_of(folder, "whole") as desk:
        notes = desk.index("notes")
        add_documents(notes.index, folder / "notes", notes.embedder)
    return folder


@pytest.fixture(scope="module")
def whole(shop: Path) -> dict[str, Answer]:
    """The answers of runs that were never killed."""
    with desk_of(shop, "whole") as desk:
        answers = {question: desk.ask(question) for question in (REPLANNED, CAUSE)}
        assert steps_of(desk, answers[REPLANNED].run_id) == PATH
    return answers


@pytest.fixture(scope="module")
def killed(shop: Path, whole: dict[str, Answer]) -> None:
    """Every run of this file, killed at its place."""
    cases = [(f"step {n}", REPLANNED) for n in range(len(PATH))]
    cases += [(f"call {task}", question) for task, question in CALLS.items()] + [("search", CAUSE)]
    lines = [json.dumps({"home": str(shop / at), "question": question, "at": at}) for at, question in cases]
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("killed.py")), str(shop / "config")],
        input="\n".join(lines),
        env={**os.environ, "HOME": str(shop), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == [str(signal.SIGKILL.value)] * len(cases), done.stderr


def desk_of(folder: Path, home: str) -> Desk:
    """A desk whose state lies in a folder of its own, as on another machine with the same store."""
    settings = Settings.read({"HOME": str(folder), "CROSSCHECK_HOME": str(folder / home)})
    return open_desk("shop", config=folder / "config", settings=settings, asker=Asker(id="ana"))


def steps_of(desk: Desk, run: str) -> list[str]:
    """The steps of a run's path so far."""
    state: dict[str, Any] | None = desk.store.load_state(run)
    return [trace["step"] for trace in state["trail"]] if state else []


@pytest.mark.usefixtures("killed")
@pytest.mark.parametrize("position", range(len(PATH)), ids=[f"{n}-{step}" for n, step in enumerate(PATH)])
def test_a_run_killed_at_a_step_goes_on_there(shop: Path, whole: dict[str, Answer], position: int) -> None:
    with desk_of(shop, f"step {position}") as desk:
        (record,) = desk.store.unfinished_runs()
        assert steps_of(desk, record.id) == PATH[:position]

        answer = desk.resume(record)

        assert (answer.run_id, answer.status, answer.answer) == (record.id, "verified", whole[REPLANNED].answer)
        assert steps_of(desk, record.id) == PATH
        calls = [(call.step, call.outcome, call.repeats) for call in desk.store.calls(record.id)]
        assert calls == [(step, "answered", None) for step in ("plan", "replan", "draft")]
        assert desk.store.verify(record.id) == []


@pytest.mark.usefixtures("killed")
@pytest.mark.parametrize("task", CALLS)
def test_a_call_in_flight_is_made_once_more_and_marked(shop: Path, whole: dict[str, Answer], task: str) -> None:
    with desk_of(shop, f"call {task}") as desk:
        (record,) = desk.store.unfinished_runs()

        answer = desk.resume(record)

        assert (answer.status, answer.answer) == ("verified", whole[CALLS[task]].answer)
        calls = desk.store.calls(record.id)
        lost, again = [call for call in calls if call.step == task]
        assert (lost.outcome, again.outcome, again.repeats) == ("interrupted", "answered", lost.sequence)
        assert all(call.repeats is None for call in calls if call is not again)
        assert len(calls) == len({call.step for call in calls}) + 1
        assert desk.store.verify(record.id) == []


@pytest.mark.usefixtures("killed")
def test_statements_that_were_run_are_not_run_again(
    shop: Path, whole: dict[str, Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a statement was run again")

    monkeypatch.setattr(fetching, "run_statement", refuse)
    with desk_of(shop, "search") as desk:
        (record,) = desk.store.unfinished_runs()
        assert any(piece.kind == "rows" for piece in desk.store.evidence(record.id))

        answer = desk.resume(record)

        assert (answer.status, answer.answer) == ("verified", whole[CAUSE].answer)
