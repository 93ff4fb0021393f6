"""What a comparison or a bare column is about without saying so."""

from crew.models.offline.names import name_words


def is_added_up(column: str) -> bool:
    """Whether a column without a word for it is meant as its sum: costs add up, ratings and prices do not."""
    return bool(_ADDED_UP & set(name_words(column.rpartition(".")[2])))


def is_amount(column: str, kind: str) -> bool:
    """Whether members are ranked by a column and not grouped by it: no year, code or key."""
    words = set(name_words(column.rpartition(".")[2]))
    return kind in ("decimal", "float") or (not words & {"id", "year", "code", "number", "type", "level", "class"})


def implied_nouns(comparing: str) -> tuple[str, ...]:
    """What a comparison is about by itself: `older than` is about an age; empty where it may be about anything."""
    return next((nouns for word in comparing.split() if (nouns := _COMPARED.get(word))), ())


_ADDED_UP = frozenset(
    ["amount", "cost", "total", "revenue", "quantity", "fee", "payment", "expense", "income", "turnover", "tax", "sum",
     "spend", "paid", "freight", "liter", "litre", "hour", "profit"]
)  # fmt: skip
_COMPARED = {
    "older": ("age",), "younger": ("age",), "taller": ("height",), "heavier": ("weight", "mass"),
    "lighter": ("weight", "mass"), "faster": ("speed", "velocity"), "slower": ("speed", "velocity"),
    "longer": ("length", "duration", "time"), "shorter": ("length", "duration", "time", "height"),
}  # fmt: skip
