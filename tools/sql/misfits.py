"""Where a statement uses a column as something its type is not: sums over text, dates compared with words."""

import re
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal, InvalidOperation

from sqlglot import exp

from tools.errors import ToolError
from tools.evidence import Computed
from tools.sql.columns import find_column
from tools.sql.schema import Column, Schema
from tools.sql.semantics import Semantics
from tools.terms import Filter
from tools.wording import said

_NUMBERS = ("integer", "decimal", "float")
_MONTH = re.compile(r"\d{4}(-\d{2}){0,2}")


def misfits(computed: Computed, schema: Schema, semantics: Semantics) -> Iterator[str]:
    """Each misfit in words."""
    for measure in computed.measures:
        yield from _summed_text(measure, schema, semantics)
    for condition in computed.filters:
        column = _column(condition.column, schema)
        if column is not None and any(not _fits(value, column) for value in _compared(condition)):
            yield said(
                "`{column}` holds {kind} and is compared with {value}",
                column=condition.column,
                kind=column.kind,
                value=repr(condition.values[0]),
            )


def _summed_text(measure: str, schema: Schema, semantics: Semantics) -> Iterator[str]:
    try:
        tree = semantics.measure(measure).tree
    except ToolError:
        return
    for call in tree.find_all(exp.Sum, exp.Avg):
        if isinstance(call.this, exp.Column):
            name = f"{call.this.table}.{call.this.name}"
            column = _column(name, schema)
            if column is not None and column.kind == "text":
                yield said("`{column}` holds text and is added up; CAST it where it holds numbers", column=name)


def _compared(condition: Filter) -> tuple[object, ...]:
    return condition.values if condition.operator not in ("like", "not like", "is null", "is not null") else ()


def _fits(value: object, column: Column) -> bool:
    if not isinstance(value, str):
        return True
    if column.kind in ("date", "datetime"):
        return _is_moment(value)
    return column.kind not in _NUMBERS or _is_number(value)


def _is_moment(value: str) -> bool:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return _MONTH.fullmatch(value) is not None
    return True


def _is_number(value: str) -> bool:
    try:
        Decimal(value)
    except InvalidOperation:
        return False
    return True


def _column(text: str, schema: Schema) -> Column | None:
    try:
        return find_column(schema, text)[1]
    except ToolError:
        return None
