"""Rows of evidence as a sentence may speak of them: what a measure and a row are called, and which cell it is."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property

from tasks.dates.periods import period_words
from tasks.figures.cells import as_day
from tasks.figures.operand_fit import end_of_days
from tasks.plan import Slot
from tools.evidence import EvidenceColumn, RowsEvidence
from tools.sql.naming import phrase, plural_phrase, words_in
from tools.terms import Scalar


@dataclass(frozen=True)
class TellableRows:
    """The rows that filled a slot."""

    slot: Slot
    evidence: RowsEvidence
    usual_days: Mapping[str, str] = field(default_factory=dict)
    """The date that each metric is usually counted by, where it has one."""

    @property
    def measures(self) -> list[EvidenceColumn]:
        """The columns that hold measures."""
        return [c for c in self.evidence.columns if c.role == "measure"]

    @property
    def keys(self) -> list[EvidenceColumn]:
        """The columns that name a row."""
        return [c for c in self.evidence.columns if c.role == "key"]

    def narrower_period(self, language: str) -> str:
        """The period that was computed where it is not the one asked for; else empty."""
        asked, computed = self.slot.need.period, self.evidence.computed.period
        if asked is None or computed is None or (asked.start, asked.end) == (computed.start, computed.end):
            return ""
        return period_words(computed, language)

    @property
    def other_day(self) -> str:
        """` (packaged on)`: the date that periods are told by, where that is not a measure's usual one; else empty."""
        computed = self.evidence.computed
        days = [match[1] for c in self.keys if (match := OF_UNIT.match(c.source or ""))]
        days += [computed.time_column] if computed.period is not None and computed.time_column else []
        usual = {day.lower() for c in self.measures if (day := self.usual_days.get(c.measure or ""))}
        others = dict.fromkeys(phrase(day.rpartition(".")[2]) for day in days if usual and day.lower() not in usual)
        return f" ({', '.join(others)})" if others else ""

    @property
    def has_nameless_rows(self) -> bool:
        """True when a row has no name by which a sentence could speak of it."""
        return bool(self.keys) and any(not self.is_nameable(row) for row in range(len(self.evidence.rows)))

    def is_nameable(self, row: int) -> bool:
        """True when a sentence can name the row; of rows without keys there is nothing to name."""
        return not self.keys or all(value not in (None, "") for value in self.key(row))

    def key(self, row: int) -> tuple[Scalar, ...]:
        """What names a row."""
        return tuple(self.evidence.row_key(row).values())

    def name(self, row: int) -> tuple[Scalar, ...]:
        """What a sentence calls a row: its key, without numbers that only identify where a name tells it apart."""
        name = self._names[row]
        return name if name and self._times_named[name] == 1 else self.key(row)

    @cached_property
    def _names(self) -> list[tuple[Scalar, ...]]:
        telling = [not _only_identifies(column) for column in self.keys]
        rows = range(len(self.evidence.rows))
        return [tuple(v for v, tells in zip(self.key(row), telling, strict=True) if tells) for row in rows]

    @cached_property
    def _times_named(self) -> Counter[tuple[Scalar, ...]]:
        return Counter(self._names)

    def row_of(self, key: tuple[Scalar, ...]) -> int | None:
        """The row of that name."""
        return next((i for i in range(len(self.evidence.rows)) if self.key(i) == key), None)

    def value(self, row: int, column: EvidenceColumn) -> Decimal | None:
        """A number in a cell; None for anything else."""
        value = self.evidence.rows[row][self.evidence.column_index(column.name)]
        if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
            return None
        return Decimal(str(value))

    def stated(self, row: int, column: EvidenceColumn) -> Decimal | date | None:
        """A number or a day in a cell; None for anything else."""
        value = self.evidence.rows[row][self.evidence.column_index(column.name)]
        number = self.value(row, column)
        return as_day(value) if number is None else number

    def cell(self, row: int, column: EvidenceColumn) -> str:
        """The reference to a cell."""
        return f"{self.evidence.id}[{row}].{column.name}"

    def column(self, column: EvidenceColumn) -> str:
        """The reference to a whole column."""
        return f"{self.evidence.id}[*].{column.name}"


def _only_identifies(column: EvidenceColumn) -> bool:
    return column.type == "integer" and words_in(column.name)[-1:] == ("id",)


def measure_words(column: EvidenceColumn) -> str:
    """How a measure is called in a sentence."""
    counted = [w for w in column.words if not w.startswith(("number of ", "count "))]
    if (column.measure or "").startswith("count(") and column.unit == "count" and counted:
        return f"number of {counted[0]}"
    call = _CALL.fullmatch(column.measure or "")
    if call is not None and (end := end_of_days(column)):
        return f"{_ENDS[end]} {phrase(call[2])}"
    if call is not None and ("(" in column.name or words_in(column.name) == words_in(f"{call[1]}_{call[2]}")):
        return _called(call[1], phrase(call[2]))
    return column.words[0] if column.words else phrase(column.measure or column.name)


def _called(call: str, told: str) -> str:
    """An aggregate that the statement gave no name of its own."""
    if call == "count_distinct":
        return f"number of different {plural_phrase(told.removesuffix(' id').split())}"
    return told if told.startswith(_CALLED[call]) else f"{_CALLED[call]} {told}"


OF_UNIT = re.compile(r"(?:day|week|month|quarter|year)\(([^()]*)")
"""A column that groups by a calendar unit, and of which date."""
_CALL = re.compile(r"(count_distinct|sum|avg|min|max)\((?:\w+\.)*(\w+)\)")
_ENDS = {"first": "earliest", "last": "latest"}
_CALLED = {"sum": "total", "avg": "average", "min": "lowest", "max": "highest"}


def same_terms(one: Slot, other: Slot) -> bool:
    """True when two slots ask the same of two periods."""
    a, b = one.need, other.need
    return (a.measures, a.grain, a.filters) == (b.measures, b.grain, b.filters) and a.period != b.period
