"""A folder of documents, read file by file; a file that cannot be read is reported and the rest goes on."""

from collections.abc import Iterator
from pathlib import Path

from tools.documents.document import Document, Unreadable
from tools.documents.loaders.reading import SIDE, read_file


def find_files(folder: Path) -> list[Path]:
    """The files of a folder and those below it, sorted.

    Left out: hidden files, links that lead out of the folder, and side files, which state facts about the file beside
    them as front matter does (`x.pdf.meta.yaml` for `x.pdf`).
    """
    home = folder.resolve()
    paths = (path for path in folder.rglob("*") if path.is_file() and path.resolve().is_relative_to(home))
    return sorted(path for path in paths if not path.name.endswith(SIDE) and not _is_hidden(path.relative_to(folder)))


def load_folder(folder: Path) -> Iterator[Document | Unreadable]:
    """Read every file of a folder, in order of their paths."""
    for path in find_files(folder):
        yield load_file(path, folder)


def load_file(path: Path, folder: Path) -> Document | Unreadable:
    """Read one file of a folder."""
    return read_file(path, path.relative_to(folder).as_posix())


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
