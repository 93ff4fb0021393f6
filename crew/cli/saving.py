"""Saves an answer to a file, in the format that its suffix names."""

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from crew.cli.options import Output
from crew.errors import WrongInput

if TYPE_CHECKING:
    from crew.answer import Answer

_FORMATS = {".json": Output.JSON, ".md": Output.MARKDOWN, ".txt": Output.TEXT}


def check_place(path: Path, suffixes: tuple[str, ...] = tuple(_FORMATS)) -> None:
    """Make sure, before anything is asked, that `path` can be written; raises WrongInput."""
    if path.suffix.lower() not in suffixes:
        raise WrongInput(f"--save {path}: the file must end in {', '.join(suffixes)}, which chooses its format.")
    if path.is_dir():
        raise WrongInput(f"--save {path} is a folder. Name a file in it.")
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".crosscheck-"):
            pass
        if path.exists():
            path.open("ab").close()
    except OSError as error:
        raise _cannot_write(path, error) from error


def save(answer: "Answer", path: Path) -> None:
    """Write an answer; an existing file is replaced in one step, or stays as it was."""
    from crew.render.answer import render

    text = render(answer, _FORMATS[path.suffix.lower()])
    path = path.resolve()
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text + "\n", encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise _cannot_write(path, error) from error


def _cannot_write(path: Path, error: OSError) -> WrongInput:
    return WrongInput(f"--save {path} cannot be written: {error.strerror}. Choose another place.")
