"""Comparisons with numbers: `over 30`, `between 4 and 5`, `at least 2 orders`, `3 or more`."""

from crew.models.offline.items import Item
from crew.models.offline.reading import Mention, Reading
from tools.terms import Operator


class Comparison:
    """A comparison on its way: its operator, its words and its bounds, until there is a name to bind it to."""

    def __init__(self, text: str, reading: Reading) -> None:
        self._text = text
        self._reading = reading
        self.operator: Operator | None = None
        self.words = ""
        """The words of the comparison that waits for its name or number."""
        self.bounds: list[float | int] = []
        self._is_range = False

    @property
    def is_open(self) -> bool:
        """True while it waits for its number or its name."""
        return self.operator is not None or bool(self.bounds)

    def open(self, operator: Operator, words: str, *, is_range: bool = False) -> None:
        """A phrase that compares: `more than`."""
        self.operator, self._is_range, self.words = operator, is_range, words

    def equals(self, number: float | int, words: str) -> None:
        """A number before `or more`."""
        self.operator, self.bounds, self.words = "=", [number], words

    def take(self, item: Item, number: float | int, position: int, following: Item | None) -> None:
        """A number behind an open comparison: bound to the name before it, unless it counts what follows."""
        self.bounds.append(number)
        if self._is_range and len(self.bounds) < 2:
            return
        last = self._reading.mentions[-1] if self._reading.mentions else None
        is_adjacent = last is not None and position - last.position <= len(self.bounds) + 2
        is_counted = following is not None and following.kind == "name" and not following.cue
        is_counted = is_counted and not self._text[item.end : following.start].strip() if following else False
        if last is not None and last.role != "value" and is_adjacent and not is_counted:
            last.is_compared_behind = True
            self.bind(last)

    def waits_for_name(self) -> bool:
        """True when all its numbers are there."""
        return self.operator is not None and len(self.bounds) > self._is_range

    def bind(self, mention: Mention) -> None:
        """Say it of a name."""
        mention.operator, mention.values = self.operator or "=", tuple(self.bounds[:1])
        mention.comparing = self.words.lower()
        mention.upper = self.bounds[1] if self._is_range and len(self.bounds) > 1 else None
        self.operator, self.bounds, self._is_range = None, [], False

    def widen(self, operator: Operator, words: str) -> None:
        """`or more` behind a number."""
        last = self._reading.mentions[-1] if self._reading.mentions else None
        self.words = words
        if self.bounds:
            self.operator = operator
        elif last is not None and last.operator in ("=", ">", "<"):
            last.operator = operator
        else:
            self._reading.not_understood.append(words)


OPERATORS: dict[str, Operator] = {
    "above": ">", "at_least": ">=", "below": "<", "at_most": "<=", "exactly": "=", "between": ">=",
}  # fmt: skip
"""By kind of cue."""
EXACTLY = frozenset(["exactly", "genau", "exactement", "exactamente"])
"""Words before a number that counts, where `order 12` names one order."""
SIGNS: dict[str, Operator] = {
    ">": ">", "<": "<", ">=": ">=", "<=": "<=", "≥": ">=", "≤": "<=", "=": "=", "!=": "!=", "<>": "!=",
}  # fmt: skip
