"""Plans and drafts about the small shop, as a supervisor would write them."""

from datetime import date
from typing import Any

from tasks.draft import Draft, DraftCalculation, DraftFigure, DraftSentence
from tasks.plan import Need, Plan, PlanStep, SearchCall, Slot, StepInput
from tests.flow.shop import STRIKE
from tools.terms import Filter, Period, StructuredQuery

NOW = Period(start=date(2025, 7, 1), end=date(2025, 9, 30))
BEFORE = Period(start=date(2024, 7, 1), end=date(2024, 9, 30))


def revenue_slot(name: str, period: Period, **need: Any) -> Slot:
    """Revenue by country in a period."""
    return Slot(
        id=name, kind="rows", need=Need(measures=("revenue",), grain=("customers.country",), period=period, **need)
    )


def revenue_step(name: str, slot: Slot, **query: Any) -> PlanStep:
    """The step that fills such a slot by a query the plan knows."""
    known = StructuredQuery(measures=("revenue",), by=("customers.country",), period=slot.need.period, **query)
    return PlanStep(
        id=name,
        worker="sql_analyst",
        kind="structured_lookup",
        source="shop",
        task=f"Revenue by country for {slot.id}",
        slot=slot.id,
        query=known,
    )


def two_source_plan() -> Plan:
    """Revenue by country in two periods, then a search for the country that fell most."""
    now, before = revenue_slot("now", NOW), revenue_slot("before", BEFORE)
    cause = Slot(id="cause", kind="passage", need=Need(about="why revenue fell"))
    search = PlanStep(
        id="s3",
        worker="document_researcher",
        kind="hybrid_search",
        source="notes",
        task="Find why revenue fell",
        slot="cause",
        inputs=(StepInput(step="s1", column="country", take=1, name="worst", change_from="s2"),),
        search=SearchCall(words="revenue fell {worst} because"),
    )
    steps = (revenue_step("s1", now), revenue_step("s2", before), search)
    return Plan(question_kind="cause", slots=(now, before, cause), steps=steps)


def lookup_plan(**step: Any) -> Plan:
    """One slot that the SQL analyst fills with a statement of its own."""
    slot = Slot(
        id="total",
        kind="rows",
        need=Need(measures=("revenue",), filters=(Filter(column="customers.country", values=("France",)),), period=NOW),
    )
    task = PlanStep(
        id="s1",
        worker="sql_analyst",
        kind="structured_lookup",
        source="shop",
        task="Revenue in France",
        slot="total",
        **step,
    )
    return Plan(question_kind="lookup", slots=(slot,), steps=(task,))


def falling_sentence(now: str, before: str, country: str = "Spain") -> DraftSentence:
    """That a country's revenue fell, the change placed by code."""
    return DraftSentence(
        text=f"Revenue in {country} fell by [[f1]] to [[f2]] in Q3 2025.",
        citations=(now[:2], before[:2]),
        figures=(DraftFigure(marker="f1", of="C1", style="absolute"), DraftFigure(marker="f2", of=now)),
        calculations=(DraftCalculation(id="C1", operation="growth", operands=(before, now)),),
    )


def quoting_sentence(evidence: str = "E3") -> DraftSentence:
    """What the delivery review says of the cause, word for word."""
    text = f"As a reason, the Delivery review (2025-10-05) states: “{STRIKE}”"
    return DraftSentence(text=text, citations=(evidence,))


def answer_draft(*sentences: DraftSentence, **more: Any) -> Draft:
    """A draft of these sentences."""
    return Draft(sentences=sentences, **more)
