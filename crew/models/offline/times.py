"""Which date column a question's period or calendar unit is about."""

import re
from collections.abc import Iterable
from datetime import date

from crew.models.offline.names import name_words
from crew.models.offline.resolving import DATED
from crew.models.offline.vocabulary import Vocabulary
from tools.sql.draft_columns import event_rank, is_moment_number, is_of_some, label_column
from tools.sql.schema import Column, Table

_YEAR = re.compile(r"[12]\d{3}")
_BIRTH = frozenset(["birth", "born", "birthday", "birthdate"])
_BOOKKEEPING = {
    "created",
    "crtd",
    "create",
    "updated",
    "update",
    "modified",
    "inserted",
    "deleted",
    "loaded",
    "timestamp",
}


def time_column(tables: Iterable[str], vocabulary: Vocabulary, hints: Iterable[str]) -> str | None:
    """The date column of the first table that has one, or of an event it is part of; None when it is not clear.

    What has a name is a person, place or thing of its own: its dates are meant only where a word points to one of them.
    `hints` are words of the question: `registered` points to `registration_date` where there are several.
    """
    hints = list(hints)
    for at, table in enumerate(_nearest_first(list(tables), vocabulary)):
        dated = date_columns(table)
        if not dated and any(is_moment_number(c) for c in table.columns):
            return None
        if dated:
            pointed = [c for c in dated if is_pointed(c, hints)]
            if at and len(pointed) != 1 and label_column(table) is not None:
                continue
            left = pointed if len(pointed) == 1 else _events(table, dated)
            if left != pointed and _is_end_of_part(table, left, vocabulary):
                continue
            return left[0] if len(left) == 1 else None
    return None


def _is_end_of_part(table: Table, days: list[str], vocabulary: Vocabulary) -> bool:
    """Whether rows of an event have only a day on which something further happened to some of them.

    Faults that an inspection found are as old as the inspection, whenever each of them was corrected.
    """
    is_part = any(j.is_unique and vocabulary.table_in(j.left[0]) == table.name for j in vocabulary.schema.joins)
    return is_part and all(is_of_some(table, c) for c in table.columns if f"{table.name}.{c.name}" in days)


def is_beginning(column: str, vocabulary: Vocabulary, hints: Iterable[str]) -> bool:
    """Whether a date tells since when a named thing has been there, and the question says nothing of it.

    `How many members were there in 2024?` counts more than those who joined then.
    """
    name, known = vocabulary.schema.table(vocabulary.table_in(column)), vocabulary.column(column)
    if name is None or known is None or label_column(name) is None or event_rank(name, known) != 1:
        return False
    return not is_pointed(column, hints)


def is_pointed(column: str, hints: Iterable[str]) -> bool:
    """Whether words of a question point to a date: `registered` to `registration_date`."""
    words = name_words(column.rpartition(".")[2])
    return any(are_related(h, w) for h in hints for w in words)


def is_bare_year(column: Column) -> bool:
    """Whether a column holds years, by number or as text of four digits."""
    is_text = column.kind == "text" and bool(column.values) and all(map(_YEAR.fullmatch, column.values))
    return (column.kind == "integer" or is_text) and "year" in name_words(column.name)


def year_column(tables: Iterable[str], vocabulary: Vocabulary, hints: Iterable[str]) -> str | None:
    """A column that holds bare years, in tables that have no date.

    A year of something, such as `release_year`, is meant only where the question says so.
    """
    known = [t for t in map(vocabulary.schema.table, tables) if t is not None]
    if any(date_columns(table) for table in known):
        return None
    hints = list(hints)
    found = year_columns(known)
    pointed = [c for c in found if _is_pointed_year(c, hints)]
    if len(found) == 1 and name_words(found[0].rpartition(".")[2]) == ("year",):
        return found[0]
    return pointed[0] if len(pointed) == 1 else None


def year_columns(tables: Iterable[Table]) -> list[str]:
    """The columns of tables that hold bare years."""
    return [f"{table.name}.{column.name}" for table in tables for column in table.columns if is_bare_year(column)]


def _is_pointed_year(column: str, hints: list[str]) -> bool:
    words = set(name_words(column.rpartition(".")[2])) - {"year"}
    return any(are_related(h, w) for h in hints for w in words)


def month_column(table: str, vocabulary: Vocabulary) -> str | None:
    """The column of a table that holds bare months, by number or name."""
    found = vocabulary.schema.table(table)
    named = [c for c in (found.columns if found else ()) if name_words(c.name) == ("month",)]
    return f"{table}.{named[0].name}" if len(named) == 1 and named[0].kind in ("integer", "text") else None


def date_columns(table: Table) -> list[str]:
    """The date columns of a table, as `table.column`."""
    return [f"{table.name}.{c.name}" for c in table.columns if c.kind in DATED]


def event_columns(table: Table) -> list[str]:
    """The dates in a table that tell of its rows, and not of how they were entered."""
    return _without_bookkeeping(date_columns(table))


def is_moment(column: Column) -> bool:
    """Whether a column holds days or moments, be they written as numbers: `sent_at`, `sent_ts`."""
    return column.kind in DATED or is_moment_number(column)


def births(table: Table | None) -> list[str]:
    """The dates of birth in a table."""
    dated = date_columns(table) if table is not None else []
    return [c for c in dated if _BIRTH & set(name_words(c.rpartition(".")[2]))]


def years_before(day: date, years: int) -> date:
    """The same day so many years earlier; the last of February for the 29th."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return day.replace(year=day.year - years, day=28)


def are_related(word: str, other: str) -> bool:
    """True when two words look like forms of one: `registered` and `registration`."""
    if _bare(word) == _bare(other) and len(_bare(word)) >= 3:
        return True
    shared = 0
    for a, b in zip(word, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= 5 or (shared == 4 and shared >= 0.6 * min(len(word), len(other)))


def _bare(word: str) -> str:
    """A verb without its ending: `rated` and `rating` are `rat`, `shipped` and `shipment` are `ship`."""
    if word.endswith("ment") and len(word) > len("element"):
        return word.removesuffix("ment")
    if word.endswith("ission"):
        return f"{word.removesuffix('ssion')}t"
    bare = next((word.removesuffix(e) for e in ("ing", "ed", "es", "e") if word.endswith(e)), word)
    return bare[:-1] if bare != word and len(bare) > 3 and bare[-1:] == bare[-2:-1] and bare[-1] in "bdgmnprt" else bare


def _events(table: Table, dated: list[str]) -> list[str]:
    """The dates on which rows happened, not those of bookkeeping; the day of creation where only ends are left."""
    left = _without_bookkeeping(dated)
    ranks = {f"{table.name}.{c.name}": event_rank(table, c) for c in table.columns}
    created = [c for c in dated if c not in left and ranks[c] == 2]
    return created if created and all(ranks[c] == 1 for c in left) else left


def _without_bookkeeping(columns: list[str]) -> list[str]:
    return [c for c in columns if not _BOOKKEEPING & set(name_words(c.rpartition(".")[2]))] or columns


def _nearest_first(tables: list[str], vocabulary: Vocabulary) -> Iterable[Table]:
    seen: set[str] = set()
    level = tables
    while level:
        for name in level:
            seen.add(name)
            table = vocabulary.schema.table(name)
            if table:
                yield table
        level = [
            goal
            for join in vocabulary.schema.joins
            if join.is_unique and join.left[0].rpartition(".")[0] in level
            for goal in [join.right[0].rpartition(".")[0]]
            if goal not in seen
        ]
