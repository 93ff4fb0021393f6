"""The terms in which what was asked and what was computed are compared.

A column is written `table.column`. A grain is a column or `month(table.column)` with one of the calendar
units day, week, month, quarter, year, or the weekday. A measure is the name of a metric, or one aggregate over one
column, written `sum(table.column)`, `avg`, `min`, `max`, `count`, `count_distinct`.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from tools.frozen import Frozen

Scalar = str | int | float | Decimal | bool | datetime | date | None
"""A value of a result cell or a parameter. Decimals are exact; dates are `date` or `datetime`."""

JsonScalar = str | int | float | bool | None
"""A value as JSON carries it: decimals and dates as strings."""

Operator = Literal["=", "!=", "<", "<=", ">", ">=", "in", "not in", "like", "not like", "is null", "is not null"]


class Period(Frozen):
    """A range of days, both ends included, and the words it was resolved from."""

    start: date
    end: date
    words: str = ""


class Filter(Frozen):
    """One condition on a column; the values are always bound, never text in a statement."""

    column: str
    """`table.column`, or a dimension's name."""
    operator: Operator = "="
    values: tuple[JsonScalar, ...] = ()
    """As the rows spell them; none for `is null`, two or more only for `in` and `not in`."""


class StructuredQuery(Frozen):
    """A question to one database in comparable terms, from which code writes the statement.

    Without measures it lists rows: the columns in `by`, which are then not grouped but selected.
    """

    measures: tuple[str, ...] = ()
    """Names of metrics, or one aggregate over one column: `sum(table.column)`, likewise avg, min, max, count and
    count_distinct; `count(table)` counts rows. A metric's own filters are added to it."""
    by: tuple[str, ...] = ()
    """Columns `table.column`, dimensions, or a date's unit such as `month(table.column)`: day, week, month, quarter,
    year."""
    filters: tuple[Filter, ...] = ()
    having: tuple[Filter, ...] = ()
    """Conditions on measures; `column` holds the measure."""
    period: Period | None = None
    time_column: str | None = None
    """The column the period is about; by default the metric's own."""
    order_by: str | None = None
    """A measure or an entry of `by`; by default the first measure."""
    descending: bool = True
    limit: int | None = None
    distinct: bool = False
