"""A small embedder, and passages with what a test does not care about filled in."""

import hashlib
import math
import re
from collections.abc import Callable, Sequence

from tools.documents.embedding import LexicalOnly, Vector
from tools.documents.index import Manifest, PassageIndex
from tools.documents.passages import Passage

DIMENSIONS = 64
MANIFEST = Manifest(model="words", dimensions=DIMENSIONS)
OpenIndexes = Callable[..., PassageIndex]


class WordEmbedder:
    """Stands in for the model: texts are near when they share words. Counts what it was asked to embed."""

    name = "words"
    revision = ""
    dimensions = DIMENSIONS

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.embedded += texts
        return [_word_vector(text) for text in texts]

    def embed_question(self, question: str) -> Vector:
        return self.embed([question])[0]

    def knows(self, language: str) -> bool:
        return language in ("", "en")


def _word_vector(text: str) -> Vector:
    vector = [0.001] * DIMENSIONS
    for word in set(re.findall(r"\w{4,}", text.lower())):
        vector[hashlib.sha256(word.encode()).digest()[0] % DIMENSIONS] += 1.0
    length = math.sqrt(sum(x * x for x in vector))
    return [x / length for x in vector]


def passage(text: str, document: str = "a.md", position: int = 0, **facts: object) -> Passage:
    """A passage with what a test does not care about filled in."""
    shared: dict[str, object] = {"title": document, "language": "en", "type": "md", "digest": "d"}
    return Passage(id=f"{document}#{position}", document=document, position=position, text=text, **(shared | facts))


def put(index: PassageIndex, embedder: WordEmbedder | LexicalOnly, *passages: Passage) -> None:
    """Add passages with their vectors and make them searchable."""
    vectors = None if isinstance(embedder, LexicalOnly) else embedder.embed([p.search_text for p in passages])
    index.add(passages, vectors)
    index.refresh()
