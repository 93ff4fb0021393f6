"""What a `not`, `no` or `without` reaches: a value, a table of which there is no row, a column that is empty."""

from collections.abc import Set

from crew.models.offline.items import Item
from crew.models.offline.language import stems_of, words_of
from crew.models.offline.names import name_words
from crew.models.offline.participles import is_participle
from crew.models.offline.reading import Mention, Reading
from crew.models.offline.small_words import EMPTY, FILLERS
from crew.models.offline.times import are_related


class Negation:
    """The negation that still waits for what it denies."""

    def __init__(self, text: str, reading: Reading) -> None:
        self._text = text
        self._reading = reading
        self.item: Item | None = None

    def open(self, item: Item) -> None:
        """A word that denies what follows; one that is still open denied nothing known."""
        if self.item is not None:
            self.close()
        self.item = item

    def close(self) -> None:
        """At the question's end: a column named behind it is empty, else the word was not understood."""
        if self.item is None:
            return
        denied = self._empty_column()
        if denied is not None:
            denied.role, denied.is_negated = "absent", True
        else:
            self._reading.not_understood.append(self.item.text)
        self.item = None

    def reaches_value(self, item: Item) -> bool:
        """Whether it denies a value: it stands before it, or before the one it is joined to."""
        last = self._reading.mentions[-1] if self._reading.mentions else None
        if self.item is not None:
            between = self._text[self.item.end : item.start]
            left = set(stems_of(between)) - _REACHED_OVER - self._columns_since(self.item)
            if any(not _is_of_column(word, item) for word in left):
                self._reading.not_understood.append(self._text[self.item.start : item.end])
            return True
        if last is None or not last.is_negated or last.role == "absent":
            return False
        joining = set(self._text[last.item.end : item.start].lower().replace(",", " ").split())
        joining -= {"from", "in"} if "nor" in joining else set()
        if joining <= _JOINING and last.item.targets[0].name == item.targets[0].name:
            return True
        if joining & _JOINING:
            self._reading.not_understood.append(self._text[last.item.start : item.end])
        return False

    def denies(self, item: Item) -> bool:
        """Whether it says that there are none: `have no orders`, `have not placed any orders`."""
        if self.item is None or not any(t.kind == "table" and t.rank == 0 for t in item.targets):
            return False
        return self._stands_before(item, FILLERS | EMPTY | _TAKING_PART | self._deeds_to(item))

    def _deeds_to(self, item: Item) -> set[str]:
        """Verbs behind it for a day of these rows: `never entered a sowing` denies the sowing."""
        tables = {t.name for t in item.targets if t.kind == "table" and t.rank == 0}
        since = self.item.end if self.item is not None else item.start
        verbs = [m.item for m in self._reading.mentions if m.item.start > since and m.role == "plain"]
        own = [v for v in verbs if any(t.kind == "column" and t.table in tables for t in v.targets)]
        return {w.plain for v in own for w in words_of(v.text) if is_participle(w)}

    def _empty_column(self) -> Mention | None:
        """The first name behind it, where that names a column and nothing is said of it: `not settled`."""
        end = self.item.end if self.item is not None else 0
        behind = [m for m in self._reading.mentions if m.item.start > end]
        kinds = {t.kind for t in behind[0].item.targets} if behind else set()
        is_column = "column" in kinds and "metric" not in kinds
        if not is_column or behind[0].role != "plain" or behind[0].operator is not None:
            return None
        return behind[0] if self._stands_before(behind[0].item, FILLERS | _BELONGING) else None

    def _stands_before(self, item: Item, over: Set[str]) -> bool:
        start = self.item.end if self.item is not None else item.start
        return {w.plain for w in words_of(self._text[start : item.start])} <= over

    def _columns_since(self, negation: Item) -> set[str]:
        named = [m.item for m in self._reading.mentions if m.item.start > negation.start]
        kinds = ("column", "dimension")
        return {w for i in named if any(t.kind in kinds for t in i.targets) for w in stems_of(i.text)}


def _is_of_column(word: str, item: Item) -> bool:
    """`rated` in `not rated R` says no more than the column does."""
    columns = [t.name.rpartition(".")[2] for t in item.targets if t.kind == "value"]
    return any(are_related(word, part) for column in columns for part in name_words(column))


WITHOUT = frozenset(["without", "no", "ohne", "kein", "keine", "keinen", "sans", "sin"])
"""Negations that deny that there is something, where `not` denies that something is so."""
_BELONGING = frozenset(["belong", "belongs", "belonging"])
_TAKING_PART = frozenset(["part", "member", "members"])
_LINKING = "in from of the a an at on for to with as having being by is been located im aus der des en de"
_REACHED_OVER = frozenset(_LINKING.split())
"""Words that may stand between a negation and the value it denies."""
_JOINING = frozenset(["and", "or", "nor", "the", "und", "oder", "et", "ou", "y"])
