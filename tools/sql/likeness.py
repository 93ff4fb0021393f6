"""How likely a new name of a table or column is the old one renamed.

Names alone do not tell: `gross_amount` is as like `net_amount` as `profit_margin` is. A renamed column keeps its
values, its type and its place among its neighbours, so a name that is somewhat alike is proposed only where the values
agree, or where they are unknown and type and place agree, and never where the names differ by contrary words.
"""

from rapidfuzz import fuzz, utils

from tools.sql.naming import singular, words_in
from tools.sql.schema import Column, Table
from tools.sql.traces import is_same_trace

LIKELY = 0.8
"""From this likeness on, a new name is proposed for an old one."""

_ALIKE = 0.5
_MOST_UNCERTAIN = 0.79
_KNOWN_AGAIN = 0.95
_TELLING = 4
"""From so many distinct values on, two columns that share them are likely one; flags share theirs by chance."""

_CONTRARY = [
    {"gross", "net"}, {"start", "end"}, {"first", "last"}, {"min", "max"}, {"billing", "shipping"},
    {"created", "updated"}, {"from", "to"}, {"buy", "sell"}, {"debit", "credit"}, {"planned", "actual"},
    {"before", "after"}, {"old", "new"}, {"in", "out"}, {"opened", "closed"}, {"ordered", "shipped"},
    {"cost", "price"}, {"paid", "due"}, {"budget", "actual"}, {"list", "net"}, {"list", "gross"}, {"day", "month"},
    {"month", "year"}, {"low", "high"}, {"home", "work"}, {"source", "target"}, {"sent", "received"},
]  # fmt: skip
"""Words that make two names mean different things however alike the rest is."""


def column_likeness(table: Table, old: Column, heir: Table, new: Column) -> float:
    """How likely a column that is gone is called `new` now, between 0 and 1."""
    if _are_contrary(old.name, new.name):
        return 0.0
    named = name_likeness(old.name, new.name)
    is_same = is_same_trace(old, new)
    if is_same is not None:
        is_alike = named >= _ALIKE or _shares_words(old.name, new.name)
        return max(named, _KNOWN_AGAIN) if is_same and is_alike else min(named, _MOST_UNCERTAIN)
    if old.values and new.values:
        shared = overlap(set(old.values), set(new.values))
        if shared == 0:
            return min(named, _MOST_UNCERTAIN)
        if len(old.values) >= _TELLING:
            named = max(named, shared)
    return _halved_doubt(named) if _has_same_place(table, old, heir, new) else named


def table_likeness(old: Table, new: Table, *, is_only: bool) -> float:
    """How likely a table that is gone is called `new` now; `is_only` says that one table went and one came."""
    held = overlap(_column_names(old), _column_names(new))
    named = name_likeness(old.name, new.name)
    if held < _ALIKE:
        return min(held, named)
    return max(held, _halved_doubt(named) if is_only else named)


def name_likeness(old: str, new: str) -> float:
    """How alike two names are, by their letters and by their words."""
    written, wanted = (" ".join(map(singular, words_in(name))) or name for name in (old, new))
    scorers = (fuzz.ratio, fuzz.token_sort_ratio)
    return max(scorer(written, wanted, processor=utils.default_process) for scorer in scorers) / 100


def overlap(left: set[str], right: set[str]) -> float:
    """The share of what is in both."""
    return len(left & right) / len(left | right) if left | right else 0.0


def _halved_doubt(alike: float) -> float:
    return (1 + alike) / 2 if alike >= _ALIKE else alike


def _has_same_place(table: Table, old: Column, heir: Table, new: Column) -> bool:
    """Whether a column stands between the same neighbours with the same type, as after a rename."""
    before, after = list(table.columns), list(heir.columns)
    place = before.index(old)
    return (
        old.type == new.type
        and old.is_nullable == new.is_nullable
        and len(before) == len(after)
        and after.index(new) == place
    )


def _shares_words(old: str, new: str) -> bool:
    """Whether all words of one name are words of the other."""
    left, right = set(words_in(old)), set(words_in(new))
    return bool(left and right) and (left <= right or right <= left)


def _column_names(table: Table) -> set[str]:
    return {column.name.lower() for column in table.columns}


def _are_contrary(old: str, new: str) -> bool:
    left, right = set(words_in(old)), set(words_in(new))
    only_old, only_new = left - right, right - left
    digits = [{word for word in words if word.isdigit()} for words in (left, right)]
    if all(digits) and digits[0] != digits[1]:
        return True
    return any(len(pair & only_old) == len(pair & only_new) == 1 for pair in _CONTRARY)
