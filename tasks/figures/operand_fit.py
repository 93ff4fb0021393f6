"""Whether the operands of a calculation may be combined: what each is about, and what it is measured in."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations
from typing import Literal

from tasks.dates.row_periods import entity_key, has_time_key, row_period, time_unit
from tasks.figures.cells import Cell
from tasks.figures.errors import NotAValue, OperandsDoNotFit, RowsAreCut
from tools.evidence import EvidenceColumn, RowsEvidence
from tools.terms import Filter, Period

Constraint = tuple[str, str, tuple[str, ...]]
"""A condition on what is counted: column, operator, values."""


@dataclass(frozen=True)
class Operand:
    """One operand, evaluated: its numbers (several for a column), its unit, and the cells it rests on."""

    reference: str
    numbers: tuple[Decimal, ...]
    unit: str | None
    cells: tuple[Cell, ...]
    is_column: bool = False
    operation: str | None = None

    @property
    def number(self) -> Decimal:
        """The value of an operand that is no column; raises OperandsDoNotFit for a column."""
        if self.is_column:
            raise OperandsDoNotFit(f"{self.reference} is a column; name one row: E1[0].column.")
        return self.numbers[0]

    @property
    def evidence(self) -> RowsEvidence:
        """Where the operand's first cell stands."""
        if not self.cells:
            raise NotAValue(f"{self.reference} has no rows.")
        return self.cells[0].evidence


def measure_of(cell: Cell) -> str:
    """What a cell measures, comparable between statements."""
    return measure_label(cell.column)


def measure_label(column: EvidenceColumn) -> str:
    """What a column measures; of the first or last day of something, which day that is."""
    label = column.measure or column.name
    ends = _END_OF_DAYS.fullmatch(label) if column.type in ("date", "datetime") else None
    return ends[2] if ends else label


def end_of_days(column: EvidenceColumn) -> Literal["first", "last"] | None:
    """Whether a column holds the first or the last of several days; None for any other column."""
    ends = _END_OF_DAYS.fullmatch(column.measure or "")
    if ends is None or column.type not in ("date", "datetime"):
        return None
    return "first" if ends[1] == "min" else "last"


_END_OF_DAYS = re.compile(r"(min|max)\((.+)\)")


def constraints(cell: Cell) -> frozenset[Constraint]:
    """The conditions that say what a cell is about, apart from time: its row's key and its statement's filters."""
    evidence = cell.evidence
    filters = {_constraint(f) for f in evidence.computed.filters if f.column not in _time_columns(evidence)}
    keys = {(column, "=", (str(value),)) for column, value in entity_key(evidence, cell.row).items()}
    return frozenset(filters | keys)


def periods(operand: Operand) -> set[tuple[object, object]]:
    """The periods of an operand's cells, as pairs of days."""
    found = (row_period(c.evidence, c.row) for c in operand.cells)
    return {(p.start, p.end) if p else (None, None) for p in found}


def require_same_unit(operands: Sequence[Operand], operation: str) -> str | None:
    """The unit all operands share; raises OperandsDoNotFit when they differ."""
    units = {o.unit for o in operands}
    if len(units) > 1:
        shown = ", ".join(f"{o.reference} in {o.unit or 'no unit'}" for o in operands)
        raise OperandsDoNotFit(f"{operation} needs one unit, but here are {shown}.")
    return operands[0].unit


def require_same_measure(operands: Sequence[Operand], operation: str) -> None:
    """Raises OperandsDoNotFit unless all cells measure the same."""
    measures = sorted({measure_of(c) for o in operands for c in o.cells})
    if len(measures) > 1:
        raise OperandsDoNotFit(f"{operation} needs one measure, but here are {', '.join(measures)}.")


