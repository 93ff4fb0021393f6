"""Why a measure moved: the figures, the members behind the movement, the peers, and passages about the cause."""

from crew.models.offline.ground import Ground
from crew.models.offline.material import Material
from crew.models.offline.shapes.needs import passage_step, row_slot, row_step
from crew.models.offline.shapes.periods import Compared, compared_periods, told
from tasks.plan import Need, Plan, PlanStep, Slot, StepInput
from tools.sql.naming import phrase
from tools.terms import Filter, StructuredQuery


def plan_cause(material: Material, ground: Ground) -> Plan | None:
    """Figures for both periods, broken down and beside their peers, then a search; None when no measure is meant."""
    inquiry = ground.inquiry
    compared = compared_periods(material, inquiry)
    measures = _measures(ground)
    if compared is None or not measures or inquiry.problems or inquiry.ambiguities:
        return None
    entity = _entity(ground)
    queries = {
        name: query
        for role, query in _queries(ground, measures, entity).items()
        for name, query in _for_both(role, query, compared).items()
        if not ground.refusal(query)
    }
    if "now" not in queries or "before" not in queries:
        return None
    steps = [row_step(n, ground, q, _task(q, compared)) for n, q in queries.items()]
    slots = [row_slot(n, q, () if n == "members_now" else inquiry.entities) for n, q in queries.items()]
    searches = _searches(material, ground, queries, measures)
    if searches:
        slots.append(_cause_slot(material, ground))
    return Plan(
        question_kind="cause",
        slots=tuple(slots),
        steps=(*steps, *searches),
        assumptions=(_assumption(material, ground, measures, compared),),
    )


def _measures(ground: Ground) -> list[str]:
    if ground.inquiry.measures:
        return ground.inquiry.measures
    return [name for name, metric in ground.semantics.spec.metrics.items() if metric.is_headline][:3]


def _entity(ground: Ground) -> Filter | None:
    """The condition that names what the question is about."""
    return next(
        (f for f in ground.inquiry.filters if f.operator == "=" and f.values[0] in ground.inquiry.entities), None
    )


def _queries(ground: Ground, measures: list[str], entity: Filter | None) -> dict[str, StructuredQuery]:
    filters = tuple(ground.inquiry.filters)
    others = tuple(f for f in filters if f is not entity)
    base = StructuredQuery(measures=tuple(measures), filters=filters, by=(entity.column,) if entity else ())
    found = {"": base}
    finer = _finer(ground, entity, base)
    if finer is not None:
        found["parts"] = base.model_copy(update={"by": (finer,)})
        if _is_below(ground, finer, entity):
            found["members"] = base.model_copy(update={"by": (finer,), "filters": others})
    if entity is not None:
        found["peers"] = base.model_copy(update={"filters": (*others, entity.model_copy(update={"operator": "!="}))})
    return found


def _is_below(ground: Ground, finer: str, entity: Filter | None) -> bool:
    """True when a finer dimension's members need no mention of the entity, as a country none of its region.

    Documents speak of such members alone, so their figures are also fetched without the entity as a condition.
    """
    vocabulary = ground.inquiry.vocabulary
    below = vocabulary.dimension_of(finer)
    parent = vocabulary.spec.dimensions[below].parent if below else None
    return entity is not None and parent is not None and parent == vocabulary.dimension_of(entity.column)


def _finer(ground: Ground, entity: Filter | None, base: StructuredQuery) -> str | None:
    """The dimension that breaks the entity down, or else the first other one that goes with the measures."""
    dimensions = ground.semantics.spec.dimensions
    own = ground.inquiry.vocabulary.dimension_of(entity.column) if entity else None
    below = [n for n, d in dimensions.items() if d.parent == own and n != own]
    above = {own, dimensions[own].parent if own else None}
    for name in (*below, *(n for n in dimensions if n not in below and n not in above)):
        column = dimensions[name].column
        if not ground.refusal(base.model_copy(update={"by": (column,)})):
            return column
    return None


def _for_both(role: str, query: StructuredQuery, compared: Compared) -> dict[str, StructuredQuery]:
    prefix = f"{role}_" if role else ""
    found = {f"{prefix}now": query.model_copy(update={"period": compared.now})}
    if role != "members":
        found[f"{prefix}before"] = query.model_copy(update={"period": compared.before})
    return found


def _searches(
    material: Material, ground: Ground, queries: dict[str, StructuredQuery], measures: list[str]
) -> list[PlanStep]:
    inputs: tuple[StepInput, ...] = ()
    words = [*ground.inquiry.entities, *map(phrase, measures[:2])]
    if {"parts_now", "parts_before"} <= set(queries):
        column = queries["parts_now"].by[0]
        inputs = (StepInput(step="s_parts_now", column=column, take=2, name="member", change_from="s_parts_before"),)
        words.insert(0, "{member}")
    text = " ".join([*words, "decline" if ground.linked.cues("weak") else "change", "cause"])
    return [
        passage_step("cause", index.name, text, f"Find what explains it: {material.question}", inputs, number)
        for number, index in enumerate(material.indexes[:3], 1)
    ]


def _cause_slot(material: Material, ground: Ground) -> Slot:
    need = Need(entities=tuple(dict.fromkeys(ground.inquiry.entities)), about=material.question)
    return Slot(id="cause", kind="passage", need=need)


def _task(query: StructuredQuery, compared: Compared) -> str:
    period = f", {told(query.period)}" if query.period else ""
    by = f" by {', '.join(query.by)}" if query.by else ""
    return f"{', '.join(map(phrase, query.measures))}{by}{period}"


def _assumption(material: Material, ground: Ground, measures: list[str], compared: Compared) -> str:
    said = [i.text for i in ground.linked.cues("weak", "strong", "growth")] or [
        i.text for i in ground.linked.cues("performance")
    ]
    about = f"“{said[-1]}” read as " if said and not ground.inquiry.measures else ""
    now, before = (told(p, material.language) for p in (compared.now, compared.before))
    assumed = " (the domain's default period)" if compared.is_assumed else ""
    return f"{about}{' and '.join(map(phrase, measures))}, {now}{assumed} against {before}"
