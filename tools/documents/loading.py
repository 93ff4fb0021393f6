"""What is to be loaded, how far it is, and what became of it."""

from collections.abc import Callable
from pathlib import Path

from tools.documents.document import Unreadable
from tools.documents.loaders.folder import find_files, link_fault
from tools.frozen import Frozen


class SourceFile(Frozen):
    """A file and the id of the document that is made of it."""

    id: str
    path: Path
    fault: str = ""
    """Why it is not to be read, if so."""


class LoadProgress(Frozen):
    """How far a load is: files and bytes of all, passages written, seconds since it began; `file` is being read now."""

    file: str = ""
    files_done: int
    files: int
    bytes_done: int
    bytes: int
    passages: int
    seconds: float
    bytes_unchanged: int = 0
    """Of `bytes_done`, those of files that were not read since they are unchanged."""

    @property
    def seconds_left(self) -> float | None:
        """By the bytes read so far; None while nothing is known."""
        read = self.bytes_done - self.bytes_unchanged
        if read <= 0 or not self.seconds:
            return None
        return self.seconds * max(0, self.bytes - self.bytes_done) / read


Progress = Callable[[LoadProgress], None]


class IngestReport(Frozen):
    """What became of each file, by the document's id."""

    added: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    failed: tuple[Unreadable, ...] = ()
    damaged: tuple[Unreadable, ...] = ()
    """Read, but not in all its parts."""
    warnings: tuple[str, ...] = ()
    passages: int = 0
    """Passages written."""
    embedded: int = 0
    """Passages whose embedding had to be computed."""


def files_of(folder: Path) -> list[SourceFile]:
    """The files of a folder, each named by its path within it."""
    return [
        SourceFile(id=path.relative_to(folder).as_posix(), path=path, fault=link_fault(path, folder))
        for path in find_files(folder)
    ]
