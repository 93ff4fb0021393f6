"""How far a load is, on stderr."""

import sys
from typing import TYPE_CHECKING

import typer

from crew.cli.options import screen

if TYPE_CHECKING:
    from tools.documents.loading import LoadProgress


class Ticker:
    """Shows progress on stderr: one line that changes on a terminal, else a line now and then."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._every = 0.1 if self._is_terminal else 5.0
        self._shown = float("-inf")

    def __call__(self, progress: "LoadProgress") -> None:
        from crew.domains.adding import progress_line

        if progress.file and progress.seconds - self._shown < self._every:
            return
        self._shown = progress.seconds
        line = progress_line(progress)
        if self._is_terminal:
            typer.echo(f"\r\x1b[K{line[: screen()[0] - 1]}", err=True, nl=False)
        else:
            typer.echo(line, err=True)

    def __enter__(self) -> "Ticker":
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_terminal:
            typer.echo(err=True)
