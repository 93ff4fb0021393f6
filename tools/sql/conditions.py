"""Filters and periods as conditions of a statement."""

from collections.abc import Callable
from datetime import timedelta

from sqlglot import exp

from tools.errors import ToolError
from tools.sql.columns import column_node, find_column
from tools.sql.dates import unit_node
from tools.sql.parameters import Parameters
from tools.sql.schema import Column, Schema
from tools.sql.semantics import Semantics
from tools.terms import Filter, JsonScalar, Operator, Period

_COMPARISONS: dict[Operator, type[exp.Binary]] = {
    "=": exp.EQ, "!=": exp.NEQ, "<": exp.LT, "<=": exp.LTE, ">": exp.GT, ">=": exp.GTE,
}  # fmt: skip


def filter_condition(condition: Filter, semantics: Semantics, parameters: Parameters) -> exp.Expr:
    """A filter on a column or a grain, its values bound. Raises ToolError when it cannot be read."""
    grain = semantics.grain(condition.column)
    table, column = find_column(semantics.schema, grain.column)
    node: exp.Expr = column_node(table, column)
    if grain.unit:
        node = unit_node(node, grain.unit, semantics.schema.dialect)
        column = Column(name=grain.unit, type="text", kind="text")
    return comparison(node, condition, lambda value: parameters.add_for(column, value))


def comparison(node: exp.Expr, condition: Filter, bind: Callable[[JsonScalar], exp.Expr]) -> exp.Expr:
    """`node` compared as the filter says; `bind` makes a value's placeholder."""
    operator, values = condition.operator, condition.values
    if operator in ("is null", "is not null") or values == (None,):
        is_null = exp.Is(this=node, expression=exp.null())
        return exp.Not(this=is_null) if operator in ("is not null", "!=", "not in") else is_null
    if not values:
        raise ToolError(f"The filter on `{condition.column}` has no value; give at least one.")
    if None in values:
        raise ToolError(f"The filter on `{condition.column}` mixes empty with other values; use `is null` by itself.")
    if operator in ("in", "not in") or (operator in ("=", "!=") and len(values) > 1):
        return _membership(node, [bind(value) for value in values], is_negated=operator in ("not in", "!="))
    if len(values) > 1:
        raise ToolError(f"`{operator}` on `{condition.column}` takes one value, not {len(values)}.")
    if operator in ("like", "not like"):
        like = exp.Like(this=node, expression=bind(values[0]))
        return exp.Not(this=like) if operator == "not like" else like
    return _COMPARISONS[operator](this=node, expression=bind(values[0]))


def period_condition(period: Period, time_column: str, schema: Schema, parameters: Parameters) -> exp.Expr:
    """The rows from a period's first day until before the day after its last: right with and without a time of day."""
    table, column = find_column(schema, time_column)
    node = column_node(table, column)
    return exp.And(
        this=exp.GTE(this=node, expression=parameters.add_day(column, period.start, "since")),
        expression=exp.LT(
            this=node.copy(), expression=parameters.add_day(column, period.end + timedelta(days=1), "before")
        ),
    )


def _membership(node: exp.Expr, values: list[exp.Expr], is_negated: bool) -> exp.Expr:
    if len(values) == 1:
        return (exp.NEQ if is_negated else exp.EQ)(this=node, expression=values[0])
    within = exp.In(this=node, expressions=values)
    return exp.Not(this=within) if is_negated else within
