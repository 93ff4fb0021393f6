"""A plan written over names that a database has renamed since, said in the names it has now."""

from collections.abc import Mapping, Sequence

from tasks.plan import Need, Plan, PlanStep
from tools.sql.renaming import Renamed, renamed_text
from tools.terms import Filter, StructuredQuery

Changes = Sequence[Renamed]


def renamed_plan(plan: Plan, changes: Mapping[str, Changes]) -> Plan:
    """The plan with the likely new names of each source."""
    if not any(changes.values()):
        return plan
    steps = tuple(renamed_step(step, changes.get(step.source, ())) for step in plan.steps)
    sources = {step.slot: step.source for step in plan.steps}
    slots = tuple(
        slot.model_copy(update={"need": renamed_need(slot.need, changes.get(sources.get(slot.id, ""), ()))})
        for slot in plan.slots
    )
    return plan.model_copy(update={"steps": steps, "slots": slots})


def renamed_step(step: PlanStep, changes: Changes) -> PlanStep:
    """A step with the likely new names."""
    if step.query is None or not changes:
        return step
    return step.model_copy(update={"query": renamed_query(step.query, changes)})


def renamed_need(need: Need, changes: Changes) -> Need:
    """What a slot needs, with the likely new names."""
    return need.model_copy(
        update={
            "measures": _texts(need.measures, changes),
            "grain": _texts(need.grain, changes),
            "filters": _filters(need.filters, changes),
            "having": _filters(need.having, changes),
        }
    )


def renamed_query(query: StructuredQuery, changes: Changes) -> StructuredQuery:
    """A query with the likely new names."""
    return query.model_copy(
        update={
            "measures": _texts(query.measures, changes),
            "by": _texts(query.by, changes),
            "filters": _filters(query.filters, changes),
            "having": _filters(query.having, changes),
            "time_column": renamed_text(query.time_column, changes) if query.time_column else None,
            "order_by": renamed_text(query.order_by, changes) if query.order_by else None,
        }
    )


def _texts(texts: Sequence[str], changes: Changes) -> tuple[str, ...]:
    return tuple(renamed_text(text, changes) for text in texts)


def _filters(filters: Sequence[Filter], changes: Changes) -> tuple[Filter, ...]:
    return tuple(f.model_copy(update={"column": renamed_text(f.column, changes)}) for f in filters)
