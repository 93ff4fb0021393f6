"""A smaller question in place of one that took too long."""

from datetime import timedelta

from tasks.correction import Reflection
from tools.errors import ToolError
from tools.terms import Period, StructuredQuery

_TOO_SLOW = "StatementTimeout"


def scoped_down(query: StructuredQuery, reflections: list[Reflection]) -> StructuredQuery:
    """The query over the latest part of its period, halved for each time it took too long, else with fewer groups.

    Raises ToolError where it cannot be made smaller.
    """
    for _ in (r for r in reflections if r.error_class == _TOO_SLOW):
        query = _smaller(query)
    return query


def _smaller(query: StructuredQuery) -> StructuredQuery:
    if query.period and (half := _later_half(query.period)):
        return query.model_copy(update={"period": half})
    if len(query.by) > 1 and query.measures:
        kept = query.by[:-1]
        order = query.order_by if query.order_by in (*kept, *query.measures) else None
        return query.model_copy(update={"by": kept, "order_by": order})
    raise ToolError("The statement took too long and cannot be made smaller.")


def _later_half(period: Period) -> Period | None:
    days = (period.end - period.start).days + 1
    if days < 2:
        return None
    return Period(start=period.end - timedelta(days=days // 2 - 1), end=period.end)
