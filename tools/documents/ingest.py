"""Bringing an index up to date with files: only what changed is read, cut and embedded again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from tools.documents.document import Document, Unreadable, UnreadableContent
from tools.documents.embedding import Embedder, LexicalOnly
from tools.documents.index import DocumentCard, PassageIndex
from tools.documents.loaders.reading import file_digest
from tools.documents.loading import IngestReport, Progress, SourceFile, files_of
from tools.documents.meter import Meter
from tools.documents.parsing import Read, read_side_by_side
from tools.documents.writing import PassageWriter

_WORTH_WORKERS = 4_000_000
"""Bytes to read from which starting further processes pays."""

_NAMED = 5
"""The most faults that are told of one file."""


def add_documents(
    index: PassageIndex,
    folder: Path,
    embedder: Embedder | LexicalOnly,
    *,
    progress: Progress | None = None,
    sync: bool = False,
    language: str = "en",
    workers: int = 1,
) -> IngestReport:
    """Add a folder's new and changed documents to an index; with `sync`, remove those no longer in it.

    Otherwise as `add_files`.
    """
    files = files_of(folder)
    return _Ingest(index, embedder, language).run(files, progress, workers, is_all=sync)


def add_files(
    index: PassageIndex,
    files: Sequence[SourceFile],
    embedder: Embedder | LexicalOnly,
    *,
    progress: Progress | None = None,
    language: str = "en",
    workers: int = 1,
) -> IngestReport:
    """Add new and changed documents to an index; stopped at any point, the same call goes on with what is missing.

    A file is unchanged when its digest is. `language` is assumed for documents too short to tell. A changed document
    that cannot be read any more leaves the index, since its old text is no longer true. Large loads are read in
    `workers` processes.
    """
    return _Ingest(index, embedder, language).run(files, progress, workers, is_all=False)


class _Ingest:
    def __init__(self, index: PassageIndex, embedder: Embedder | LexicalOnly, language: str) -> None:
        self._index = index
        self._embedder = embedder
        self._language = language
        self._writer = PassageWriter(index, embedder)
        self._known = {card.id: card for card in index.documents()}
        self._outcomes: dict[str, list[str]] = {"added": [], "unchanged": [], "replaced": [], "removed": []}
        self._failed: list[Unreadable] = []
        self._damaged: dict[str, list[str]] = {}
        self._warnings = [embedder.reason] if isinstance(embedder, LexicalOnly) and embedder.reason else []

    def run(
        self, files: Sequence[SourceFile], progress: Progress | None, workers: int, *, is_all: bool
    ) -> IngestReport:
        meter = Meter(files, progress, self._writer)
        workers = workers if meter.bytes > _WORTH_WORKERS else 1
        for file, parts in read_side_by_side(self._changed(files, meter), workers):
            self._take(file, meter.counted(file, parts))
            meter.finish(file)
        self._writer.flush()
        self._take_back(self._writer.refused)
        if is_all:
            self._remove(set(self._known) - {file.id for file in files})
        if self._writer.written or self._outcomes["removed"]:
            self._index.refresh()
        meter.tell("")
        return self._report()

    def _changed(self, files: Iterable[SourceFile], meter: "Meter") -> Iterator[SourceFile]:
        for file in files:
            known = self._known.get(file.id)
            if known and not file.fault and self._is_current(known, file.path):
                self._outcomes["unchanged"].append(file.id)
                meter.skip(file)
            else:
                yield file

    def _is_current(self, known: DocumentCard, path: Path) -> bool:
        needs_vectors = self._index.manifest.dimensions and not isinstance(self._embedder, LexicalOnly)
        return (known.is_embedded or not needs_vectors) and known.digest == _digest_of(path)

    def _take(self, file: SourceFile, parts: Iterator[Read]) -> None:
        is_known = file.id in self._known
        fault = self._put(parts, is_known)
        if fault is None:
            self._outcomes["replaced" if is_known else "added"].append(file.id)
            return
        self._failed.append(fault)
        self._remove({file.id} if is_known else set())

    def _put(self, parts: Iterator[Read], is_known: bool) -> Unreadable | None:
        first = next(parts)
        if isinstance(first, Unreadable):
            return first
        document, second = self._noted(first), next(parts, None)
        is_whole = is_known and self._known[document.id].digest == document.digest
        if second is None:
            self._writer.put(document, is_known=is_known)
            return None
        rest = (self._noted(part) if isinstance(part, Document) else part for part in chain([second], parts))
        fault = self._writer.put_parts(document, rest, is_known=is_known, is_whole=is_whole)
        if fault is not None:
            self._index.remove([document.id])
        return fault

    def _take_back(self, refused: Mapping[str, str]) -> None:
        """Remove what there is of documents that the index did not take whole."""
        for outcome in ("added", "replaced"):
            self._outcomes[outcome] = [name for name in self._outcomes[outcome] if name not in refused]
        self._failed += [Unreadable(id=name, reason=reason) for name, reason in refused.items()]
        self._index.remove(refused)
        self._outcomes["removed"] += sorted(set(refused) & set(self._known))

    def _noted(self, part: Document) -> Document:
        """A part with the language that is assumed where none is told, after its warnings are noted."""
        self._warnings += [f"{part.id}: {warning}" for warning in part.warnings]
        if part.damage:
            self._damaged[part.id] = [*self._damaged.get(part.id, []), *part.damage][:_NAMED]
        return part if part.language else part.model_copy(update={"language": self._language})

    def _remove(self, documents: set[str]) -> None:
        gone = sorted(documents)
        self._index.remove(gone)
        self._outcomes["removed"] += gone

    def _unembedded(self) -> list[str]:
        why = self._writer.failure
        told = f"{why}: from there on passages are searched by words only. The same command embeds them later."
        return [told] if why else []

    def _report(self) -> IngestReport:
        return IngestReport(
            **{outcome: tuple(names) for outcome, names in self._outcomes.items()},
            failed=tuple(self._failed),
            damaged=tuple(Unreadable(id=name, reason="; ".join(what)) for name, what in self._damaged.items()),
            warnings=(*self._warnings, *self._unembedded(), *self._index.notes()),
            passages=self._writer.written,
            embedded=self._writer.embedded,
        )


def _digest_of(path: Path) -> str:
    """The file's digest, or an empty text when it cannot be read, which loading then reports."""
    try:
        return file_digest(path)
    except (OSError, UnreadableContent):
        return ""
