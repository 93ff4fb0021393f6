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
from crew.render.words import evidence_about, parameter_words, table

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
    yield _title(evidence)
    if evidence["kind"] == "passage":
        yield _indented(Text(shortened(plain(evidence["text"]), _MAX_PASSAGE), "italic"))
    elif evidence["kind"] == "rows":
        yield from _rows(evidence)
        yield _indented(Text(plain(evidence["statement"]), "dim"))
        if evidence.get("parameters"):
            yield _indented(Text(f"with {parameter_words(evidence)}", "dim"))
    for warning in evidence.get("warnings", []):
        yield _indented(Text(f"! {plain(warning)}", "yellow"))


def _title(evidence: dict[str, Any]) -> Table:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, min_width=3)
    grid.add_column(ratio=1, overflow="fold")
    about = Text.assemble((plain(evidence["source"]), "cyan"), f" · {evidence_about(evidence)}")
    grid.add_row(Text(evidence["id"], "bold"), about)
    return grid


def _rows(evidence: dict[str, Any]) -> Iterator[RenderableType]:
    names, rows, note = table(evidence, _MAX_ROWS)
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for index, name in enumerate(names[:_MAX_COLUMNS]):
        is_number = all(_is_number(row[index]) for row in rows)
        grid.add_column(Text(name), justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(Text(value) for value in row[:_MAX_COLUMNS]))
    yield _indented(grid)
    left_out = len(names) - _MAX_COLUMNS
    notes = [note] if note else []
    if left_out > 0:
        notes.append(f"{left_out} more columns")
    if notes:
        yield _indented(Text(f"({'; '.join(notes)})", "dim"))


def _indented(block: RenderableType) -> Padding:
    return Padding(block, (0, 0, 0, 4))


def _is_number(text: str) -> bool:
    return text == "—" or text.lstrip("-").replace(".", "", 1).isdigit()
