"""Identifiers of a database as the words a person would use for them."""

import re
from collections import Counter
from collections.abc import Sequence

from crew.models.offline.language import stem
from tasks.dates.period_language import without_accents


def name_words(identifier: str) -> tuple[str, ...]:
    """The stems in an identifier: `orderDate`, `order_date` and `ORDER DATE` are all (order, date)."""
    return tuple(stem(_IN_FULL.get(p, p)) for p in _parts(identifier))


def name_variants(identifier: str) -> tuple[tuple[str, ...], ...]:
    """The stems with short forms written out and as they stand: `min_amt` is (minimum, amount) and (min, amt)."""
    written = tuple(map(stem, _parts(identifier)))
    return (name_words(identifier), written) if written != name_words(identifier) else (written,)


def turned_around(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Other ways in which people say a name: `food type` as `type of food`, `pay load` as `payload`."""
    if len(words) < 2:
        return ()
    ways = [(words[-1], "of", *words[:-1])]
    if len(words) == 2 and len("".join(words)) > 5:
        ways.append(("".join(words),))
    if words[0] == "number":
        ways.append(("number", "of", *words[1:]))
    return tuple(ways)


def without_shared_prefix(names: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Names without the leading words that (nearly) all of them share, such as `sb tx` in `sbTxAmount`."""
    shortened = list(names)
    for _ in range(2):
        first = Counter(n[0] for n in shortened if len(n) > 1)
        if not first:
            break
        word, count = first.most_common(1)[0]
        if count < 3 or count < 0.8 * len(shortened) or len(word) > 5:
            break
        shortened = [n[1:] if len(n) > 1 and n[0] == word else n for n in shortened]
    return shortened


def without_table(column: str, table: str) -> str | None:
    """A column's name without its table's name in front: `journalname` in `journal` is `name`; else None."""
    low, prefix = column.lower(), table.lower()
    rest = low.removeprefix(prefix).lstrip("_")
    return rest if low != rest and len(rest) > 1 else None


def _parts(identifier: str) -> list[str]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", identifier)
    return [p for p in re.split(r"[\W_]+", without_accents(spaced).lower()) if p]


_IN_FULL = {
    "amt": "amount", "qty": "quantity", "dt": "date", "desc": "description", "num": "number", "cnt": "count",
    "dept": "department", "addr": "address", "tx": "transaction", "txn": "transaction", "cust": "customer",
    "prod": "product", "tot": "total", "cat": "category", "ts": "timestamp", "loc": "location", "reg": "registration",
    "ins": "insurance", "emp": "employee", "mgr": "manager", "inv": "invoice", "acct": "account", "curr": "currency",
    "ccy": "currency", "pct": "percent", "avg": "average", "max": "maximum", "min": "minimum", "pay": "pay",
    "yr": "year", "mth": "month", "org": "organization", "med": "medication", "appr": "approval", "lang": "language",
}  # fmt: skip
