"""What part of a whole falls to some member: the whole column and its share, from one statement."""

from crew.models.offline.ground import Ground
from crew.models.offline.material import Material
from crew.models.offline.shapes.errors import NotClear
from crew.models.offline.shapes.figures import plan_figures
from tasks.plan import Plan
from tools.sql.expressions import tables_in
from tools.sql.join_paths import JoinGraph
from tools.wording import said


def plan_share(material: Material, ground: Ground) -> Plan:
    """One step over all members, from which the share of some is a calculation. Raises NotClear."""
    inquiry = ground.inquiry
    if not inquiry.measures and inquiry.tables and not inquiry.columns and not inquiry.order:
        inquiry.measures.append(f"count({inquiry.tables[0]})")
    if len(inquiry.measures) != 1 or inquiry.units or inquiry.ranking or inquiry.having:
        raise NotClear(said("It is not clear of what the share is to be taken."))
    if not _adds_up(ground, inquiry.measures[0]):
        told = said(
            "Shares can only be taken of sums and counts, and {measure} is neither.", measure=inquiry.measures[0]
        )
        raise NotClear(told)
    parts = [
        f for f in inquiry.filters if f.operator in ("=", "in") and set(map(str, f.values)) <= set(inquiry.entities)
    ]
    if not inquiry.by:
        if len(parts) != 1:
            raise NotClear(said("It is not clear whose share is asked for."))
        inquiry.filters.remove(parts[0])
        inquiry.by.append(parts[0].column)
    if not _falls_apart(ground, inquiry.measures[0]):
        raise NotClear(said("The parts overlap, so that their shares would not add up."))
    plan = plan_figures(material, ground)
    return plan.model_copy(update={"question_kind": "share"})


def _falls_apart(ground: Ground, measure: str) -> bool:
    """True when each measured row belongs to one part: a rider of two districts would count in both."""
    measured = tables_in(ground.semantics.measure(measure).tree)
    graph = JoinGraph(ground.schema, ground.schema.joins)
    parts = {ground.inquiry.vocabulary.table_in(ground.semantics.column(column)) for column in ground.inquiry.by}
    return all(table == part or graph.is_safe(table, part) for table in measured for part in parts)


def _adds_up(ground: Ground, measure: str) -> bool:
    text = ground.semantics.measure(measure).text.lower()
    return text.startswith(("sum(", "count(")) and "distinct" not in text and "/" not in text
