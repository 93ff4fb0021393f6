"""Draws with little variance, so that what a seed plants stands out of the noise."""

import random
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class Bag(Generic[T]):
    """Draws without putting back, and refills when empty: shares hold over short runs, the order is random."""

    def __init__(self, items: Sequence[T], rng: random.Random) -> None:
        self._items = list(items)
        self._rng = rng
        self._left: list[T] = []

    def draw(self) -> T:
        """The next item."""
        if not self._left:
            self._left = self._items.copy()
            self._rng.shuffle(self._left)
        return self._left.pop()


class Shares(Generic[T]):
    """Says yes for exactly a share of the calls made under each key, spread evenly."""

    def __init__(self) -> None:
        self._owed: dict[T, float] = {}

    def take(self, key: T, share: float) -> bool:
        """Whether this call is among the share (0 to 1) that says yes."""
        owed = self._owed.get(key, 0.5) + share
        yes = owed >= 1
        self._owed[key] = owed - yes
        return yes


def weighted(weights: Mapping[T, int]) -> list[T]:
    """Each item as often as its weight says, for a bag."""
    return [item for item, weight in weights.items() for _ in range(weight)]


def random_for(seed: int, subject: str) -> random.Random:
    """A generator of its own for each subject, so that a change in one leaves the others as they are."""
    return random.Random(f"{seed} {subject}")  # noqa: S311 - reproducible, not secret
