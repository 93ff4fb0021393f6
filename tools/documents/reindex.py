"""Making an index anew beside the old one, which is searched until the new one takes its place."""

import time
from collections.abc import Iterator, Sequence

from tools.documents.embedding import Embedder, LexicalOnly
from tools.documents.index import DocumentCard, PassageIndex, PassagesRefused
from tools.documents.loading import LoadProgress, Progress
from tools.documents.opening import manifest_for
from tools.documents.passage_vectors import PassageVectors
from tools.documents.passages import Passage
from tools.frozen import Frozen

_BATCH = 512
"""Passages embedded and written together."""


class Copied(Frozen):
    """What a re-indexing carried over."""

    documents: int = 0
    passages: int = 0
    embedded: int = 0
    """Passages whose embedding had to be computed."""
    refused: dict[str, str] = {}
    """Documents that the new index did not take, with the reason; they are missing from it."""
    notes: tuple[str, ...] = ()


def reindex(index: PassageIndex, embedder: Embedder | LexicalOnly, progress: Progress | None = None) -> Copied:
    """Carry all passages over into a new index made for an embedder, and let it take the old one's place.

    The documents themselves are not read again. Searches find the old index until the new one is whole. What others
    write meanwhile is carried over too, and at the very end they are kept from writing for a moment.
    """
    with index.replacement(manifest_for(embedder)) as new:
        copying = _Copying(index, new.index, embedder)
        copying.catch_up(progress)
        new.freeze()
        index.refresh()
        copying.catch_up(None)
        new.index.refresh()
        new.take_over()
        return copying.outcome([*index.notes(), *new.index.notes()])


class _Copying:
    def __init__(self, old: PassageIndex, new: PassageIndex, embedder: Embedder | LexicalOnly) -> None:
        self._old = old
        self._new = new
        self._vectors = None if isinstance(embedder, LexicalOnly) else PassageVectors(embedder)
        self._keeps_vectors = old.manifest.is_searched_with(manifest_for(embedder))
        self._there: dict[str, DocumentCard] = {}
        self._passages: dict[str, int] = {}
        self._refused: dict[str, str] = {}
        self._began = time.monotonic()

    def catch_up(self, progress: Progress | None) -> None:
        """Copy what is new or changed in the old index since the last time, and remove what has gone."""
        cards = {card.id: card for card in self._old.documents()}
        gone = [name for name in self._there if name not in cards]
        self._new.remove(gone)
        for name in gone:
            del self._there[name], self._passages[name]
        for done, card in enumerate(cards.values()):
            self._tell(progress, card.id, done, len(cards))
            if self._there.get(card.id) != card:
                self._copy(card)
        self._tell(progress, "", len(cards), len(cards))

    def outcome(self, notes: Sequence[str]) -> Copied:
        """What was carried over in all."""
        return Copied(
            documents=len(self._there) - len(self._refused),
            passages=sum(count for name, count in self._passages.items() if name not in self._refused),
            embedded=self._vectors.computed if self._vectors else 0,
            refused=self._refused,
            notes=tuple(notes),
        )

    def _tell(self, progress: Progress | None, document: str, done: int, of: int) -> None:
        if progress:
            progress(
                LoadProgress(
                    file=document,
                    files_done=done,
                    files=of,
                    bytes_done=done,
                    bytes=of,
                    passages=sum(self._passages.values()),
                    seconds=time.monotonic() - self._began,
                )
            )

    def _copy(self, card: DocumentCard) -> None:
        passages = self._old.passages_of(card.id)
        stored = self._old.vectors_of(card.id) if self._keeps_vectors else {}
        self._new.remove([card.id] if card.id in self._there else [])
        self._refused.pop(card.id, None)
        for batch in _batches(passages):
            try:
                self._new.add(batch, self._vectors.of(batch, stored) if self._vectors else None)
            except PassagesRefused as refused:
                self._refused |= refused.documents
        if card.id in self._refused:
            self._new.remove([card.id])
        self._there[card.id], self._passages[card.id] = card, len(passages)


def _batches(passages: Sequence[Passage]) -> Iterator[Sequence[Passage]]:
    """The first passage last, so that a document counts as there only when all of it is."""
    ordered = [*passages[1:], *passages[:1]]
    for start in range(0, len(ordered), _BATCH):
        yield ordered[start : start + _BATCH]
