"""Identifiers of a database as the words a person would use for them."""

import re
from collections import Counter
from collections.abc import Sequence

from crew.models.offline.language import stem
from crew.models.offline.short_forms import IN_FULL, LAST_IN_FULL, SAME_WORDS, TABLE_MARKS, UNITS
from tasks.dates.period_language import without_accents


def name_words(identifier: str) -> tuple[str, ...]:
    """The stems in an identifier: `orderDate`, `order_date` and `ORDER DATE` are all (order, date)."""
    *head, last = _parts(identifier) or [""]
    full = [*head, last] if not head or last not in LAST_IN_FULL else [*head, *LAST_IN_FULL[last]]
    return tuple(stem(word) for part in full for word in IN_FULL.get(part, (part,)) if word)


def table_words(identifier: str) -> tuple[str, ...]:
    """The stems in a table's name without what only marks it as a table: `tbl_order` is (order)."""
    words = name_words(identifier)
    while len(words) > 1 and words[0] in TABLE_MARKS:
        words = words[1:]
    while len(words) > 1 and words[-1] in TABLE_MARKS:
        words = words[:-1]
    return words


def name_variants(identifier: str) -> tuple[tuple[str, ...], ...]:
    """The stems with short forms written out and as they stand: `min_amt` is (minimum, amount) and (min, amt)."""
    written = tuple(map(stem, _parts(identifier)))
    return (name_words(identifier), written) if written != name_words(identifier) else (written,)


def turned_around(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Other ways in which people say a name: `food type` as `type of food`, `pay load` as `payload`."""
    if len(words) < 2:
        return ()
    ways = [(words[-1], "of", *words[:-1])] if words[-1] != "number" else []
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


def without_table(column: str, table: str) -> tuple[str, ...]:
    """A column's name without its table's in front: `journalname` and `jname` in `journal` are (name); else empty."""
    words, own = name_words(column), table_words(table)
    for front in (own, own[-1:]):
        if words[: len(front)] == front and len(words) > len(front):
            return words[len(front) :]
    low, prefix = column.lower(), table.lower()
    if low == f"{prefix[:1]}name":
        return ("name",)
    rest = low.removeprefix(prefix).lstrip("_")
    return name_words(rest) if low != rest and len(rest) > 1 else ()


def without_unit(words: tuple[str, ...]) -> tuple[str, ...]:
    """A column's name without the unit at its end: `salary_eur` is (salary); empty where there is none."""
    return words[:-1] if len(words) > 1 and words[-1] in UNITS else ()


def same_words(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Other words for the same thing: (client) where it is called (customer)."""
    found = []
    for group in SAME_WORDS:
        spoken = [tuple(map(stem, said.split())) for said in group]
        if words in spoken:
            found += [other for other in spoken if other != words]
    return tuple(found)


def _parts(identifier: str) -> list[str]:
    whole = _MIXED_UNIT.sub(lambda unit: f"_{unit[0].lower()}", identifier)
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", whole)
    return [p for p in re.split(r"[\W_]+", without_accents(spaced).lower()) if p]


_MIXED_UNIT = re.compile(r"(?<![A-Z])(?:[kKMG]W|[kKMG]?Wh|[kKMG]Hz)$")
"""Units at the end of a name that are one word in capitals and small letters."""
