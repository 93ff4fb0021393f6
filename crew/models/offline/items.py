"""What a question is made of once its words are linked."""

from dataclasses import dataclass
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
