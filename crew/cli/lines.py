"""The lines of a file or of stdin, for commands that read JSON Lines as they come."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from crew.errors import WrongInput


@contextmanager
def opened_lines(file: str) -> Iterator[Iterator[str]]:
    """The lines of a file, or of stdin for `-`; damaged characters are replaced."""
    if file == "-":
        yield (line.decode(errors="replace") for line in typer.get_binary_stream("stdin"))
        return
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as lines:
            yield lines
    except OSError as error:
        raise WrongInput(f"{file} cannot be read: {error.strerror}.") from error
