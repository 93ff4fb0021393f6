"""Writing passages to an index in batches, embedded where there is a model."""

from collections.abc import Iterable, Sequence

from tools.documents.document import Document, Unreadable
from tools.documents.embedding import Embedder, LexicalOnly, Vector
from tools.documents.index import PassageIndex, PassagesRefused
from tools.documents.passages import Passage, cut_passages

_BATCH = 512
"""Passages written and embedded together, at least; a document read whole is never divided between two writes."""


class PassageWriter:
    """Writes documents, whole ones in batches and large ones part by part; `flush` writes what still waits."""

    def __init__(self, index: PassageIndex, embedder: Embedder | LexicalOnly) -> None:
        self._index = index
        self._embedder = embedder
        self._waiting: list[Passage] = []
        self._stored: dict[str, Vector] = {}
        self.written = 0
        self.embedded = 0
        self.refused: dict[str, str] = {}
        """Documents that the index did not take whole, and why."""

    def put(self, document: Document, *, is_known: bool) -> None:
        """Write a whole document in place of its older edition, whose vectors are used again where the text is."""
        if is_known:
            self._stored |= self._index.vectors_of(document.id)
        self._waiting += cut_passages(document)
        if len(self._waiting) >= _BATCH:
            self.flush()

    def put_parts(self, first: Document, rest: Iterable[Document | Unreadable], *, is_known: bool) -> Unreadable | None:
        """Write a large document part by part, going on where an earlier attempt ended.

        Its first passage is written last, so that it counts as there only when all of it is. Returns why it could not
        be read to its end, if so.
        """
        passages = cut_passages(first)
        head, waiting, position = passages[0], passages[1:], len(passages)
        there = max(0, self._index.written(first.id, first.digest) - _BATCH)
        if not is_known:
            self._index.add([head.model_copy(update={"digest": ""})], None)
        for part in rest:
            waiting = self._write_full(waiting, there)
            if isinstance(part, Unreadable):
                return part
            more = cut_passages(part, position)
            position += len(more)
            waiting += more
        self._write(self._new(waiting, there))
        if reason := self.refused.pop(first.id, None):
            return Unreadable(id=first.id, reason=reason)
        self._write([head], completes=True)
        return None

    def flush(self) -> None:
        """Write what waits."""
        self._write(self._waiting, completes=True)
        self._waiting = []

    def _write_full(self, waiting: list[Passage], there: int) -> list[Passage]:
        new = self._new(waiting, there)
        while len(new) >= _BATCH:
            self._write(new[:_BATCH])
            new = new[_BATCH:]
        return new

    def _new(self, passages: Iterable[Passage], there: int) -> list[Passage]:
        return [passage for passage in passages if passage.position > there]

    def _write(self, passages: Sequence[Passage], *, completes: bool = False) -> None:
        if not passages:
            return
        vectors = self._vectors(passages)
        try:
            (self._index.replace if completes else self._index.add)(passages, vectors)
        except PassagesRefused as refused:
            self.refused |= refused.documents
        self.written += len(passages)
        self._stored = {}

    def _vectors(self, passages: Sequence[Passage]) -> list[Vector] | None:
        if isinstance(self._embedder, LexicalOnly) or not self._index.manifest.dimensions:
            return None
        new = list(dict.fromkeys(p.search_text for p in passages if p.search_text not in self._stored))
        if new:
            self._stored |= dict(zip(new, self._embedder.embed(new), strict=True))
        self.embedded += len(new)
        return [self._stored[passage.search_text] for passage in passages]
