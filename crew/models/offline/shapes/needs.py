"""Slots and steps for rows, so that need and query always say the same."""

from collections.abc import Iterable

from crew.models.offline.ground import Ground
from tasks.plan import Estimate, Need, PlanStep, SearchCall, Slot, StepInput
from tools.terms import StructuredQuery

SQL_ANALYST = "sql_analyst"
DOCUMENT_RESEARCHER = "document_researcher"
_NO_PLACES = str.maketrans("{}", "  ")
"""A question may hold braces; in a search's words they stand for an input."""
OPTIONAL = frozenset({"parts_now", "parts_before", "members_now", "peers_now", "peers_before", "stated"})
"""Slots that add to an answer and are not missed when they stay empty, by id."""

ANYWHERE = "documents"
"""The slot of a question that nothing of the domain is named in: any document may answer it, and none need."""


def row_slot(id_: str, query: StructuredQuery, entities: Iterable[str] = ()) -> Slot:
    """The slot that a query fills."""
    need = Need(
        measures=query.measures,
        grain=query.by,
        filters=query.filters,
        having=query.having,
        period=query.period,
        entities=tuple(dict.fromkeys(entities)),
    )
    return Slot(id=id_, kind="rows", need=need, is_required=id_ not in OPTIONAL)


def row_step(slot: str, ground: Ground, query: StructuredQuery, task: str) -> PlanStep:
    """The step that runs a query and fills a slot of the same name."""
    return PlanStep(
        id=f"s_{slot}",
        worker=SQL_ANALYST,
        kind="structured_lookup",
        source=ground.source,
        task=task,
        slot=slot,
        query=query,
        estimate=Estimate(tokens=0, seconds=1),
    )


def passage_step(
    slot: str,
    source: str,
    words: str,
    task: str,
    inputs: tuple[StepInput, ...] = (),
    number: int = 1,
    words_only: bool = False,
    limit: int | None = None,
) -> PlanStep:
    """The step that searches one index."""
    return PlanStep(
        id=f"s_{slot}" if number == 1 else f"s_{slot}_{number}",
        worker=DOCUMENT_RESEARCHER,
        kind="hybrid_search",
        source=source,
        task=task,
        slot=slot,
        depends_on=tuple(dict.fromkeys(s for i in inputs for s in (i.step, i.change_from) if s)),
        inputs=inputs,
        search=SearchCall(words=words if inputs else words.translate(_NO_PLACES), words_only=words_only, limit=limit),
        estimate=Estimate(tokens=0, seconds=1),
    )
