"""Numbers in digits or words, and when `one` is a number: `more than one order`, but not `this one`."""

from collections.abc import Sequence

from crew.models.offline.cues import cue_at
from crew.models.offline.items import Item, is_metric, is_table
from crew.models.offline.language import Word
from crew.models.offline.reading import Role
from tasks.dates.period_language import NUMBER_WORDS


def number_said(word: Word) -> float | int | None:
    """The number that a word is by itself; None for `one`, which may as well stand for a thing."""
    if word.is_number:
        digits = word.plain.replace(",", "")
        return float(digits) if "." in digits else int(digits)
    return NUMBER_WORDS[word.plain] if NUMBER_WORDS.get(word.plain, 0) > 1 and word.plain != "once" else None


def is_one_counted(words: Sequence[Word], at: int) -> bool:
    """Whether `one` stands in a comparison: `more than one`, `at least one`, `exactly one`, `one or more`."""
    if words[at].plain not in ONES:
        return False
    following = cue_at(list(words), at + 1) if at + 1 < len(words) else None
    return (following is not None and following.kind == "or_more") or _is_compared(words, at)


def counts_rows(item: Item, following: Item | None, text: str) -> bool:
    """Whether a number may count what follows: `one` counts only rows named right behind it, and no column."""
    if item.text.lower() not in ONES:
        return True
    if following is not None and following.cue == "or_more":
        return True
    is_next = following is not None and not text[item.end : following.start].strip()
    return is_next and following is not None and (is_table(following) or is_metric(following))


def bounds_column(item: Item, following: Item | None, text: str, pending: Role) -> bool:
    """`with 8 cylinders` bounds a column; right behind what ranks, as in `top 5 prices`, a number is a limit."""
    is_column = following is not None and following.targets and all(t.kind == "column" for t in following.targets)
    is_ranked = pending in ("highest", "lowest", "subject")
    return bool(is_column) and not is_ranked and text[: item.start].lower().endswith(OWNING)


def _is_compared(words: Sequence[Word], at: int) -> bool:
    for length in range(1, min(_LONGEST, at) + 1):
        cue = cue_at(list(words[:at]), at - length)
        if cue is not None and cue.length == length and cue.kind in _COUNTING:
            return True
    return False


ONES = frozenset(["one", "einen", "einem", "einer", "eine", "un", "una"])
OWNING = ("with ", "having ", "has ", "have ", "had ")
_COUNTING = ("above", "at_least", "exactly")
_LONGEST = 4
