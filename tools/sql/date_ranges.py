"""Conditions on dates as ranges of whole days."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from sqlglot import exp

from tools.sql.columns import node_text
from tools.sql.dates import read_part, read_unit
from tools.sql.read_conditions import NoValue, constant
from tools.sql.schema import Column, Schema
from tools.terms import Filter, Period

_MONTHS_OF = {"month": 1, "quarter": 3, "year": 12}


@dataclass(frozen=True)
class DateRange:
    """The days of a date column from `start` until before `before`; None where it is open."""

    column: str
    start: date | None = None
    before: date | None = None

    @property
    def period(self) -> Period | None:
        """The same with both ends included; None when an end is open or nothing lies between."""
        if self.start is None or self.before is None or self.start >= self.before:
            return None
        return Period(start=self.start, end=self.before - timedelta(days=1))

    def within(self, other: "DateRange") -> "DateRange":
        """What both ranges of the same column share."""
        starts = [d for d in (self.start, other.start) if d]
        ends = [d for d in (self.before, other.before) if d]
        return replace(self, start=max(starts, default=None), before=min(ends, default=None))


@dataclass(frozen=True)
class _Part:
    """Months or quarters of any year."""

    column: str
    first: int
    last: int
    months: int


def read_ranges(conditions: Iterable[exp.Expr], schema: Schema) -> tuple[dict[str, DateRange], list[exp.Expr]]:
    """The range of each date column that conditions bound, and the conditions that bound none."""
    ranges: dict[str, DateRange] = {}
    parts: list[tuple[_Part, exp.Expr]] = []
    others: list[exp.Expr] = []
    for condition in conditions:
        found = read_range(condition, schema)
        part = None if found else _read_part_of_year(condition)
        if found:
            known = ranges.get(found.column)
            ranges[found.column] = known.within(found) if known else found
        elif part:
            parts.append((part, condition))
        else:
            others.append(condition)
    for part, condition in parts:
        narrowed = _narrowed(ranges.get(part.column), part)
        if narrowed:
            ranges[part.column] = narrowed
        else:
            others.append(condition)
    return ranges, others


def read_range(condition: exp.Expr, schema: Schema) -> DateRange | None:
    """The days that one comparison with constants leaves of a date column; None when it is something else."""
    node = _without_denial(condition.unnest())
    try:
        if isinstance(node, exp.In) and not node.args.get("query"):
            return _one_after_another(node, schema)
        if isinstance(node, exp.EQ | exp.LT | exp.LTE | exp.GT | exp.GTE):
            return _compared(node, schema)
    except NoValue:
        return None
    return None


def _without_denial(node: exp.Expr) -> exp.Expr:
    """`NOT a < b` as `a >= b`: both leave out what is empty."""
    denied = node.this.unnest() if isinstance(node, exp.Not) else None
    opposite = _OPPOSITES.get(type(denied)) if denied is not None else None
    return opposite(this=denied.this, expression=denied.expression) if opposite and denied is not None else node


def range_filters(found: DateRange) -> list[Filter]:
    """A range as filters, where it is not the period."""
    filters = []
    if found.start:
        filters.append(Filter(column=found.column, operator=">=", values=(found.start.isoformat(),)))
    if found.before:
        filters.append(Filter(column=found.column, operator="<", values=(found.before.isoformat(),)))
    return filters


def filter_range(condition: Filter, schema: Schema) -> DateRange | None:
    """A filter on a date column as a range of whole days; None when it is not one."""
    column = date_column(condition.column, schema)
    if column is None or len(condition.values) != 1 or not isinstance(condition.values[0], str):
        return None
    days = _days_of(condition.values[0], "day")
    return _bounded(condition.column, condition.operator, days, condition.values[0], column) if days else None


def date_column(text: str, schema: Schema) -> Column | None:
    """The column, if it may hold dates: a date, or text, which is how SQLite keeps them."""
    table, _, name = text.rpartition(".")
    found = schema.table(table)
    column = found.column(name) if found else None
    return column if column and column.kind in ("date", "datetime", "text") else None


def has_time_of_day(column: Column) -> bool:
    """True when values may lie within a day, so that `<= a day` leaves out most of that day."""
    bounds = [bound for bound in (column.low, column.high) if bound]
    if bounds:
        return column.kind != "date" and any(len(bound) > 10 for bound in bounds)
    return column.kind != "date"


def _compared(node: exp.Binary, schema: Schema) -> DateRange | None:
    left, right, operator = node.this, node.expression, _OPERATORS[type(node)]
    if not left.find(exp.Column):
        left, right, operator = right, left, _FLIPPED.get(operator, operator)
    subject = _subject(left, schema)
    if subject is None:
        return None
    name, unit, column = subject
    value = constant(right)
    days = _days_of(value, unit or "day")
    if days is None:
        return None
    if unit:
        return _bounded(name, operator, days, "", None)
    return _bounded(name, operator, days, str(value), column)


_OPPOSITES: dict[type[exp.Expr], type[exp.Binary]] = {
    exp.LT: exp.GTE, exp.GTE: exp.LT, exp.GT: exp.LTE, exp.LTE: exp.GT,
}  # fmt: skip
_OPERATORS: dict[type[exp.Expr], str] = {exp.EQ: "=", exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">="}
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _bounded(name: str, operator: str, days: tuple[date, date], value: str, column: Column | None) -> DateRange | None:
    """The range that `operator` and a day (or unit) leave. With a time of day, only bounds between days count."""
    start, before = days
    is_exact = column is None or not has_time_of_day(column)
    ends_a_day = value[10:].strip("T ").startswith("23:59:59")
    is_midnight = value[10:].strip("T ") in ("", "00:00", "00:00:00", "00:00:00.000", "00:00:00.000000")
    if operator == ">=" and is_midnight:
        return DateRange(name, start=start)
    if operator == "<" and is_midnight:
        return DateRange(name, before=start)
    if operator == "<=" and (ends_a_day or (is_exact and is_midnight)):
        return DateRange(name, before=before)
    if operator == ">" and (ends_a_day or (is_exact and is_midnight)):
        return DateRange(name, start=before)
    if operator == "=" and is_exact and is_midnight:
        return DateRange(name, start=start, before=before)
    return None


def _subject(node: exp.Expr, schema: Schema) -> tuple[str, str | None, Column] | None:
    """The date column that is compared, and its unit when it is wrapped in one."""
    unit = read_unit(node)
    inner = unit[0] if unit else node.unnest()
    while isinstance(inner, exp.Cast | exp.TsOrDsToTimestamp):
        inner = inner.this
    if not isinstance(inner, exp.Column) or not inner.table:
        return None
    column = date_column(node_text(inner), schema)
    if column is None or (column.kind == "text" and not (unit or column.low or schema.dialect == "sqlite")):
        return None
    return node_text(inner), unit[1] if unit else None, column


def _one_after_another(node: exp.In, schema: Schema) -> DateRange | None:
    """`month in ('2025-07', '2025-08')` as one range, where no unit between is missing."""
    subject = _subject(node.this, schema)
    if subject is None or not subject[1]:
        return None
    spans = sorted(days for value in node.expressions if (days := _days_of(constant(value), subject[1])))
    is_unbroken = all(a[1] == b[0] for a, b in pairwise(spans))
    if len(spans) != len(node.expressions) or not spans or not is_unbroken:
        return None
    return DateRange(subject[0], start=spans[0][0], before=spans[-1][1])


def _days_of(value: object, unit: str) -> tuple[date, date] | None:
    """The first day of a unit's value and the first after it: `2025-07` gives July's."""
    text = str(value)
    try:
        if unit == "year":
            return date(int(text[:4]), 1, 1), date(int(text[:4]) + 1, 1, 1)
        if unit == "quarter" and "Q" in text:
            return _months(int(text[:4]), int(text[-1]) * 3 - 2, 3)
        if unit in ("month", "quarter"):
            digits = text.replace("-", "").replace("/", "")
            return _months(int(digits[:4]), int(digits[4:6]), _MONTHS_OF[unit])
        first = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return first, first + timedelta(days=7 if unit == "week" else 1)


def _months(year: int, month: int, count: int) -> tuple[date, date]:
    after = year * 12 + month - 1 + count
    return date(year, month, 1), date(after // 12, after % 12 + 1, 1)


def _read_part_of_year(condition: exp.Expr) -> _Part | None:
    """`month(t.c) in (7, 8, 9)` or `quarter(t.c) = 3`."""
    node = condition.unnest()
    found = read_part(node.this) if isinstance(node, exp.EQ | exp.In | exp.GTE | exp.LTE) else None
    if not found or found[1] not in ("month", "quarter"):
        return None
    try:
        values = [node.expression] if isinstance(node, exp.Binary) else node.expressions
        numbers = sorted(int(str(constant(value))) for value in values)
    except (NoValue, ValueError):
        return None
    if not numbers or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return None
    months = _MONTHS_OF[found[1]]
    first, last = numbers[0], numbers[-1]
    if isinstance(node, exp.GTE):
        last = 12 // months
    if isinstance(node, exp.LTE):
        first = 1
    return _Part(node_text(found[0]), first, last, months)


def _narrowed(known: DateRange | None, part: _Part) -> DateRange | None:
    """The months of a range that lies within one year."""
    period = known.period if known else None
    if known is None or period is None or period.start.year != period.end.year:
        return None
    start, _ = _months(period.start.year, (part.first - 1) * part.months + 1, part.months)
    _, before = _months(period.start.year, (part.last - 1) * part.months + 1, part.months)
    return known.within(DateRange(known.column, start=start, before=before))
