"""What a comparison or a bare column is about without saying so."""

from collections.abc import Iterable

from crew.models.offline.names import name_words
from tools.sql.naming import singular, words_in
from tools.sql.schema import Column


def is_added_up(column: str) -> bool:
    """Whether a column without a word for it is meant as its sum: costs add up, ratings and prices do not."""
    return bool(_ADDED_UP & set(name_words(column.rpartition(".")[2])))


def is_money(column: str) -> bool:
    """Whether a column is an amount of money that people also call revenue, value or turnover."""
    return bool(_MONEY & set(name_words(column.rpartition(".")[2])))


def money_columns(columns: Iterable[Column]) -> list[Column]:
    """The columns that hold an amount of money of each row."""
    return [c for c in columns if c.kind in NUMERIC and not c.is_key and is_money(c.name)]


def is_amount_of_money(column: Column) -> bool:
    """Whether a whole number is an amount that nobody groups by, such as a cost in cents."""
    return (
        column.kind == "integer"
        and is_added_up(column.name)
        and not {"hour", "quantity"} & set(name_words(column.name))
    )


def is_count(column: Column) -> bool:
    """Whether a whole number is called like several things, so that it tells how many of them: `adults`."""
    last = words_in(column.name)[-1]
    return column.kind == "integer" and singular(last) != last


def is_amount(column: str, kind: str) -> bool:
    """Whether members are ranked by a column and not grouped by it: no year, code or key."""
    words = set(name_words(column.rpartition(".")[2]))
    return kind in ("decimal", "float") or (not words & {"id", "year", "code", "number", "type", "level", "class"})


def implied_nouns(comparing: str) -> tuple[str, ...]:
    """What a comparison is about by itself: `older than` is about an age; empty where it may be about anything."""
    return next((nouns for word in comparing.split() if (nouns := _COMPARED.get(word))), ())


def columns_about(columns: Iterable[Column], nouns: Iterable[str]) -> list[Column]:
    """The numbers that are a height, a length or the like: the one of just that name, else all that have it in theirs.

    A length or duration may go by its unit alone: `milliseconds`.
    """
    nouns = set(nouns)
    numbers = [(c, name_words(c.name)) for c in columns if c.kind in NUMERIC]
    named = [(c, words) for c, words in numbers if nouns & set(words) and not {"rank", "id"} & set(words)]
    exact = [c for c, words in named if len(words) == 1]
    if named or "duration" not in nouns:
        return exact if len(exact) == 1 else [c for c, _words in named]
    return [c for c, words in numbers if words[-1] in TIME_UNITS]


NUMERIC = ("integer", "decimal", "float")
TIME_UNITS = frozenset(["ms", "millisecond", "sec", "second", "min", "minute", "hour", "hr"])
_ADDED_UP = frozenset(
    ["amount", "cost", "total", "revenue", "quantity", "fee", "payment", "expense", "income", "turnover", "tax", "sum",
     "spend", "paid", "freight", "liter", "litre", "hour", "profit"]
)  # fmt: skip
_MONEY = frozenset(["amount", "total", "revenue", "payment", "income", "turnover", "sum", "spend", "paid", "fee"])
MONEY_WORDS = ("revenue", "turnover", "amount", "value", "income", "money", "umsatz", "betrag", "montant", "importe")
_COMPARED = {
    "older": ("age",), "younger": ("age",), "taller": ("height",), "heavier": ("weight", "mass"),
    "lighter": ("weight", "mass"), "faster": ("speed", "velocity"), "slower": ("speed", "velocity"),
    "longer": ("length", "duration", "time"), "shorter": ("length", "duration", "time", "height"),
}  # fmt: skip
