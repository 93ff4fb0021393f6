"""Shows on stderr what the desk is doing: live on a terminal, one line for each step elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from crew.render.plain import plain

if TYPE_CHECKING:
    from rich.console import ConsoleRenderable, Group
    from rich.live import Live
    from rich.text import Text

    from crew.answering.progress import Listener, Progress

_shown: "list[Live]" = []
"""What is live on the terminal now: at most one."""
_MARKS = {"done": ("✓", "green"), "failed": ("✗", "red")}


@contextmanager
def progress_shown() -> Iterator["Listener"]:
    """A listener for the desk's progress, shown until the block ends."""
    if not sys.stderr.isatty():
        yield _print_line
        return
    from rich.console import Console
    from rich.live import Live

    steps = _LiveSteps()
    with Live(get_renderable=steps.shown, console=Console(stderr=True), transient=True, refresh_per_second=8) as live:
        _shown.append(live)
        try:
            yield steps.hear
        finally:
            _shown.remove(live)


@contextmanager
def progress_paused() -> Iterator[None]:
    """Leaves the terminal to a question until the block ends: what is live would be drawn over it."""
    for live in _shown:
        live.stop()
    try:
        yield
    finally:
        for live in _shown:
            live.start()


def _print_line(progress: "Progress") -> None:
    took = f" ({progress.seconds:.1f} s)" if progress.seconds is not None else ""
    failed = " failed:" if progress.status == "failed" else ""
    typer.echo(f"{plain(progress.step)}:{failed} {plain(progress.text)}{took}", err=True)


class _LiveSteps:
    """The steps so far, each on a line that is marked when it ends; a later report of a step replaces the earlier."""

    def __init__(self) -> None:
        from rich.spinner import Spinner

        self._spinner = Spinner("dots", style="cyan")
        self._steps: dict[str, Progress] = {}

    def hear(self, progress: "Progress") -> None:
        self._steps = {**self._steps, progress.step: progress}

    def shown(self) -> "Group":
        from rich.console import Group
        from rich.table import Table

        lines = Table.grid(padding=(0, 1), expand=True)
        lines.add_column(width=1)
        lines.add_column(no_wrap=True)
        lines.add_column(overflow="ellipsis", no_wrap=True, ratio=1)
        lines.add_column(justify="right", no_wrap=True)
        for step in self._steps.values():
            lines.add_row(self._mark(step), *_cells(step))
        if not self._steps:
            lines.add_row(self._spinner, _dim("Opening the desk"), "", "")
        return Group(lines)

    def _mark(self, step: "Progress") -> "ConsoleRenderable":
        from rich.text import Text

        return Text(*_MARKS[step.status]) if step.status in _MARKS else self._spinner


def _cells(step: "Progress") -> "tuple[Text, Text, Text]":
    seconds = f"{step.seconds:.1f} s" if step.seconds is not None else ""
    return _dim(plain(step.step)), _dim(plain(step.text)), _dim(seconds)


def _dim(text: str) -> "Text":
    from rich.text import Text

    return Text(text, style="dim")
