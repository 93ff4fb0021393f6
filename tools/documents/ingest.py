"""Bringing an index up to date with a folder: only what changed is read, cut and embedded again."""

from collections.abc import Callable
from pathlib import Path

from tools.documents.document import Document, Unreadable
from tools.documents.embedding import Embedder, LexicalOnly, Vector
from tools.documents.index import DocumentCard, PassageIndex
from tools.documents.loaders.folder import find_files, load_file
from tools.documents.loaders.reading import file_digest
from tools.documents.passages import Passage, cut_passages
from tools.frozen import Frozen

Progress = Callable[[int, int, str], None]
"""Called before each file with the number done, the number of all, and the file's name."""

_BATCH = 512
"""Passages written and embedded together, at least; a document is never divided between two writes."""


class IngestReport(Frozen):
    """What became of each file, by its path within the folder."""

    added: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    failed: tuple[Unreadable, ...] = ()
    warnings: tuple[str, ...] = ()
    passages: int = 0
    """Passages written."""
    embedded: int = 0
    """Passages whose embedding had to be computed."""


def add_documents(
    index: PassageIndex,
    folder: Path,
    embedder: Embedder | LexicalOnly,
    *,
    progress: Progress | None = None,
    sync: bool = False,
    language: str = "en",
) -> IngestReport:
    """Add a folder's new and changed documents to an index; with `sync`, remove those no longer in it.

    A file is unchanged when its digest is. `language` is assumed for documents too short to tell. A changed document
    that cannot be read any more leaves the index, since its old text is no longer true.
    """
    return _Ingest(index, embedder, language).run(folder, progress, sync)


class _Ingest:
    def __init__(self, index: PassageIndex, embedder: Embedder | LexicalOnly, language: str) -> None:
        self._index = index
        self._embedder = embedder
        self._language = language
        self._known = {card.id: card for card in index.documents()}
        self._outcomes: dict[str, list[str]] = {"added": [], "unchanged": [], "replaced": [], "removed": []}
        self._failed: list[Unreadable] = []
        self._warnings = [embedder.reason] if isinstance(embedder, LexicalOnly) and embedder.reason else []
        self._waiting: list[Passage] = []
        self._stored: dict[str, Vector] = {}
        self._outdated: list[str] = []
        self._written = self._embedded = 0

    def run(self, folder: Path, progress: Progress | None, sync: bool) -> IngestReport:
        paths = find_files(folder)
        for done, path in enumerate(paths):
            name = path.relative_to(folder).as_posix()
            if progress:
                progress(done, len(paths), name)
            self._take(path, folder, name)
        if progress:
            progress(len(paths), len(paths), "")
        self._write()
        if sync:
            self._remove(set(self._known) - {path.relative_to(folder).as_posix() for path in paths})
        if self._written or self._outcomes["removed"]:
            self._index.refresh()
        return self._report()

    def _take(self, path: Path, folder: Path, name: str) -> None:
        known = self._known.get(name)
        if known and self._is_current(known, path):
            self._outcomes["unchanged"].append(name)
            return
        document = load_file(path, folder)
        if isinstance(document, Unreadable):
            self._failed.append(document)
            self._remove({name} if known else set())
            return
        self._queue(document, known)

    def _is_current(self, known: DocumentCard, path: Path) -> bool:
        needs_vectors = self._index.manifest.dimensions and not isinstance(self._embedder, LexicalOnly)
        return (known.is_embedded or not needs_vectors) and known.digest == _digest_of(path)

    def _queue(self, document: Document, known: DocumentCard | None) -> None:
        self._outcomes["replaced" if known else "added"].append(document.id)
        self._warnings += [f"{document.id}: {warning}" for warning in document.warnings]
        if known:
            self._stored |= self._index.vectors_of(document.id)
            self._outdated.append(document.id)
        if not document.language:
            document = document.model_copy(update={"language": self._language})
        self._waiting += cut_passages(document)
        if len(self._waiting) >= _BATCH:
            self._write()

    def _write(self) -> None:
        """Remove what is outdated and add what waits, with old vectors where the text is the same."""
        vectors = self._vectors()
        self._index.remove(self._outdated)
        if self._waiting:
            self._index.add(self._waiting, vectors or None)
        self._written += len(self._waiting)
        self._waiting, self._stored, self._outdated = [], {}, []

    def _vectors(self) -> list[Vector]:
        if isinstance(self._embedder, LexicalOnly) or not self._index.manifest.dimensions:
            return []
        new = list(dict.fromkeys(p.search_text for p in self._waiting if p.search_text not in self._stored))
        if new:
            self._stored |= dict(zip(new, self._embedder.embed(new), strict=True))
        self._embedded += len(new)
        return [self._stored[passage.search_text] for passage in self._waiting]

    def _remove(self, documents: set[str]) -> None:
        gone = sorted(documents)
        self._index.remove(gone)
        self._outcomes["removed"] += gone

    def _report(self) -> IngestReport:
        return IngestReport(
            **{outcome: tuple(names) for outcome, names in self._outcomes.items()},
            failed=tuple(self._failed),
            warnings=tuple(self._warnings),
            passages=self._written,
            embedded=self._embedded,
        )


def _digest_of(path: Path) -> str:
    """The file's digest, or an empty text when it cannot be read, which loading then reports."""
    try:
        return file_digest(path)
    except OSError:
        return ""
