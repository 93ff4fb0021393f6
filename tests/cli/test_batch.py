"""JSON Lines in, JSON Lines out, in order, and resumable."""

import json
from pathlib import Path
from typing import Any

import pytest

from crew.answer import Answer
from crew.desk import Desk
from tests.cli.conftest import Run

ONE = json.dumps({"id": 7, "question": "What was the revenue in Q2 2025?"})
TWO = json.dumps("What was the revenue by region in Q2 2025?")


def ids(text: str) -> list[tuple[str | None, str]]:
    """Id and question of each answer."""
    return [(answer["id"], answer["question"]) for answer in map(json.loads, text.splitlines())]


def test_answers_come_in_order_with_the_ids_given(shop: Path, run: Run) -> None:
    outcome = run("ask", "--batch", "-", stdin=f"{ONE}\n\n{TWO}\n")

    assert outcome.code == 0
    assert ids(outcome.stdout) == [("7", "What was the revenue in Q2 2025?"), (None, json.loads(TWO))]


def test_questions_that_the_file_answers_are_skipped(shop: Path, run: Run) -> None:
    questions = shop / "questions.jsonl"
    questions.write_text(f"{ONE}\n")
    run("ask", "--batch", str(questions), "--save", "answers.jsonl")
    questions.write_text(f"{ONE}\n{TWO}\n")

    outcome = run("ask", "--batch", str(questions), "--save", "answers.jsonl")

    assert "1 already answered in answers.jsonl; skipped." in outcome.stderr
    assert [name for name, _ in ids((shop / "answers.jsonl").read_text())] == ["7", None]


def test_a_line_that_was_cut_off_is_asked_again(shop: Path, run: Run) -> None:
    saved = shop / "answers.jsonl"
    saved.write_text('{"id": "7", "question": "What was the rev')

    outcome = run("ask", "--batch", "-", "--save", str(saved), stdin=ONE)

    assert outcome.code == 0
    assert [name for name, _ in ids(saved.read_text())] == ["7"]


def test_a_file_that_holds_something_else_is_left_alone(shop: Path, run: Run) -> None:
    saved = shop / "notes.jsonl"
    saved.write_text("my notes\n")

    outcome = run("ask", "--batch", "-", "--save", str(saved), stdin=ONE)

    assert outcome.code == 2
    assert "notes.jsonl, line 1 is no answer" in outcome.stderr
    assert saved.read_text() == "my notes\n"


def test_a_question_that_was_cancelled_is_asked_again(shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = shop / "questions.jsonl"
    questions.write_text(f"{ONE}\n{TWO}\n")
    ask = Desk.ask

    def cancelled_at_the_second(desk: Desk, question: str, **options: Any) -> Answer:
        if question != json.loads(TWO):
            return ask(desk, question, **options)
        return ask(desk, question, on_progress=lambda _event: desk.cancel(), **options)

    monkeypatch.setattr(Desk, "ask", cancelled_at_the_second)
    cut = run("ask", "--batch", str(questions), "--save", "answers.jsonl")
    monkeypatch.undo()
    monkeypatch.chdir(shop)
    monkeypatch.setenv("CROSSCHECK_HOME", str(shop / "home"))

    assert ids(cut.stdout) == ids((shop / "answers.jsonl").read_text()) == [("7", "What was the revenue in Q2 2025?")]
    run("ask", "--batch", str(questions), "--save", "answers.jsonl")
    statuses = [json.loads(line)["status"] for line in (shop / "answers.jsonl").read_text().splitlines()]
    assert statuses == ["verified", "verified"]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("x" * 5000, "line 2: The question has 5000 characters; at most 4000 are read."),
        ("How many \ud800 orders?", "line 2: The question has characters that are no text."),
    ],
)
def test_a_question_that_cannot_be_read_is_refused_before_any_is_asked(
    shop: Path, run: Run, question: str, said: str
) -> None:
    outcome = run("ask", "--batch", "-", stdin=f"{ONE}\n{json.dumps(question)}\n")

    assert (outcome.code, outcome.stdout) == (2, "")
    assert said in outcome.stderr


def test_two_lines_with_one_id_are_refused_before_any_is_asked(shop: Path, run: Run) -> None:
    other = json.dumps({"id": 7, "question": "What was the revenue in Q3 2025?"})

    outcome = run("ask", "--batch", "-", "--save", "answers.jsonl", stdin=f"{ONE}\n\n{other}\n")

    assert outcome.code == 2
    assert "-, line 3 has the id of line 1, `7`" in outcome.stderr
    assert not (shop / "answers.jsonl").exists()


def test_a_question_that_stands_there_twice_without_ids_needs_two_answers(shop: Path, run: Run) -> None:
    run("ask", "--batch", "-", "--save", "answers.jsonl", stdin=f"{TWO}\n")

    outcome = run("ask", "--batch", "-", "--save", "answers.jsonl", stdin=f"{TWO}\n{TWO}\n")

    assert "1 already answered" in outcome.stderr
    assert len((shop / "answers.jsonl").read_text().splitlines()) == 2
