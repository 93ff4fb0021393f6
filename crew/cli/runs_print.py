"""Tables and stories of runs as text, Markdown or JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from crew.cli.options import Output, screen
from crew.render.json_text import json_text
from crew.render.plain import plain

if TYPE_CHECKING:
    from crew.cli.runs_story import Section


def table(headers: Sequence[str], rows: Sequence[Sequence[object]], values: Any, output: Output) -> str:
    """A table for people, or the values behind it as JSON."""
    if output is Output.JSON:
        return json_text(values)
    cells = [[plain("" if cell is None else cell) for cell in row] for row in rows]
    return _markdown(headers, cells) if output is Output.MARKDOWN else _text(headers, cells)


def story(sections: "Sequence[Section]", output: Output) -> str:
    """How an answer came about, section by section."""
    if output is Output.JSON:
        told = [{"title": section.title, "lines": section.lines} for section in sections]
        return json_text(told)
    if output is Output.MARKDOWN:
        parts = [[f"## {section.title}", "", *(f"- {line}" for line in section.lines)] for section in sections]
        return "\n\n".join("\n".join(part) for part in parts)
    return _story_text(sections)


def _story_text(sections: "Sequence[Section]") -> str:
    from rich.table import Table
    from rich.text import Text

    from crew.render.paper import laid_out

    blocks: list[Text | Table] = []
    for section in sections:
        lines = Table.grid(padding=(0, 1))
        for line in section.lines:
            lines.add_row("  -", Text(line))
        blocks += [Text(section.title, "bold"), lines, Text()]
    width, is_coloured = screen()
    return laid_out(blocks, width=width, is_coloured=is_coloured)


def _markdown(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _text(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from crew.render.paper import laid_out

    width, is_coloured = screen()
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for position, header in enumerate(headers):
        is_last = position == len(headers) - 1
        grid.add_column(header, no_wrap=not is_last, overflow="fold")
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    return laid_out([grid], width=width, is_coloured=is_coloured)
