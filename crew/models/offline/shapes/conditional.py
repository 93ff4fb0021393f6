"""A measure over only those rows that meet conditions, written as one aggregate beside others."""

import re

from sqlglot import exp

from crew.models.offline.ground import Ground
from crew.models.offline.shapes.errors import not_together
from tools.errors import ToolError
from tools.sql.conditions import filter_condition
from tools.sql.parameters import Parameters
from tools.sql.schema import Column
from tools.terms import Filter, JsonScalar

_PLAIN = re.compile(r"(count|sum|avg|min|max)\(([\w.]+)\)")


def under_conditions(measure: str, conditions: list[Filter], ground: Ground) -> str:
    """The measure where the conditions hold, such as `sum(case when … then 1 else 0 end)`. Raises NotClear."""
    if not conditions:
        return measure
    call = _PLAIN.fullmatch(measure)
    if call is None:
        raise not_together()
    dialect = ground.schema.dialect
    condition = " AND ".join(_written(c, ground).sql(dialect=dialect) for c in conditions)
    if call[1] == "count":
        return f"sum(case when {condition} then 1 else 0 end)"
    return f"{call[1]}(case when {condition} then {call[2]} end)"


class _Written(Parameters):
    """Values written into the expression by the library, for a measure that is text."""

    def add_for(self, column: Column, value: JsonScalar, stem: str | None = None) -> exp.Expr:
        """The value itself, quoted as the dialect wants it."""
        return exp.convert(value)


def _written(condition: Filter, ground: Ground) -> exp.Expr:
    try:
        return filter_condition(condition, ground.semantics, _Written(ground.schema.dialect))
    except ToolError as error:
        raise not_together() from error
