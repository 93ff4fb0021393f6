"""A measure in one period against another: one statement for each, so that the change is a calculation."""

from crew.models.offline.ground import Ground
from crew.models.offline.material import Material
from crew.models.offline.shapes.errors import NotClear
from crew.models.offline.shapes.figures import figures_query
from crew.models.offline.shapes.needs import row_slot, row_step
from crew.models.offline.shapes.periods import compared_periods, told
from tasks.plan import Plan
from tools.wording import said


def plan_change(material: Material, ground: Ground) -> Plan:
    """Two steps, for the period and the one it is compared with. Raises NotClear."""
    inquiry = ground.inquiry
    if not inquiry.measures or inquiry.units:
        raise NotClear(said("It is not clear which measure is to be compared over time."))
    if inquiry.ranking or inquiry.limit is not None:
        unranked = said(
            "I cannot rank by a change between two periods. Ask how the measure changed by each member, or for a "
            "ranking within one period."
        )
        raise NotClear(unranked)
    compared = compared_periods(material, inquiry)
    if compared is None:
        raise NotClear(said("It is not clear which two periods are to be compared."))
    inquiry.order = None
    queries = {
        "now": ground.compilable(figures_query(material, ground, compared.now)),
        "before": ground.compilable(figures_query(material, ground, compared.before)),
    }
    now, before = (told(p, material.language) for p in (compared.now, compared.before))
    return Plan(
        question_kind="comparison",
        slots=tuple(row_slot(name, query, inquiry.entities) for name, query in queries.items()),
        steps=tuple(
            row_step(name, ground, query, f"{', '.join(query.measures)}, {told(period)}")
            for (name, query), period in zip(queries.items(), (compared.now, compared.before), strict=True)
        ),
        assumptions=(said("{now} compared with {before}", now=now, before=before),),
    )
