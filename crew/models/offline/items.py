"""What a question is made of once its words are linked."""

from dataclasses import dataclass, replace
from typing import Literal

from crew.models.offline.vocabulary import Target

ItemKind = Literal["name", "cue", "number", "quoted", "sign", "period", "unknown", "filler"]


@dataclass(frozen=True)
class Item:
    """One or more words of the question and what they were linked to."""

    kind: ItemKind
    text: str
    start: int
    """Offset of the first character."""
    end: int
    cue: str = ""
    targets: tuple[Target, ...] = ()
    number: float | int | None = None
    is_capital: bool = False
    """Written with a capital inside the question, as proper names are."""

    @property
    def as_group(self) -> "Item":
        """The same with the columns alone where it names flags: `by active` groups by whether it is so."""
        flags = {t.name for t in self.targets if t.kind == "value"}
        columns = tuple(replace(t, rank=0) for t in self.targets if t.kind == "column" and t.name in flags)
        return replace(self, targets=columns) if columns else self

    @property
    def is_value(self) -> bool:
        """Whether its best reading is a member or a flag, such as `express` where there is `is_express`."""
        best = min((t.rank for t in self.targets), default=0)
        return next((t.kind == "value" for t in self.targets if t.rank == best), False)


def is_table(item: Item | None) -> bool:
    """Whether a name is that of a table or of a way to group."""
    return item is not None and any(t.kind in ("table", "dimension") and not t.rank for t in item.targets)


def is_date(item: Item | None) -> bool:
    """Whether a name is that of a column which holds dates."""
    is_column = item is not None and any(t.kind == "column" for t in item.targets)
    return is_column and item is not None and item.text.lower().endswith(("date", "day", "time", "datum", "fecha"))


def is_metric(item: Item) -> bool:
    """Whether a name is that of a metric."""
    return any(t.kind == "metric" for t in item.targets)


def is_happening(item: Item) -> bool:
    """`rented` in `the most rented film`: the rows that say so are counted."""
    return item.text.lower().endswith("ed") and [t.kind for t in item.targets] == ["table"]
