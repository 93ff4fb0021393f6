"""Figures and lists that one statement can give: lookups, rankings, trends, listings."""

from collections.abc import Iterable
from typing import Any

from crew.models.offline.ground import Ground
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.language import content_stems
from crew.models.offline.listed import listed_columns
from crew.models.offline.material import Material
from crew.models.offline.settling import measured_table
from crew.models.offline.shapes.dated_parts import by_parts
from crew.models.offline.shapes.errors import NotClear, not_together
from crew.models.offline.shapes.needs import row_slot, row_step
from crew.models.offline.shapes.periods import told
from crew.models.offline.times import event_columns, is_bare_year, is_beginning, is_pointed, time_column
from tasks.plan import Plan
from tools.errors import ToolError
from tools.sql.join_paths import JoinGraph
from tools.sql.naming import phrase
from tools.terms import Filter, Period, StructuredQuery
from tools.wording import said


def plan_figures(material: Material, ground: Ground) -> Plan:
    """One step with one statement. Raises NotClear."""
    inquiry = ground.inquiry
    if len(material.periods) > 1:
        raise NotClear(said("The question names several periods; ask for one, or for a comparison of two."))
    period = material.periods[0] if material.periods else None
    query = ground.compilable(figures_query(material, ground, period))
    assumptions = [*inquiry.assumptions]
    nameless = [phrase(f.column.rpartition(".")[2]) for f in query.filters if f.operator == "is not null"]
    assumptions += [said("rows without {name} are left out", name=name) for name in nameless]
    if inquiry.ranking == "lowest" and query.by and query.measures:
        assumptions.append(said("what has no rows at all is not ranked"))
    if period is not None:
        assumptions.append(
            said("“{words}” read as {meaning}", words=period.words, meaning=told(period, material.language))
        )
    elif query.measures and any(
        m in ground.semantics.metrics and ground.semantics.metrics[m].time for m in query.measures
    ):
        assumptions.append(said("no period named: all dates are counted"))
    return Plan(
        question_kind=_kind(inquiry, query),
        slots=(row_slot("figures", query, inquiry.entities),),
        steps=(row_step("figures", ground, query, material.question),),
        assumptions=tuple(assumptions),
    )


def figures_query(material: Material, ground: Ground, period: Period | None) -> StructuredQuery:
    """The query an inquiry amounts to, within a period. Raises NotClear."""
    inquiry = ground.inquiry
    time = _time(material, ground) if period is not None or inquiry.units or inquiry.weekdays else None
    filters = list(inquiry.filters)
    if period is not None and time is None:
        filters += by_parts(
            period, _tables(inquiry), inquiry.vocabulary, content_stems(material.question), material.today
        )
        period = None
    if (
        period is not None
        and time is not None
        and (_is_elsewhere(material, inquiry, period, time) or _may_be_of_partners(material, ground, time))
    ):
        raise NotClear(said("It is not clear which date “{words}” is about.", words=period.words))
    if inquiry.weekdays and time is None:
        raise NotClear(said("It is not clear which date the question groups by."))
    if inquiry.weekdays:
        filters.append(Filter(column=f"weekday({time})", operator="in", values=tuple(inquiry.weekdays)))
    if not inquiry.measures:
        return _listing(ground, tuple(filters), period, time)
    if inquiry.units and time is None:
        raise NotClear(said("It is not clear which date the question groups by."))
    by = [*inquiry.by, *(f"{unit}({time})" for unit in inquiry.units)]
    if "share" not in inquiry.asks:
        filters += _named_only(inquiry, inquiry.by)
    return StructuredQuery(
        measures=tuple(inquiry.measures),
        by=tuple(by),
        filters=tuple(filters),
        having=_having(inquiry),
        period=period,
        time_column=time,
        **_order(inquiry, by),
    )


def _is_elsewhere(material: Material, inquiry: Inquiry, period: Period, time: str) -> bool:
    """Whether a period is hardly about a date: one that is to be empty, or a year where rows hold bare years too."""
    if any(f.column == time and f.operator == "is null" for f in inquiry.filters):
        return True
    is_year = (period.start.month, period.start.day, period.end.month, period.end.day) == (1, 1, 12, 31)
    table = inquiry.vocabulary.schema.table(inquiry.vocabulary.table_in(time))
    has_years = table is not None and any(is_bare_year(c) for c in table.columns)
    hints = content_stems(material.question)
    return is_year and has_years and not is_pointed(time, hints)


