"""The door to embeddings: text as vectors, by a model on this machine, by one that is called, or by none."""

from collections.abc import Callable, Sequence
from typing import Protocol

from tools.errors import ToolError

Vector = list[float]
EmbeddingCall = Callable[[Sequence[str]], list[Vector]]
"""Asks a model elsewhere for one vector a text, in order; raises EmbeddingFailed."""


class EmbeddingFailed(ToolError):
    """The embedding model did not answer; the message says which, and why."""


class Embedder(Protocol):
    """Turns texts into vectors of length one."""

    @property
    def name(self) -> str:
        """What the model is called."""
        ...

    @property
    def revision(self) -> str:
        """Tells editions of a model of one name apart; empty where it is not known."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of its vectors."""
        ...

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order."""
        ...

    def embed_question(self, question: str) -> Vector:
        """The vector to look for the passages about a question with, which some models want marked as one."""
        ...

    def knows(self, language: str) -> bool:
        """Whether the model was trained on a language (ISO 639-1 code; empty when unknown)."""
        ...


class LexicalOnly:
    """Stands where there is no embedder; `reason` is a warning for people, empty when it was chosen so."""

    def __init__(self, reason: str = "", remedy: str = "") -> None:
        self.name = "none"
        self.revision = ""
        self.dimensions = 0
        self.reason = reason
        self.remedy = remedy
        """What a person can do about it."""