def require_only_time_differs(first: Operand, last: Operand, operation: str) -> None:
    """Raises OperandsDoNotFit unless both are the same measure of the same thing, and `first` is the earlier."""
    if _is_pair_of_columns(first, last):
        return
    require_same_measure((first, last), operation)
    if {constraints(c) for c in first.cells} != {constraints(c) for c in last.cells}:
        raise OperandsDoNotFit(
            f"{operation} compares one thing at two times, but {first.reference} and {last.reference} are about "
            "different rows or filters. Use rows with the same key and another period, or `difference` or `ratio`."
        )
    if not _is_earlier(first, last):
        raise OperandsDoNotFit(f"{operation} goes from the earlier to the later: {first.reference} is not before "
                               f"{last.reference}, or their periods are unknown.")  # fmt: skip
    shorter, longer = sorted((_days(first), _days(last)))
    if longer > shorter * _MOST_UNEVEN:
        raise OperandsDoNotFit(
            f"{operation} compares periods of one length, but {first.reference} is over {_days(first)} days and "
            f"{last.reference} over {_days(last)}. Use the same days of the earlier year, quarter or month."
        )


def require_part_of_whole(part: Operand, whole: Operand) -> None:
    """Raises OperandsDoNotFit unless the numerator is contained in the denominator."""
    require_same_measure((part, whole), "share")
    if whole.is_column:
        _require_row_of_column(part, whole)
        return
    if periods(part) != periods(whole):
        raise OperandsDoNotFit(f"share: {part.reference} and {whole.reference} are about different periods.")
    for cell in part.cells:
        if not any(constraints(w) <= constraints(cell) for w in whole.cells):
            raise OperandsDoNotFit(
                f"share: {part.reference} is not part of {whole.reference}. The whole must have the part's filters or "
                "fewer, and no row key the part lacks. For two different things use `ratio`."
            )


def require_all_rows(operand: Operand, operation: str) -> None:
    """Raises RowsAreCut when rows are missing from a column."""
    evidence = operand.evidence
    if evidence.truncated or len(evidence.rows) < evidence.row_count:
        raise RowsAreCut(f"{operation} needs every row, and {evidence.id} holds {len(evidence.rows)} of "
                         f"{evidence.row_count}. Fetch the aggregate with a statement.")  # fmt: skip
    if is_limited(evidence) and not (operation == "rank" and _is_sorted_by(operand)):
        raise RowsAreCut(f"{operation} needs every row, and the statement behind {evidence.id} has a LIMIT. "
                         "Fetch the total, or all rows.")  # fmt: skip


_RATES = frozenset({
    "rate", "ratio", "avg", "average", "mean", "median", "pct", "percent", "percentage", "taux", "moyenne", "tasa",
    "promedio", "durchschnitt",
})  # fmt: skip
"""Words of a column's name that tell of values which do not add up."""


def require_summable(operand: Operand, operation: str) -> None:
    """Raises OperandsDoNotFit for averages, ratios and the like, whose sum means nothing."""
    for cell in operand.cells:
        measure = measure_of(cell)
        is_rate = operand.unit in ("ratio", "percent") or not _RATES.isdisjoint(cell.column.name.casefold().split("_"))
        if is_rate or measure.startswith(("avg(", "count_distinct(", "min(", "max(")):
            raise OperandsDoNotFit(f"{operation}: values of {measure} cannot be added up. Fetch it for the whole.")


def require_no_overlap(operands: Sequence[Operand], operation: str) -> None:
    """Raises OperandsDoNotFit when one cell is part of another, such as a country and the region it lies in."""
    cells = [c for o in operands for c in o.cells]
    statements = {c.evidence.id for c in cells}
    for a, b in permutations(cells, 2) if len(statements) > 1 else ():
        is_same_time = row_period(a.evidence, a.row) == row_period(b.evidence, b.row)
        if a.evidence.id != b.evidence.id and is_same_time and constraints(a) <= constraints(b):
            raise OperandsDoNotFit(f"{operation}: {b.reference} is part of {a.reference} and would count twice.")


def is_limited(evidence: RowsEvidence) -> bool:
    """Whether a LIMIT of the statement may have left rows out."""
    limit = evidence.computed.limit
    return limit is not None and evidence.row_count >= limit


