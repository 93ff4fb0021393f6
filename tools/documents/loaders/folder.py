"""A folder of documents, read file by file; a file that cannot be read is reported and the rest goes on."""

from collections.abc import Iterator
from pathlib import Path

from tools.documents.document import Document, Unreadable
from tools.documents.loaders.reading import SIDE, read_file


def find_files(folder: Path) -> list[Path]:
    """The files of a folder and those below it, sorted, and the links in it that lead nowhere or out of it.

    Left out: hidden files, and side files, which state facts about the file beside them as front matter does
    (`x.pdf.meta.yaml` for `x.pdf`).
    """
    paths = (path for path in folder.rglob("*") if path.is_file() or link_fault(path, folder))
    return sorted(path for path in paths if not path.name.endswith(SIDE) and not _is_hidden(path.relative_to(folder)))


def link_fault(path: Path, folder: Path) -> str:
    """Why a path within a folder is a link that is not followed; empty when it is none, or leads to its place there."""
    if path.is_symlink() and not path.exists():
        return "it is a link to something that is not there; mend it or remove it"
    if not path.resolve().is_relative_to(folder.resolve()):
        return "it leads out of the folder by a link, which is not followed; put what it leads to in its place"
    return ""


def load_folder(folder: Path) -> Iterator[Document | Unreadable]:
    """Read every file of a folder, in order of their paths."""
    for path in find_files(folder):
        yield load_file(path, folder)


def load_file(path: Path, folder: Path) -> Document | Unreadable:
    """Read one file of a folder."""
    name, fault = path.relative_to(folder).as_posix(), link_fault(path, folder)
    return Unreadable(id=name, reason=fault) if fault else read_file(path, name)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
