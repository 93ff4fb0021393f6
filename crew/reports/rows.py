"""The rows of an answer, read for tables and charts, with two periods of the same rows brought together."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from crew.answer import Answer
from crew.render.plain import plain
from crew.reports.numbers import decimal_of, people_period
from tools.sql.specs import SemanticSpec
from tools.terms import Period

_UNITS = ("day", "week", "month", "quarter", "year")
_NAMELESS = {"name", "label", "title", "code", "id"}


@dataclass(frozen=True)
class Column:
    """One column: its heading, and whether it names rows or measures them."""

    index: int
    name: str
    heading: str
    unit: str | None
    is_key: bool
    is_measure: bool
    is_time: bool


@dataclass(frozen=True)
class Rows:
    """One piece of rows."""

    id: str
    source: str
    about: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]
    row_count: int
    is_cut: bool
    period: Period | None
    filters: str

    @property
    def keys(self) -> list[Column]:
        """The columns that name a row."""
        return [column for column in self.columns if column.is_key]

    @property
    def measures(self) -> list[Column]:
        """The columns with computed values."""
        return [column for column in self.columns if column.is_measure]

    def key_of(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """What names a row."""
        return tuple(row[column.index] for column in self.keys)

    def period_name(self, language: str) -> str:
        """The period as a heading, or the evidence's number."""
        return people_period(self.period, language) if self.period else self.id


@dataclass(frozen=True)
class Group:
    """Rows, and where there are any the same rows of an earlier period."""

    now: Rows
    before: Rows | None = None

    @property
    def ids(self) -> list[str]:
        """The evidence it consists of."""
        return [self.now.id, *([self.before.id] if self.before else [])]

    def before_of(self, row: tuple[Any, ...], column: Column) -> Decimal | None:
        """The earlier period's value of a row."""
        if self.before is None:
            return None
        key = self.now.key_of(row)
        found = next((each for each in self.before.rows if self.before.key_of(each) == key), None)
        return decimal_of(found[column.index]) if found else None


def groups_of(answer: Answer, semantics: dict[str, SemanticSpec]) -> list[Group]:
    """The rows that proved sentences cite, in order; without any sentence, all rows."""
    cited = {number for sentence in answer.sentences for number in sentence.citations}
    pieces = [e for e in answer.evidence if e["kind"] == "rows" and (e["id"] in cited or not cited)]
    return list(_paired(_read(piece, semantics.get(piece["source"])) for piece in pieces))


def _paired(pieces: Iterable[Rows]) -> Iterable[Group]:
    left = list(pieces)
    while left:
        first = left.pop(0)
        other = next((each for each in left if _is_same_but_period(first, each)), None)
        if other is None:
            yield Group(first)
            continue
        left.remove(other)
        before, now = sorted((first, other), key=lambda rows: rows.period.end if rows.period else date.min)
        yield Group(now, before)


def _is_same_but_period(one: Rows, other: Rows) -> bool:
    if one.period is None or other.period is None or one.period.end == other.period.end:
        return False
    same = (one.source, one.columns, one.filters) == (other.source, other.columns, other.filters)
    return same and not any(column.is_time for column in one.columns)


def _read(piece: dict[str, Any], semantic: SemanticSpec | None) -> Rows:
    terms = piece.get("computed_terms") or {}
    period = terms.get("period")
    return Rows(
        id=piece["id"],
        source=piece["source"],
        about=plain(piece.get("computed") or ""),
        columns=tuple(_column(index, column, semantic) for index, column in enumerate(piece["columns"])),
        rows=tuple(tuple(row) for row in piece["rows"]),
        row_count=piece["row_count"],
        is_cut=bool(piece.get("truncated")),
        period=Period.model_validate(period) if period else None,
        filters=str(terms.get("filters")),
    )


def _column(index: int, column: dict[str, Any], semantic: SemanticSpec | None) -> Column:
    source = column.get("source") or ""
    is_time = column.get("type") in ("date", "datetime") or source.split("(")[0] in _UNITS
    is_measure = column.get("role") == "measure"
    return Column(
        index=index,
        name=column["name"],
        heading=_heading(column["name"], source, semantic),
        unit=column.get("unit"),
        is_key=column.get("role") == "key" or (not is_measure and column.get("type") in ("text", "date", "datetime")),
        is_measure=is_measure,
        is_time=is_time,
    )


def _heading(name: str, source: str, semantic: SemanticSpec | None) -> str:
    words = name
    if name in _NAMELESS:
        dimensions = semantic.dimensions if semantic else {}
        table = source.rpartition(".")[0].rpartition(".")[2]
        words = next((each for each, spec in dimensions.items() if spec.column == source), table or name)
    return plain(words.replace("_", " ")).strip().capitalize()
