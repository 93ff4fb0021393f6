"""An embedder that embeds no text twice, over documents, loads and questions."""

import threading
from collections.abc import Sequence
from functools import lru_cache

from tools.documents.embedding import Embedder, Vector
from tools.documents.vector_memory import VectorMemory

_AT_HAND = 512


class RememberingEmbedder:
    """Gives the vectors it remembers, and asks its model for the others. Thread-safe."""

    def __init__(self, embedder: Embedder, memory: VectorMemory | None) -> None:
        """Without a `memory` on disk, only a few single texts are remembered; questions are never kept there."""
        self.name = embedder.name
        self.revision = embedder.revision
        self.computed = 0
        """Texts that the model itself had to embed."""
        self._embedder = embedder
        self._memory = memory
        self._lock = threading.Lock()
        self._alone = lru_cache(maxsize=_AT_HAND)(lambda text: self._recalled([text])[0])
        self._asked = lru_cache(maxsize=_AT_HAND)(embedder.embed_question)

    @property
    def dimensions(self) -> int:
        """The length of its vectors."""
        return self._embedder.dimensions

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector of length one for each text, in order."""
        return [list(self._alone(texts[0]))] if len(texts) == 1 else self._recalled(texts)

    def embed_question(self, question: str) -> Vector:
        """The vector to look for the passages about a question with."""
        return list(self._asked(question))

    def knows(self, language: str) -> bool:
        """Whether the model was trained on a language."""
        return self._embedder.knows(language)

    def _recalled(self, texts: Sequence[str]) -> list[Vector]:
        known = self._memory.recall(texts) if self._memory else {}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            made = dict(zip(new, self._embedder.embed(new), strict=True))
            with self._lock:
                self.computed += len(new)
            if self._memory:
                self._memory.remember(made)
            known |= made
        return [known[text] for text in texts]