def _may_be_of_partners(material: Material, ground: Ground, time: str) -> bool:
    """Whether conditions are about dated rows of which each counted row may have several.

    `Accounts that had a failed payment in May` were not opened in May.
    """
    vocabulary = ground.inquiry.vocabulary
    graph = JoinGraph(ground.schema, ground.schema.joins)
    dated = vocabulary.table_in(time)
    asked = {vocabulary.table_in(f.column) for f in ground.inquiry.filters}
    others = [t for name in asked if name != dated and (t := ground.schema.table(name)) and event_columns(t)]
    is_of_several = any(not graph.is_safe(dated, table.name) for table in others)
    return is_of_several and not is_pointed(time, content_stems(material.question))


def _listing(ground: Ground, filters: tuple[Filter, ...], period: Period | None, time: str | None) -> StructuredQuery:
    inquiry = ground.inquiry
    by = listed_columns(inquiry)
    if not by:
        raise NotClear(said("It is not clear what to list."))
    if inquiry.having:
        return StructuredQuery(
            measures=tuple(dict.fromkeys(m for m, _f in inquiry.having)), by=by,
            filters=(*filters, *_named_only(inquiry, by)),
            having=_having(inquiry), period=period, time_column=time, **_order(inquiry, list(by)),
        )  # fmt: skip
    if set(by) <= {f.column for f in filters if f.operator == "="}:
        raise NotClear(said("It is not clear what to list."))
    if inquiry.order is not None and inquiry.order not in by:
        by = (*by, inquiry.order)
    descending = inquiry.descending if inquiry.descending is not None else inquiry.ranking == "highest"
    return StructuredQuery(
        by=by, filters=filters, period=period, time_column=time, order_by=inquiry.order, descending=descending,
        limit=inquiry.limit, distinct=True,
    )  # fmt: skip


def _named_only(inquiry: Inquiry, by: Iterable[str]) -> list[Filter]:
    """Conditions that leave out rows without a name: no sentence could speak of them."""
    found = ((name, inquiry.vocabulary.column(name)) for name in by)
    known = {f.column for f in inquiry.filters}
    return [
        Filter(column=name, operator="is not null")
        for name, c in found
        if c and (c.is_nullable or _may_be_without(name, inquiry)) and name not in known
    ]


def _may_be_without(name: str, inquiry: Inquiry) -> bool:
    """Whether what is measured may have no row of a column's table, so that the group without a name is none."""
    schema, table = inquiry.vocabulary.schema, inquiry.vocabulary.table_in(name)
    measured = {t for m, *_f in [(m,) for m in inquiry.measures] + inquiry.having if (t := measured_table(m, inquiry))}
    graph = JoinGraph(schema, schema.joins)
    try:
        return any(step.may_miss for start in measured for step in graph.path(start, table))
    except ToolError:
        return False


def _order(inquiry: Inquiry, by: list[str]) -> dict[str, Any]:
    if inquiry.order is not None:
        descending = inquiry.descending if inquiry.descending is not None else inquiry.ranking == "highest"
        return {"order_by": inquiry.order, "descending": descending, "limit": inquiry.limit}
    if inquiry.ranking:
        return {"order_by": inquiry.measures[0], "descending": inquiry.ranking == "highest", "limit": inquiry.limit}
    if inquiry.units and inquiry.units[-1] != "weekday":
        return {"order_by": by[-1], "descending": False}
    return {"descending": inquiry.descending if inquiry.descending is not None else True}


def _having(inquiry: Inquiry) -> tuple[Filter, ...]:
    return tuple(condition for _measure, condition in inquiry.having)


def _time(material: Material, ground: Ground) -> str | None:
    inquiry = ground.inquiry
    if inquiry.time_column is not None:
        return inquiry.time_column
    for measure in [*inquiry.measures, *(m for m, _f in inquiry.having)]:
        try:
            time = ground.semantics.measure(measure).time
        except ToolError as error:
            raise not_together() from error
        if time is not None:
            return time
    hints = content_stems(material.question)
    found = time_column(_tables(inquiry), inquiry.vocabulary, hints)
    is_begun = found is not None and not inquiry.units and is_beginning(found, inquiry.vocabulary, hints)
    return None if is_begun else found


def _tables(inquiry: Inquiry) -> list[str]:
    table_in = inquiry.vocabulary.table_in
    measured = [table for m in inquiry.measures if (table := measured_table(m, inquiry))]
    subject = [inquiry.subject.table] if inquiry.subject and inquiry.subject.table else []
    return list(dict.fromkeys([*measured, *subject, *inquiry.tables, *(table_in(c) for c in inquiry.by)]))


def _kind(inquiry: Inquiry, query: StructuredQuery) -> str:
    if not query.measures:
        return "listing"
    if inquiry.ranking:
        return "ranking"
    if inquiry.units and inquiry.units[-1] != "weekday":
        return "trend"
    return "breakdown" if query.by else "lookup"
