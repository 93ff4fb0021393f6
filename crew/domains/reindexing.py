"""Making a domain's index anew while it is searched, for a person who watches."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from crew.domains.adding import workers
from crew.errors import SourceUnavailable
from crew.render.plain import counted, plain

if TYPE_CHECKING:
    from crew.sources import OpenIndex
    from tools.documents.loading import IngestReport, Progress
    from tools.documents.reindex import Copied


def carry_over(opened: "OpenIndex", progress: "Progress") -> "Copied":
    """Carry an index's passages over into a new one, embedded by the domain's model; raises SourceUnavailable."""
    from tools.documents.index import FORMAT
    from tools.documents.reindex import reindex

    _check_model(opened)
    found = opened.index.manifest.format
    if found != FORMAT:
        raise SourceUnavailable(
            f"`indexes.{opened.name}` has format {found}, whose passages cannot be carried over into format {FORMAT}. "
            "Read the documents again with --read."
        )
    return reindex(opened.index, opened.embedder, progress)


def read_anew(opened: "OpenIndex", folder: Path, progress: "Progress") -> "IngestReport":
    """Read a folder into a new index, which takes the old one's place; raises SourceUnavailable."""
    from tools.documents.ingest import add_documents
    from tools.documents.opening import manifest_for

    _check_model(opened)
    with opened.index.replacement(manifest_for(opened.embedder)) as new:
        new.freeze()
        report = add_documents(
            new.index, folder, opened.embedder, progress=progress, language=opened.spec.language, workers=workers()
        )
        new.take_over()
    return report


def carried_line(copied: "Copied", model: str) -> str:
    """What was carried over, in a line."""
    documents, passages = counted(copied.documents, "document"), counted(copied.passages, "passage")
    by = "searched by words only" if model == "none" else f"embedded by {model} ({copied.embedded} anew)"
    return f"{documents} with {passages} carried over, {by}; the new index has taken the old one's place."


def carried_trouble(copied: "Copied") -> Iterator[str]:
    """What was got over, and the documents that the new index did not take."""
    yield from (f"Warning: {plain(note)}" for note in copied.notes)
    yield from (f"Not carried over: {plain(name)}: {plain(reason)}" for name, reason in copied.refused.items())


def _check_model(opened: "OpenIndex") -> None:
    """Without its model, an index would be made that can be searched by words only, which nobody asked for."""
    reason = getattr(opened.embedder, "reason", "")
    if reason:
        raise SourceUnavailable(
            f"`indexes.{opened.name}.embedder` cannot be had ({reason}). "
            "Make the model available, or set `embedder` to `none`."
        )
