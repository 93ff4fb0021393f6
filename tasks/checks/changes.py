"""What a value did between two times: from a calculation, from two figures, or from the rows a sentence names."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

from tasks.checks.claim import BoundFigure, Claim, label_of
from tasks.checks.clauses import Span
from tasks.checks.focus import focus
from tasks.checks.periods_named import change_periods
from tasks.dates.row_periods import row_period
from tasks.figures.cells import Cell, as_number
from tasks.figures.operand_fit import constraints, measure_of

_CHANGE_COLUMNS = ("growth", "change", "delta", "diff", "difference", "increase", "decrease", "variation")


def change_of(figure: BoundFigure) -> Decimal | None:
    """A figure's change in the order of time; None when it is no change."""
    if figure.value is None:
        return None
    if figure.operation in ("growth", "compound_rate"):
        return figure.value
    if figure.operation == "difference" and figure.calculation is not None:
        earlier, later = change_periods(figure)
        if earlier is None or later is None:
            return None
        first = figure.calculation.parts[0].cells[0]
        return figure.value if row_period(first.evidence, first.row) == later else -figure.value
    if figure.calculation is None and _is_change_column(figure.cells[0]):
        return figure.value
    return None


def range_change(claim: Claim, clause: Span) -> Decimal | None:
    """The change between two plain figures of a clause that are the same thing at two times."""
    inside = [f for f in claim.figures if clause[0] <= f.start < clause[1] and f.calculation is None and f.cells]
    for first, last in pairwise(inside):
        change = _between(first.cells[0], last.cells[0])
        if change is not None:
            return change
    return None


def change_of_named(claim: Claim, clause: Span) -> Decimal | None:
    """The change up to the one cell a clause is about, from the row just before it in time; None when unclear."""
    named = list(named_cells(claim))
    if len(named) == 2 and (change := _between(*named)) is not None:
        return change
    if len({label_of(n.period) for n in claim.periods if clause[0] <= n.start < clause[1]}) > 1:
        return None
    plain = [f for f in claim.figures if f.calculation is None and f.cells and f.value is not None]
    inside = [f for f in plain if clause[0] <= f.start < clause[1]] or plain
    cells = [c for f in inside for c in focus(f)] or named
    changes = {change for c in cells if (change := _since_the_row_before(c)) is not None}
    return changes.pop() if len(changes) == 1 else None


def named_cells(claim: Claim) -> Iterator[Cell]:
    """The cells of cited rows whose whole key, period and measure the sentence names."""
    measures = {m.label for m in claim.measures_named}
    for evidence in claim.rows:
        columns = [c for c in evidence.columns if (c.measure or c.name) in measures and c.role != "key"]
        for row in range(len(evidence.rows)):
            cells = [Cell(evidence, row, c) for c in columns]
            if cells and _is_named(cells[0], claim):
                yield from cells


def _is_named(cell: Cell, claim: Claim) -> bool:
    periods = [n.period for n in claim.periods] or list(claim.wording.periods)
    own = row_period(cell.evidence, cell.row)
    if own is not None and periods and (own.start, own.end) not in {(p.start, p.end) for p in periods}:
        return False
    return all(
        values[0] in {m.label for m in claim.values_named[column]}
        for column, operator, values in constraints(cell)
        if operator == "=" and len(values) == 1 and column in claim.values_named
    )


def _since_the_row_before(cell: Cell) -> Decimal | None:
    own = row_period(cell.evidence, cell.row)
    if own is None:
        return None
    earlier = [
        (period, other)
        for row in range(len(cell.evidence.rows))
        if (period := row_period(cell.evidence, row)) is not None and period.end < own.start
        for other in [Cell(cell.evidence, row, cell.column)]
        if constraints(other) == constraints(cell)
    ]
    if not earlier:
        return None
    return _between(max(earlier, key=lambda pair: pair[0].end)[1], cell)


def _between(first: Cell, last: Cell) -> Decimal | None:
    if measure_of(first) != measure_of(last) or constraints(first) != constraints(last):
        return None
    start, end = (row_period(c.evidence, c.row) for c in (first, last))
    before, after = as_number(first.value), as_number(last.value)
    if start is None or end is None or before is None or after is None or start == end:
        return None
    return after - before if start.end < end.start else before - after


def _is_change_column(cell: Cell) -> bool:
    return any(word in _CHANGE_COLUMNS for word in cell.column.name.lower().split("_"))
