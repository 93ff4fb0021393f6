"""What stands where an index cannot be opened, so that a question goes on without it."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NoReturn

from tools.deadline import Deadline
from tools.documents.embedding import Vector
from tools.documents.index import (
    DocumentCard,
    Filters,
    Health,
    Hit,
    IndexDown,
    IndexUnusable,
    Manifest,
    Replacement,
)
from tools.documents.passages import Passage
from tools.wording import said


class AbsentIndex:
    """Holds nothing and says so: every search fails as that of an index that does not answer."""

    def __init__(self, reason: str) -> None:
        self._reason = reason
        self.manifest = Manifest()

    def documents(self, deadline: Deadline | None = None) -> Sequence[DocumentCard]:
        """Raises IndexDown, as all that reads does."""
        self._fail()

    def passages_of(self, document: str, deadline: Deadline | None = None) -> Sequence[Passage]:
        """Raises IndexDown."""
        self._fail()

    def vectors_of(self, document: str) -> Mapping[str, Vector]:
        """Raises IndexDown."""
        self._fail()

    def written(self, document: str, digest: str, *, embedded: bool) -> int:
        """Raises IndexDown."""
        self._fail()

    def lexical(self, query: str, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """Raises IndexDown."""
        self._fail()

    def nearest(self, vector: Vector, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """Raises IndexDown."""
        self._fail()

    def count(self) -> int:
        """Raises IndexDown."""
        self._fail()

    def add(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Raises IndexUnusable, as all that writes does."""
        self._refuse()

    def replace(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Raises IndexUnusable."""
        self._refuse()

    def remove(self, documents: Iterable[str]) -> None:
        """Raises IndexUnusable."""
        self._refuse()

    def refresh(self) -> None:
        """Raises IndexUnusable."""
        self._refuse()

    def replacement(self, wanted: Manifest) -> AbstractContextManager[Replacement]:
        """Raises IndexUnusable."""
        self._refuse()

    def health(self) -> Health:
        """Why it could not be opened."""
        return Health(place="nowhere", trouble=self._reason, remedy="Open it again when that is mended.")

    def notes(self) -> Sequence[str]:
        """Nothing was got over."""
        return ()

    def close(self) -> None:
        """Nothing is held open."""

    def _fail(self) -> NoReturn:
        raise IndexDown(
            "The document index could not be opened; go on without it.",
            told=said("The document index could not be opened; the question went on without it."),
        )

    def _refuse(self) -> NoReturn:
        raise IndexUnusable(self._reason)
