"""Lays blocks out as text of a given width."""

from collections.abc import Iterable
from io import StringIO

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text


def laid_out(blocks: Iterable[RenderableType], *, width: int, is_coloured: bool) -> str:
    """The blocks below each other; without colour no escape sequence is in the text."""
    paper = StringIO()
    console = Console(
        file=paper,
        width=max(40, min(width, 120)),
        force_terminal=is_coloured,
        no_color=not is_coloured,
        color_system="standard" if is_coloured else None,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
    )
    for block in blocks:
        console.print(block)
    return "\n".join(line.rstrip() for line in paper.getvalue().rstrip().splitlines())


def heading(title: str) -> Rule:
    """A section's heading, with a line to the right edge."""
    return Rule(Text(title, "bold"), align="left", style="dim", characters="─")
