"""The evidence for a terminal: tables as aligned text, passages as quotations."""

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crew.answer import Answer
from crew.render.plain import counted, plain, shortened
from crew.render.words import evidence_about, parameter_words, row_count_words, table

_MAX_ROWS = 10
_MAX_COLUMNS = 8
_MAX_PASSAGE = 500
"""Characters."""


def evidence_blocks(answer: Answer) -> list[RenderableType]:
    """Each cited piece of evidence in full, the others by name."""
    cited = {number for sentence in answer.sentences for number in sentence.citations}
    told = {number for line in answer.receipt for number in line.evidence}
    blocks: list[RenderableType] = []
    for evidence in answer.evidence:
        is_cited = evidence["id"] in cited
        if blocks and is_cited:
            blocks.append(Text())
        blocks.append(Padding(_title(evidence, is_told=evidence["id"] in told), (0, 2)))
        if is_cited:
            blocks += [Padding(each, (0, 2, 0, 6)) for each in _content(evidence)]
        blocks += [Padding(Text(f"! {plain(w)}", "yellow"), (0, 2, 0, 6)) for w in evidence.get("warnings", [])]
    return blocks


def _content(evidence: dict[str, Any]) -> Iterator[RenderableType]:
    if evidence["kind"] == "passage":
        yield Text(shortened(plain(evidence["text"]), _MAX_PASSAGE), "italic")
    elif evidence["kind"] == "rows":
        yield from row_blocks(evidence, _MAX_ROWS)
        yield Text(plain(evidence["statement"]), "dim")
        if evidence.get("parameters"):
            yield Text(f"with {parameter_words(evidence)}", "dim")


def _title(evidence: dict[str, Any], *, is_told: bool) -> Table:
    """Number, source and what it is; what the receipt has told already is not repeated."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, min_width=3)
    grid.add_column(ratio=1, overflow="fold")
    about = row_count_words(evidence) if is_told else evidence_about(evidence)
    grid.add_row(Text(evidence["id"], "bold"), Text.assemble((plain(evidence["source"]), "cyan"), f" · {about}"))
    return grid


def row_blocks(evidence: dict[str, Any], most: int) -> Iterator[RenderableType]:
    """The first rows as an aligned table, and what is left out."""
    names, rows, note = table(evidence, most)
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for index, name in enumerate(names[:_MAX_COLUMNS]):
        is_number = all(_is_number(row[index]) for row in rows)
        grid.add_column(Text(name), justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(Text(value) for value in row[:_MAX_COLUMNS]))
    yield grid
    left_out = len(names) - _MAX_COLUMNS
    notes = [note] if note else []
    if left_out > 0:
        notes.append(counted(left_out, "more column"))
    if notes:
        yield Text(f"({'; '.join(notes)})", "dim")


def _is_number(text: str) -> bool:
    return text == "—" or text.lstrip("-").replace(".", "", 1).isdigit()
