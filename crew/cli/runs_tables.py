"""Prints lists of runs and the like as text, Markdown or JSON."""

import json
from collections.abc import Sequence
from typing import Any

from crew.cli.options import Output, screen
from crew.render.plain import plain


def printed(headers: Sequence[str], rows: Sequence[Sequence[object]], values: Any, output: Output) -> str:
    """A table for people, or the values behind it as JSON."""
    if output is Output.JSON:
        return json.dumps(values, ensure_ascii=False, indent=2)
    cells = [[plain("" if cell is None else cell) for cell in row] for row in rows]
    return _markdown(headers, cells) if output is Output.MARKDOWN else _text(headers, cells)


def _markdown(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _text(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from crew.render.paper import laid_out

    width, is_coloured = screen()
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for position, header in enumerate(headers):
        is_last = position == len(headers) - 1
        table.add_column(header, no_wrap=not is_last, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return laid_out([table], width=width, is_coloured=is_coloured)
