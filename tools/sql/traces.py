"""Traces that the first rows of a table leave in each column, by which a renamed column is known again."""

import hashlib
from collections.abc import Iterable, Sequence

from sqlglot import exp

from tools.sql.looks import Looks, base_node, column_of
from tools.sql.schema import Column, Table
from tools.terms import Scalar

_ROWS = 8
_DIGITS = 6
_FEWEST = 3
"""A trace of fewer different values says nothing: a flag looks like any other flag."""


def trace_columns(table: Table, looks: Looks, hidden: Sequence[str]) -> Table:
    """The table with the traces of its first rows by key; without a key that shows, or in time, without any."""
    if not table.primary_key or table.is_view or set(table.primary_key) & set(hidden):
        return table
    seen = [column for column in table.columns if column.name not in hidden]
    query = exp.select(*(column_of(table.name, column.name) for column in seen)).from_(base_node(table.name))
    fetched = looks.rows(query.order_by(*(column_of(table.name, name) for name in table.primary_key)).limit(_ROWS))
    if fetched is None:
        return table
    traces = {column.name: _trace(row[place] for row in fetched.rows) for place, column in enumerate(seen)}
    columns = tuple(_traced(column, traces.get(column.name, ())) for column in table.columns)
    return table.model_copy(update={"columns": columns})


def is_same_trace(old: Column, new: Column) -> bool | None:
    """Whether two columns hold the same values where traces of both are known; some of the rows may be gone."""
    if not old.trace or not new.trace:
        return None
    return 2 * len(set(old.trace) & set(new.trace)) >= min(len(set(old.trace)), len(set(new.trace)))


def _traced(column: Column, trace: tuple[str, ...]) -> Column:
    return column.model_copy(update={"trace": trace}) if len(set(trace)) >= _FEWEST else column


def _trace(values: Iterable[Scalar]) -> tuple[str, ...]:
    return tuple(hashlib.sha256(str(value).encode()).hexdigest()[:_DIGITS] for value in values)
