"""Writing passages to an index in batches, embedded where there is a model."""

from collections.abc import Iterable, Sequence

from tools.documents.document import Document, Unreadable
from tools.documents.embedding import Embedder, EmbeddingFailed, LexicalOnly, Vector
from tools.documents.index import PassageIndex, PassagesRefused
from tools.documents.passage_vectors import PassageVectors
from tools.documents.passages import Passage, cut_passages

_BATCH = 512
"""Passages written and embedded together, at least; a document read whole is never divided between two writes."""


class PassageWriter:
    """Writes documents, whole ones in batches and large ones part by part; `flush` writes what still waits."""

    def __init__(self, index: PassageIndex, embedder: Embedder | LexicalOnly) -> None:
        self._index = index
        has_vectors = index.manifest.dimensions > 0
        self._vectors = PassageVectors(embedder) if has_vectors and not isinstance(embedder, LexicalOnly) else None
        self._waiting: list[Passage] = []
        self._stored: dict[str, Vector] = {}
        self.written = 0
        self.failure = ""
        """Why passages were written without vectors though there is a model."""
        self.refused: dict[str, str] = {}
        """Documents that the index did not take whole, and why."""

    @property
    def embedded(self) -> int:
        """Texts whose vector had to be computed."""
        return self._vectors.computed if self._vectors else 0

    def put(self, document: Document, *, is_known: bool) -> None:
        """Write a whole document in place of its older edition, whose vectors are used again where the text is."""
        if is_known:
            self._stored |= self._index.vectors_of(document.id)
        self._waiting += cut_passages(document)
        if len(self._waiting) >= _BATCH:
            self.flush()

    def put_parts(
        self, first: Document, rest: Iterable[Document | Unreadable], *, is_known: bool, is_whole: bool
    ) -> Unreadable | None:
        """Write a large document part by part, going on where an earlier attempt ended.

        Its first passage is written last, so that it counts as there only when all of it is. One that is there whole
        is written anew. Returns why it could not be read to its end, if so.
        """
        passages = cut_passages(first)
        head, waiting, position = passages[0], passages[1:], len(passages)
        there = 0 if is_whole else max(0, self._written(first) - _BATCH)
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

    def _written(self, document: Document) -> int:
        return self._index.written(document.id, document.digest, embedded=self._vectors is not None)

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
        vectors = self._embedded(passages)
        try:
            (self._index.replace if completes else self._index.add)(passages, vectors)
        except PassagesRefused as refused:
            self.refused |= refused.documents
        self.written += len(passages)
        self._stored = {}

    def _embedded(self, passages: Sequence[Passage]) -> list[Vector] | None:
        """Vectors for passages; none once the model has failed, so that they are searched by words until it is back."""
        if self._vectors is None or self.failure:
            return None
        try:
            return self._vectors.of(passages, self._stored)
        except EmbeddingFailed as error:
            self.failure = str(error)
            return None