def months_between(first: Period, last: Period) -> int | None:
    """Whole months from the start of one period to the start of the other; None when they are not whole."""
    if first.start.day != last.start.day:
        return None
    return (last.start.year - first.start.year) * 12 + last.start.month - first.start.month


def _time_columns(evidence: RowsEvidence) -> set[str]:
    return {evidence.computed.time_column or ""} | {
        (c.source or c.name).split("(")[-1].rstrip(")") for c in evidence.columns if time_unit(c)
    }


def _constraint(condition: Filter) -> Constraint:
    operator = "=" if condition.operator == "in" and len(condition.values) == 1 else condition.operator
    return condition.column, operator, tuple(sorted(str(v) for v in condition.values))


_MOST_UNEVEN = 1.2
"""Months and quarters differ by a few days, and February by an eighth."""


def _days(operand: Operand) -> int:
    """The days that an operand's cells are about, each period counted once."""
    found = {p.start: p for c in operand.cells if (p := row_period(c.evidence, c.row))}
    return sum((p.end - p.start).days + 1 for p in found.values())


def _is_earlier(first: Operand, last: Operand) -> bool:
    before = [row_period(c.evidence, c.row) for c in first.cells]
    after = [row_period(c.evidence, c.row) for c in last.cells]
    if not before or not after or None in before or None in after:
        return False
    return max(p.end for p in before if p) < min(p.start for p in after if p)


_EARLIER_WORDS = ("previous", "prior", "last", "before", "earlier", "vorjahr", "vorquartal", "vormonat", "prev", "py")


def _is_pair_of_columns(first: Operand, last: Operand) -> bool:
    """Two columns of one row, such as `previous_revenue` and `revenue`, or `revenue_2024` and `revenue_2025`."""
    if len(first.cells) != 1 or len(last.cells) != 1:
        return False
    a, b = first.cells[0], last.cells[0]
    if a.evidence.id != b.evidence.id or a.row != b.row or a.column.name == b.column.name:
        return False
    old, new = a.column.name.lower().split("_"), b.column.name.lower().split("_")
    only_old, only_new = [w for w in old if w not in new], [w for w in new if w not in old]
    if only_old and set(only_old) <= set(_EARLIER_WORDS) | {"year", "quarter", "month"} and not only_new:
        return set(only_old) & set(_EARLIER_WORDS) != set()
    return len(only_old) == len(only_new) == 1 and _is_later_year(only_old[0], only_new[0])


def _is_later_year(old: str, new: str) -> bool:
    return len(old) == len(new) == 4 and old.isdigit() and new.isdigit() and old < new


def _require_row_of_column(part: Operand, whole: Operand) -> None:
    for cell in part.cells:
        if not any(cell.evidence.id == w.evidence.id and cell.column.name == w.column.name for w in whole.cells):
            raise OperandsDoNotFit(f"share: {part.reference} is no row of {whole.reference}.")
    if has_time_key(whole.evidence) and _mixes_periods(part, whole):
        raise OperandsDoNotFit(
            f"share: {whole.reference} adds up several periods, and {part.reference} is about one. "
            "Sum the cells of that period first, or fetch the total of the period."
        )


def _mixes_periods(part: Operand, whole: Operand) -> bool:
    """A share of all periods is meant only where time alone tells the rows apart."""
    entities = {tuple(_as_items(entity_key(c.evidence, c.row))) for c in whole.cells}
    return len(entities) > 1 and periods(part) != periods(whole)


def _as_items(key: Mapping[str, object]) -> Iterable[tuple[str, str]]:
    return sorted((k, str(v)) for k, v in key.items())


def _is_sorted_by(operand: Operand) -> bool:
    falling = all(a >= b for a, b in zip(operand.numbers, operand.numbers[1:], strict=False))
    named = operand.evidence.computed.order_by or ""
    cell = operand.cells[0]
    return falling and any(word and word in named for word in (cell.column.name, cell.column.measure))
