"""An embedding model elsewhere, such as a provider's, asked through a callable that the application gives."""

import math
import time
from collections.abc import Callable, Sequence

from tools.documents.embedding import EmbeddingCall, EmbeddingFailed, Vector

_AT_ONCE = 128
_MOST_CHARACTERS = 8_000
"""Of one text; models refuse what is longer than their context, and a long table's beginning says what it is about."""
_LEFT_ALONE = 30.0
"""Seconds that a model which did not answer is not asked again."""
_PROBE = "How long is a vector?"


class CalledEmbedder:
    """Embeds by calling a model; one that did not answer fails at once for a while, so that searches do not wait."""

    revision = ""

    def __init__(
        self, name: str, call: EmbeddingCall, dimensions: int = 0, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Without `dimensions` the first text tells them."""
        self.name = name
        self.dimensions = dimensions
        self._call = call
        self._now = now
        self._failed: tuple[float, str] | None = None

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector of length one for each text, in order; raises EmbeddingFailed."""
        if self._failed and self._now() < self._failed[0]:
            raise EmbeddingFailed(self._failed[1])
        try:
            vectors = [
                vector
                for start in range(0, len(texts), _AT_ONCE)
                for vector in self._called(texts[start : start + _AT_ONCE])
            ]
        except EmbeddingFailed as error:
            self._failed = self._now() + _LEFT_ALONE, str(error)
            raise
        self._failed = None
        return vectors

    def embed_question(self, question: str) -> Vector:
        """As any text: what a provider's model wants to be told of it is not known."""
        return self.embed([question])[0]

    def learn_dimensions(self, embed: Callable[[Sequence[str]], list[Vector]]) -> None:
        """Ask how long vectors are, unless it is known, through `embed`, which may remember it."""
        if not self.dimensions:
            self.dimensions = len(embed([_PROBE])[0])

    def knows(self, language: str) -> bool:
        """Taken at its word."""
        return True

    def _called(self, texts: Sequence[str]) -> list[Vector]:
        vectors = self._call([text[:_MOST_CHARACTERS] or " " for text in texts])
        if len(vectors) != len(texts):
            raise EmbeddingFailed(f"the model {self.name} gave {len(vectors)} vectors for {len(texts)} texts")
        if wrong := {len(vector) for vector in vectors} - {self.dimensions or len(vectors[0])}:
            raise EmbeddingFailed(
                f"the model {self.name} gave vectors of {wrong.pop()} dimensions, not {self.dimensions or 'all alike'}"
            )
        return [_of_length_one(vector) for vector in vectors]


def _of_length_one(vector: Vector) -> Vector:
    length = math.sqrt(sum(x * x for x in vector)) or 1.0
    return [x / length for x in vector]
