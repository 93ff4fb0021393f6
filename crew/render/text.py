"""An answer for a terminal: whether to trust it and what it says first, the proof below."""

import re

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crew.answer import Answer, SentenceOut, Status
from crew.render.evidence_text import evidence_blocks
from crew.render.paper import heading, laid_out
from crew.render.plain import plain
from crew.render.receipt_text import receipt_blocks
from crew.render.words import (
    LABELS,
    MARKS,
    Standing,
    conflict_side,
    model_lines,
    origin_words,
    standing,
    step_lines,
    trust,
    usage_words,
)

STATUS_STYLES: dict[Status, str] = {
    "verified": "bold green",
    "partly_verified": "bold yellow",
    "needs_review": "bold yellow",
    "clarify": "bold cyan",
    "declined": "bold magenta",
    "no_evidence": "bold magenta",
    "failed": "bold red",
}
MARK_STYLES: dict[Standing, str] = {"proved": "green", "judged": "cyan", "unproved": "red"}


def as_text(answer: Answer, *, width: int = 80, is_coloured: bool = False) -> str:
    """The answer at a width in columns; without colour no escape sequence is in it."""
    return laid_out(_blocks(answer), width=width, is_coloured=is_coloured)


def _blocks(answer: Answer) -> list[RenderableType]:
    blocks: list[RenderableType] = [_headline(answer), Text(), *_body(answer)]
    sections: list[tuple[str, list[RenderableType]]] = [
        ("Receipt", receipt_blocks(answer)),
        ("Conflicts", _conflicts(answer)),
        ("Please note", _notes(answer)),
        ("Evidence", evidence_blocks(answer)),
        ("How it came about", _history(answer)),
    ]
    for title, content in sections:
        if content:
            blocks += [Text(), heading(title), *content]
    return blocks


def _headline(answer: Answer) -> Text:
    label = LABELS[answer.status].upper()
    return Text.assemble((label, STATUS_STYLES[answer.status]), "  ", (trust(answer), "default"))


def _body(answer: Answer) -> list[RenderableType]:
    if not answer.sentences:
        lines: list[RenderableType] = [Padding(Text(plain(line)), (0, 2)) for line in answer.answer.splitlines()]
        choices = [Padding(Text(f"{n}. {plain(c)}"), (0, 4)) for n, c in enumerate(answer.choices, start=1)]
        return [*lines, *choices]
    grid = _grid(1)
    for sentence in answer.sentences:
        grid.add_row(Text(MARKS[standing(sentence)], MARK_STYLES[standing(sentence)]), _sentence(sentence))
    for sentence in answer.removed:
        removed = Text.assemble(("Removed: ", "red"), (plain(sentence.text), "dim"), (_because(sentence), "red"))
        grid.add_row(Text(MARKS["unproved"], "red"), removed)
    return [Padding(grid, (0, 2))]


def _sentence(sentence: SentenceOut) -> Text:
    text = Text(plain(sentence.text))
    for figure in sentence.figures:
        text.highlight_regex(rf"(?<!\w){re.escape(plain(figure.text))}(?!\w)", "bold")
    if sentence.citations:
        text.append(f" [{', '.join(sentence.citations)}]", "dim")
    if standing(sentence) == "judged":
        text.append(" judged by the verifier", "cyan")
    if standing(sentence) == "unproved":
        text.append(f" not proved{_because(sentence)}", "red")
    return text


def _because(sentence: SentenceOut) -> str:
    return f" ({plain(sentence.reason)})" if sentence.reason else ""


def _conflicts(answer: Answer) -> list[RenderableType]:
    blocks: list[RenderableType] = []
    for conflict in answer.conflicts:
        blocks.append(Padding(Text(plain(conflict.about), "bold"), (0, 2)))
        grid = _grid(1)
        for side in conflict.values:
            is_preferred = side.evidence == conflict.preferred
            where = conflict_side(side, answer)
            grid.add_row("▸" if is_preferred else "", Text(f"{plain(side.value)} — {where}"))
        grid.add_row("", Text(plain(conflict.rule), "dim"))
        blocks.append(Padding(grid, (0, 4)))
    return blocks


def _notes(answer: Answer) -> list[RenderableType]:
    grid = _grid(10)
    for label, style, notes in (
        ("Warning", "yellow", answer.warnings),
        ("Missing", "yellow", answer.missing),
        ("Assumed", "dim", answer.assumptions),
    ):
        for note in notes:
            grid.add_row(Text(label, style), Text(plain(note)))
    return [Padding(grid, (0, 2))] if grid.row_count else []


def _history(answer: Answer) -> list[RenderableType]:
    grid = _grid(1)
    for mark, told in step_lines(answer.steps):
        grid.add_row(Text(mark, "dim"), Text(told))
    asked = f"“{plain(answer.question)}” asked by {plain(answer.asker)} · today is {answer.today} · run {answer.run_id}"
    for line in (*origin_words(answer), *model_lines(answer.models), usage_words(answer.usage), asked):
        grid.add_row("", Text(line, "dim"))
    return [Padding(grid, (0, 2))]


def _grid(first_width: int) -> Table:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=first_width, no_wrap=True)
    grid.add_column(ratio=1)
    return grid
