"""The evidence for a terminal: tables as aligned text, passages as quotations."""

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crew.answer import Answer
from crew.render.plain import plain, shortened
from crew.render.words import computed_words, passage_place, table

_MAX_ROWS = 10
_MAX_COLUMNS = 8
_MAX_PASSAGE = 500
"""Characters."""


def evidence_blocks(answer: Answer) -> list[RenderableType]:
    """Each piece of evidence, a blank line between two."""
    blocks: list[RenderableType] = []
    for evidence in answer.evidence:
        if blocks:
            blocks.append(Text())
        blocks += [Padding(each, (0, 2)) for each in _blocks_of(evidence)]
    return blocks


def _blocks_of(evidence: dict[str, Any]) -> Iterator[RenderableType]:
    kind = evidence["kind"]
    if kind == "passage":
        yield _title(evidence, passage_place(evidence))
        yield Padding(Text(shortened(plain(evidence["text"]), _MAX_PASSAGE), "italic"), (0, 0, 0, 4))
    elif kind == "rows":
        yield _title(evidence, computed_words(evidence))
        yield from _rows(evidence)
        yield Padding(Text(plain(evidence["statement"]), "dim"), (0, 0, 0, 4))
    else:
        yield _title(evidence, computed_words(evidence) or f"nothing found for: {plain(evidence.get('tried', ''))}")
    for warning in evidence.get("warnings", []):
        yield Padding(Text(f"! {plain(warning)}", "yellow"), (0, 0, 0, 4))


def _title(evidence: dict[str, Any], about: str) -> Text:
    return Text.assemble((evidence["id"], "bold"), "  ", (plain(evidence["source"]), "cyan"), "  ", about)


def _rows(evidence: dict[str, Any]) -> Iterator[RenderableType]:
    names, rows, note = table(evidence, _MAX_ROWS)
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for index, name in enumerate(names[:_MAX_COLUMNS]):
        is_number = all(_is_number(row[index]) for row in rows)
        grid.add_column(Text(name), justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(Text(value) for value in row[:_MAX_COLUMNS]))
    yield Padding(grid, (0, 0, 0, 4))
    left_out = len(names) - _MAX_COLUMNS
    notes = [note] if note else []
    if left_out > 0:
        notes.append(f"{left_out} more columns")
    if notes:
        yield Padding(Text(f"({'; '.join(notes)})", "dim"), (0, 0, 0, 4))


def _is_number(text: str) -> bool:
    return text == "—" or text.lstrip("-").replace(".", "", 1).isdigit()
