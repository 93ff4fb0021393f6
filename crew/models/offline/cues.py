"""The phrases that say what is asked of the things named: how many, average, top, by, over, why, …"""

import re
from dataclasses import dataclass
from typing import Literal

from crew.models.offline.cue_phrases import CUE_PHRASES
from crew.models.offline.items import Item
from crew.models.offline.language import Word, words_of
from tasks.dates.period_language import without_accents


@dataclass(frozen=True)
class Cue:
    """A phrase found in a question: what it asks, and how many words it takes."""

    kind: str
    length: int


def cue_at(words: list[Word], at: int) -> Cue | None:
    """The longest cue that begins at a word."""
    if words[at].is_quoted:
        return None
    plain = [w.plain for w in words[at : at + _LONGEST] if not w.is_quoted]
    for length in range(len(plain), 0, -1):
        kind = _CUES.get(tuple(plain[:length]))
        if kind is not None:
            return Cue(kind, length)
    if plain[0] in _HIGHER and words[0].plain in _WHETHER:
        return Cue("higher", 1)
    if at == 0 and plain[0] == "count":
        return Cue("count", 1)
    return None


def asks_what_is_done(text: str, at: int) -> bool:
    """Whether `what` asks for what someone does, and for no rows of what is named behind it."""
    return _WHAT_IS_DONE.match(text, at) is not None


def extreme_named(item: Item) -> Literal["highest", "lowest", ""]:
    """What the first word of a column's name ranks by, as in `maximum occupancy`; empty where it does not."""
    words = words_of(item.text)
    is_column = all(t.kind == "column" for t in item.targets)
    kind = _CUES.get((words[0].plain,)) if is_column and len(words) > 1 else None
    return "highest" if kind == "highest" else "lowest" if kind == "lowest" else ""


def is_total(item: Item) -> bool:
    """Whether a column's name begins with a word for a sum, as `total amount` does."""
    is_column = all(t.kind == "column" for t in item.targets)
    return is_column and _CUES.get((words_of(item.text)[0].plain,)) == "total"


def begins_with_aggregate(item: Item) -> bool:
    """Whether a metric's name says by its first word how it is taken: `average fee`."""
    kind = _CUES.get((words_of(item.text)[0].plain,))
    return kind in ("average", "total", "highest", "lowest") and any(t.kind == "metric" for t in item.targets)


def is_one_by_one(item: Item | None) -> bool:
    """Whether a cue asks for a figure of each of several, so that a value behind it names whose."""
    return item is not None and not _ONE_BY_ONE.isdisjoint(item.text.lower().split())


def is_certain_day(text: str, at: int) -> bool:
    """Whether a day of the week is one on the calendar, as in `this weekend`, and not any such day."""
    return _CERTAIN.search(text[:at]) is not None


_CUES = {
    tuple(without_accents(phrase).split()): kind
    for kind, phrases in reversed(CUE_PHRASES.items())
    for phrase in phrases.split("|")
}
_HIGHER = frozenset(["higher", "lower"])
_WHETHER = frozenset(["is", "are", "was", "were", "do", "does", "did"])
"""Words that begin a question of which of two is more."""
_LONGEST = max(len(phrase) for phrase in _CUES)
_WHAT_IS_DONE = re.compile(r"what (?:do|does|did)\b", re.IGNORECASE)
_ONE_BY_ONE = frozenset(["each", "every", "per", "pro", "je", "jeder", "jede", "jedes", "jeden", "cada", "chaque"])
_CERTAIN = re.compile(
    r"(?:this|last|next|coming|past|previous|diesen|diesem|letzten|letztem|nächsten|nächstem|kommenden|kommendem|"
    r"ce|dernier|prochain|este|esta|próximo|pasado)\s+$",
    re.IGNORECASE,
)
