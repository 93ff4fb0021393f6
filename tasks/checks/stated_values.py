"""Which result cells a text's numbers are stated of, told by the measure, names and period beside them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from babel.numbers import is_currency

from tasks.checks.claim import Claim
from tasks.checks.clauses import attached
from tasks.checks.exclusions import is_named_as_included, values_left_out
from tasks.checks.names import names_something_else
from tasks.dates.named_periods import read_periods
from tasks.dates.row_periods import row_period, time_unit
from tasks.figures.cells import Cell, as_number
from tasks.figures.numbers import ReadNumber
from tasks.figures.operand_fit import constraints, measure_of
from tools.evidence import RowsEvidence


@dataclass(frozen=True)
class StatedValue:
    """A number that a sentence states of the same thing, measure and period as a cell."""

    number: ReadNumber
    cell: Cell

    @property
    def agrees(self) -> bool:
        """Whether the cell's value would be printed like this."""
        value = as_number(self.cell.value)
        return value is not None and self.number.fits(in_print_terms(value, self.cell.unit))


def stated_values(claim: Claim, rows: Sequence[RowsEvidence], heading: str = "") -> Iterator[StatedValue]:
    """Each number of the sentence with each cell it is stated of; names and periods may stand in the heading."""
    measured = [(n, attached(n.start, claim.measures_named, claim.clauses)) for n in claim.numbers]
    measured = [(number, near) for number, near in measured if len(near) == 1]
    if not measured:
        return
    around = _Around.of(heading, claim)
    for number, near in measured:
        for evidence in rows:
            for cell in _cells(evidence, next(iter(near))):
                if is_same_unit(number.unit, cell.unit) and _is_about(number, cell, claim, around):
                    yield StatedValue(number, cell)


def is_same_unit(read: str | None, unit: str | None) -> bool:
    """Whether a number as read may be a value of a column's unit."""
    if unit in ("ratio", "percent"):
        return read == "percent"
    if unit is not None and _is_currency(unit):
        return read == unit
    return read is None


@cache
def _is_currency(unit: str) -> bool:
    return is_currency(unit)


def in_print_terms(value: Decimal, unit: str | None) -> Decimal:
    """A value as `read_numbers` gives it: percentages as plain ratios."""
    return value / 100 if unit == "percent" else value


@dataclass(frozen=True)
class _Around:
    """Names and periods that a passage's title or section gives to all its sentences."""

    text: str
    values: Mapping[str, frozenset[str]]
    periods: frozenset[tuple[object, object]]

    @classmethod
    def of(cls, heading: str, claim: Claim) -> "_Around":
        values = {column: claim.values_in(column, heading) for column in claim.known} if heading else {}
        return cls(heading, values, frozenset((n.period.start, n.period.end) for n in read_periods(heading)))


def _cells(evidence: RowsEvidence, measure: str) -> Iterator[Cell]:
    for column in evidence.columns:
        if column.role == "key" or time_unit(column):
            continue
        for row in range(len(evidence.rows)):
            cell = Cell(evidence, row, column)
            if measure_of(cell) == measure and as_number(cell.value) is not None:
                yield cell


def _is_about(number: ReadNumber, cell: Cell, claim: Claim, around: _Around) -> bool:
    own = {c: values[0] for c, op, values in constraints(cell) if op == "=" and len(values) == 1}
    if any(op == "in" or (op == "=" and len(values) > 1) for _, op, values in constraints(cell)):
        return False
    if _names_what_is_left_out(cell, claim, around):
        return False
    for column in {*claim.values_named, *own}:
        named = attached(number.start, claim.values_named.get(column, ()), claim.clauses)
        if not named and not names_something_else(claim):
            named = around.values.get(column, frozenset())
        if (column in own and named != {own[column]}) or (column not in own and named):
            return False
    period = row_period(cell.evidence, cell.row)
    return period is not None and _periods_near(number, claim, around) == {(period.start, period.end)}


def _names_what_is_left_out(cell: Cell, claim: Claim, around: _Around) -> bool:
    return any(
        is_named_as_included(text, column, value, claim.wording)
        for column, values in values_left_out([cell]).items()
        for value in values
        for text in (claim.text, around.text)
    )


def _periods_near(number: ReadNumber, claim: Claim, around: _Around) -> frozenset[tuple[object, object]]:
    mentions = claim.period_mentions
    near = attached(number.start, mentions, claim.clauses)
    by_label = {m.label: (n.period.start, n.period.end) for m, n in zip(mentions, claim.periods, strict=True)}
    return frozenset(by_label[label] for label in near) or around.periods
