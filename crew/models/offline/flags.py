"""Columns that say yes or no: booleans, numbers called like one, and letters."""

from dataclasses import dataclass

from crew.models.offline.measured_words import NUMERIC
from crew.models.offline.names import name_words
from tools.sql.schema import ZERO_AND_ONE, Column


@dataclass(frozen=True)
class Letters:
    """How a text column writes that something is so, and that it is not."""

    on: str
    off: str


def flag_letters(column: Column) -> Letters | None:
    """The letters of a flag; None where the column holds anything else."""
    held = {value.casefold(): value for value in column.values if column.kind == "text"}
    for on, off in _PAIRS:
        if len(held) == 2 and set(held) == {on, off}:
            return Letters(held[on], held[off])
    return None


@dataclass(frozen=True)
class Flag:
    """How a column writes that something is so and is not, and the words by which people say it."""

    words: tuple[str, ...]
    on: str | bool
    off: str | bool


def flag_of(column: Column, words: tuple[str, ...]) -> Flag | None:
    """The flag that a column of this name is: `is_active`, `active`, `active_flag`; None where it is none."""
    bare = words[1:] if words[0] in ("is", "has") and len(words) > 1 else words
    bare = bare[:-1] if bare[-1] in _ENDINGS and len(bare) > 1 else bare
    letters = flag_letters(column)
    if letters is not None:
        is_told = column.values != ZERO_AND_ONE or not _tells_more(column, bare)
        return Flag(bare, letters.on, letters.off) if is_told else None
    is_called_so = column.kind == "integer" and (bare != words or _says_yes_or_no(column, bare))
    return Flag(bare, True, False) if column.kind == "boolean" or is_called_so else None


def can_be_empty(column: Column) -> bool:
    """Whether `not` before a column says that it is empty: a flag is not, but says no; so may a number: `blocked`."""
    words = name_words(column.name)
    may_say_no = column.kind in NUMERIC and words[-1].endswith("ed")
    return column.is_nullable and not may_say_no and flag_of(column, words) is None


def _says_yes_or_no(column: Column, words: tuple[str, ...]) -> bool:
    """Whether a column of 0 and 1 says yes or no."""
    return column.is_zero_or_one and not _tells_more(column, words)


def _tells_more(column: Column, words: tuple[str, ...]) -> bool:
    """Whether a column is called like a number of things, or like several kinds of them."""
    return column.name.lower().endswith("s") or bool((_COUNTED | _KINDS) & set(words))


_COUNTED = frozenset(["number", "count", "quantity", "amount", "total", "level", "score", "value", "rank"])
_KINDS = frozenset(["type", "kind", "category", "class", "group", "gender", "sex", "side", "code", "result", "outcome"])
_ENDINGS = frozenset(["flag", "flg", "ind", "indicator", "yn"])
_PAIRS = (("1", "0"), ("y", "n"), ("t", "f"), ("yes", "no"), ("true", "false"), ("j", "n"), ("ja", "nein"))
