"""Adding documents to an index, for a person who watches."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO

from crew.errors import WrongInput
from crew.render.plain import plain

if TYPE_CHECKING:
    from crew.sources import OpenIndex
    from tools.documents.loading import IngestReport, LoadProgress, SourceFile

_MOST_WORKERS = 8


def add_folder(
    opened: "OpenIndex", folder: Path, *, sync: bool, progress: "Callable[[LoadProgress], None]"
) -> "IngestReport":
    """Read a folder's new and changed documents. Raises WrongInput for a folder without documents."""
    from tools.documents.ingest import add_documents
    from tools.documents.loaders.folder import find_files

    if not folder.is_dir():
        raise WrongInput(f"There is no folder {folder}. Name the folder that holds the documents.")
    if not find_files(folder):
        raise WrongInput(f"The folder {folder} holds no documents. Put files into it, or name another.")
    return add_documents(
        opened.index,
        folder,
        opened.embedder,
        progress=progress,
        sync=sync,
        language=opened.spec.language,
        workers=workers(),
    )


def add_places(
    opened: "OpenIndex", places: Sequence[Path], home: Path | None, *, progress: "Callable[[LoadProgress], None]"
) -> "IngestReport":
    """Read new and changed documents of single files and of folders.

    A file below `home`, the index's own folder, is named by its path there; another by its path within the folder
    given, or its name. Raises WrongInput for a place that does not exist and for two files of one name.
    """
    from tools.documents.ingest import add_files

    return add_files(
        opened.index,
        _named_files(places, home),
        opened.embedder,
        progress=progress,
        language=opened.spec.language,
        workers=workers(),
    )


@contextmanager
def kept_as_file(stream: BinaryIO, name: str) -> Iterator[Path]:
    """What a stream holds, as a file of a name until the block ends; of any size. Raises WrongInput for a path."""
    if PurePosixPath(name).name != name or name in ("", ".", "..") or "\\" in name:
        raise WrongInput(f"`{name}` is not a file's name. Give a name with an ending, such as notes.md.")
    with tempfile.TemporaryDirectory(prefix="crosscheck-") as folder:
        path = Path(folder) / name
        with path.open("wb") as file:
            shutil.copyfileobj(stream, file)
        yield path


def progress_line(progress: "LoadProgress") -> str:
    """How far a load is: files done, passages a second, time left, and the file being read."""
    parts = [f"{progress.files_done}/{progress.files} files", f"{progress.passages} passages"]
    if progress.passages and progress.seconds >= 1:
        parts.append(f"{progress.passages / progress.seconds:.0f} a second")
    if progress.file and progress.seconds >= 1 and progress.seconds_left is not None:
        parts.append(f"about {_duration(progress.seconds_left)} left")
    return " · ".join([*parts, plain(progress.file)] if progress.file else parts)


def outcome_line(report: "IngestReport") -> str:
    """How many files were added, replaced, left alone and removed."""
    counts = ("added", "replaced", "unchanged", "removed")
    return (
        ", ".join(f"{len(getattr(report, each))} {each}" for each in counts) + f"; {report.passages} passages written."
    )


def trouble_lines(report: "IngestReport") -> Iterator[str]:
    """Warnings, and why each file that could not be read, or not in all its parts, could not."""
    yield from (f"Warning: {plain(warning)}" for warning in report.warnings)
    yield from (f"Partly readable: {plain(damaged.id)}: {plain(damaged.reason)}" for damaged in report.damaged)
    yield from (f"Not readable: {plain(failed.id)}: {plain(failed.reason)}" for failed in report.failed)


def _named_files(places: Sequence[Path], home: Path | None) -> "list[SourceFile]":
    from tools.documents.loading import SourceFile, files_of

    files: dict[str, SourceFile] = {}
    for place in places:
        if not place.exists():
            raise WrongInput(f"There is no file or folder {place}. Name what is to be read.")
        for file in files_of(place) if place.is_dir() else [SourceFile(id=place.name, path=place)]:
            name = _name_within(home, file.path) or file.id
            known = files.setdefault(name, file.model_copy(update={"id": name}))
            if os.path.realpath(known.path) != os.path.realpath(file.path):
                raise WrongInput(
                    f"{known.path} and {file.path} would both be the document `{name}`. "
                    "Add the folder that holds both, or one after the other under other names."
                )
    if not files:
        raise WrongInput("There is nothing to read: the folders named hold no documents.")
    return list(files.values())


def _name_within(home: Path | None, path: Path) -> str | None:
    real = Path(os.path.realpath(path))
    if home is None or not real.is_relative_to(home.resolve()):
        return None
    return real.relative_to(home.resolve()).as_posix()


def workers() -> int:
    """In how many processes a large load is read."""
    return min(_MOST_WORKERS, os.cpu_count() or 1)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
