"""Adding a folder of documents to an index, for a person who watches."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from crew.errors import WrongInput
from crew.render.plain import plain

if TYPE_CHECKING:
    from crew.sources import OpenIndex
    from tools.documents.ingest import IngestReport


def add_folder(
    opened: "OpenIndex", folder: Path, *, sync: bool, progress: Callable[[int, int, str], None]
) -> "IngestReport":
    """Read a folder's new and changed documents. Raises WrongInput for a folder without documents."""
    from tools.documents.ingest import add_documents
    from tools.documents.loaders.folder import find_files

    if not folder.is_dir():
        raise WrongInput(f"There is no folder {folder}. Name the folder that holds the documents.")
    if not find_files(folder):
        raise WrongInput(f"The folder {folder} holds no documents. Put files into it, or name another.")
    return add_documents(
        opened.index, folder, opened.embedder, progress=progress, sync=sync, language=opened.spec.language
    )


def outcome_line(report: "IngestReport") -> str:
    """How many files were added, replaced, left alone and removed."""
    counts = ("added", "replaced", "unchanged", "removed")
    return (
        ", ".join(f"{len(getattr(report, each))} {each}" for each in counts) + f"; {report.passages} passages written."
    )


def trouble_lines(report: "IngestReport") -> Iterator[str]:
    """Warnings, and why each file that could not be read could not."""
    yield from (f"Warning: {plain(warning)}" for warning in report.warnings)
    yield from (f"Not readable: {plain(failed.id)}: {plain(failed.reason)}" for failed in report.failed)
