"""`crosscheck ask --batch`: JSON Lines in, JSON Lines out, resumable."""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from crew.cli.desk import DeskChoice, at_desk
from crew.cli.saving import check_place
from crew.errors import WrongInput
from crew.question_text import readable_question
from crew.render.json_text import json_text

if TYPE_CHECKING:
    from crew.answer import Answer
    from crew.desk import Desk

_SUFFIXES = (".jsonl", ".ndjson")


@dataclass(frozen=True)
class BatchQuestion:
    """One line of a batch; without an id of its own the question's text tells it from others."""

    question: str
    id: str | None = None

    @property
    def key(self) -> str:
        """What an answer of an earlier run is recognised by."""
        return self.question if self.id is None else f"id {self.id}"


def ask_batch(origin: str, choice: DeskChoice, *, save_to: Path | None, deadline: float | None) -> int:
    """Ask every question of a file, or of stdin for `-`, in order. The exit code is 20 when one of them failed, else 0.

    With `save_to`, answers are appended to that file as they come, and questions it already answers are skipped.
    """
    questions = read_questions(_lines(origin), origin)
    answered = Counter[str]()
    if save_to is not None:
        check_place(save_to, _SUFFIXES)
        answered = _resume(save_to)
    left = list(_unanswered(questions, answered))
    if len(left) < len(questions):
        typer.echo(f"{len(questions) - len(left)} already answered in {save_to}; skipped.", err=True)
    return at_desk(choice, lambda desk: _ask_all(desk, left, save_to, deadline)) if left else 0


def read_questions(lines: Sequence[str], origin: str) -> list[BatchQuestion]:
    """The questions of JSON Lines: objects with `question` and perhaps `id`, or bare strings. Raises WrongInput."""
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    lines_of: dict[str, int] = {}
    questions = []
    for number, line in numbered:
        questions.append(_question(line, f"{origin}, line {number}"))
        given = questions[-1].id
        if given is not None and lines_of.setdefault(given, number) != number:
            raise WrongInput(
                f"{origin}, line {number} has the id of line {lines_of[given]}, `{given}`. Give each line its own: an "
                "answer is told by it."
            )
    if not questions:
        raise WrongInput(f'{origin} holds no question. Write one to a line, for example {{"question": "…"}}.')
    return questions


def _question(line: str, where: str) -> BatchQuestion:
    try:
        content = json.loads(line)
    except ValueError as error:
        raise WrongInput(f'{where} is not JSON. Write {{"question": "…"}} or a quoted string to each line.') from error
    entry = {"question": content} if isinstance(content, str) else content
    text = entry.get("question") if isinstance(entry, dict) else None
    if not isinstance(text, str) or not text.strip():
        raise WrongInput(f'{where} has no question. Write {{"question": "…"}} or a quoted string to each line.')
    try:
        text = readable_question(text)
    except WrongInput as error:
        raise WrongInput(f"{where}: {error}") from error
    given = entry.get("id")
    return BatchQuestion(question=text, id=None if given is None else str(given))


def _ask_all(desk: "Desk", questions: Sequence[BatchQuestion], save_to: Path | None, deadline: float | None) -> int:
    has_failure = False
    for number, question in enumerate(questions, start=1):
        typer.echo(f"{number}/{len(questions)}: {question.question[:100]}", err=True)
        answer = desk.ask(question.question, deadline_seconds=deadline)
        if answer.terminal_reason == "cancelled":
            break  # not answered: the next run of the same batch asks it again
        has_failure |= answer.status == "failed"
        line = _answer_line(question, answer)
        typer.echo(line)
        if save_to is not None:
            _append(line, save_to)
    return 20 if has_failure else 0


def _answer_line(question: BatchQuestion, answer: "Answer") -> str:
    return json_text({"id": question.id, **answer.model_dump(mode="json")}, indent=None)


def _append(line: str, path: Path) -> None:
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    except OSError as error:
        raise WrongInput(f"--save {path} cannot be written: {error.strerror}. The answers so far are kept.") from error


def _unanswered(questions: Sequence[BatchQuestion], answered: Counter[str]) -> Iterator[BatchQuestion]:
    """The questions without an answer; one that is asked twice, without ids, needs two."""
    left = answered.copy()
    for question in questions:
        if left[question.key] > 0:
            left[question.key] -= 1
        else:
            yield question


def _resume(path: Path) -> Counter[str]:
    """How often a file answers each question, by its key; a last line that was cut off is removed from it."""
    if not path.exists():
        return Counter()
    whole, cut, _ = path.read_text(encoding="utf-8").rpartition("\n")
    path.write_text(whole + cut, encoding="utf-8")
    return Counter(_answered(whole.splitlines(), path))


def _answered(lines: Sequence[str], path: Path) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        try:
            entry: dict[str, Any] = json.loads(line)
            yield BatchQuestion(question=entry["question"], id=entry.get("id")).key
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise WrongInput(f"{path}, line {number} is no answer. Save to another file, or mend it.") from error


def _lines(origin: str) -> list[str]:
    if origin == "-":
        return sys.stdin.read().splitlines()
    try:
        return Path(origin).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise WrongInput(f"--batch {origin} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise WrongInput(f"--batch {origin} is not UTF-8 text.") from error
