"""The vectors of passages: those at hand already, else the model's."""

from collections.abc import Mapping, Sequence

from tools.documents.embedding import Embedder, Vector
from tools.documents.passages import Passage
from tools.documents.remembering import RememberingEmbedder


class PassageVectors:
    """Embeds passages and counts those whose vector had to be computed."""

    def __init__(self, embedder: Embedder) -> None:
        self.computed = 0
        self._embedder = embedder

    def of(self, passages: Sequence[Passage], known: Mapping[str, Vector]) -> list[Vector]:
        """A vector for each passage; `known` are those of an index, by search text. Raises EmbeddingFailed."""
        new = list(dict.fromkeys(p.search_text for p in passages if p.search_text not in known))
        before = self._computed_so_far()
        made = dict(zip(new, self._embedder.embed(new), strict=True)) if new else {}
        after = self._computed_so_far()
        self.computed += len(new) if before is None or after is None else after - before
        return [made[text] if (text := p.search_text) in made else known[text] for p in passages]

    def _computed_so_far(self) -> int | None:
        return self._embedder.computed if isinstance(self._embedder, RememberingEmbedder) else None
