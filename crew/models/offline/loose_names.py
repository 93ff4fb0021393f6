"""Quoted texts and proper names that no column is known to hold, until a name says where they stand."""

from dataclasses import dataclass

from crew.models.offline.items import Item
from crew.models.offline.negations import Negation
from crew.models.offline.reading import Mention, Reading


@dataclass(frozen=True)
class _Loose:
    text: str
    start: int
    end: int
    position: int
    is_quoted: bool


class LooseNames:
    """The one that still waits for the name it belongs to."""

    def __init__(self, text: str, reading: Reading, negation: Negation) -> None:
        self._text = text
        self._reading = reading
        self._negation = negation
        self._loose: _Loose | None = None

    def quoted(self, item: Item, position: int) -> None:
        """A quoted text."""
        self.settle()
        self._loose = _Loose(item.text, item.start, item.end, position, is_quoted=True)
        if self._reading.mentions:
            self.attach(self._reading.mentions[-1])

    def proper(self, item: Item, position: int) -> None:
        """A word with a capital: a name of its own, or the next part of one."""
        if self._loose and not self._loose.is_quoted and item.start - self._loose.end <= 1:
            text = f"{self._loose.text} {item.text}"
            self._loose = _Loose(text, self._loose.start, item.end, position, is_quoted=False)
            return
        self.settle()
        self._loose = _Loose(item.text, item.start, item.end, position, is_quoted=False)

    def attach(self, mention: Mention) -> None:
        """Say of a name that it is so called, if it stands beside."""
        if self._loose is None or mention.operator is not None:
            return
        if self._is_beside(mention, self._loose) and mention.role not in ("value", "absent"):
            mention.operator = "!=" if self._negation.item else "="
            mention.values = (self._loose.text,)
            self._loose = self._negation.item = None

    def settle(self) -> None:
        """At the end, or when another follows: what belongs to nothing was not understood."""
        if self._loose is not None:
            last = self._reading.mentions[-1] if self._reading.mentions else None
            if last is not None and last.position < self._loose.position:
                self.attach(last)
        if self._loose is not None:
            self._reading.not_understood.append(self._loose.text)
            self._loose = None

    def _is_beside(self, mention: Mention, loose: _Loose) -> bool:
        """Directly adjacent; a quoted value may stand after `named`, `is` and the like."""
        ends = sorted([(mention.item.start, mention.item.end), (loose.start, loose.end)])
        between = self._text[ends[0][1] : ends[1][0]].lower().split()
        return all(w.strip("\"'“”`,:=") in _NAMING if loose.is_quoted else not w.strip("\"'") for w in between)


_NAMING = ("", "of", "the", "a", "is", "was", "named", "called", "titled", "with", "name", "title", "equals")
