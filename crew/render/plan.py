"""A plan as a person reads it before it is carried out."""

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from crew.render.plain import plain
from tasks.needs import need_words
from tasks.plan_graph import needs, stands_in_for

if TYPE_CHECKING:
    from crew.answering.estimates import PlanEstimate
    from tasks.plan import Plan, PlanStep


def plan_text(plan: "Plan", estimate: "PlanEstimate | None" = None, *, width: int | None = None) -> str:
    """The evidence a plan wants, the steps that fetch it, and what that may take; lines are broken at `width`."""
    lines = (plain(line) for line in _lines(plan, estimate))
    return "\n".join(lines if width is None else (_broken(line, width) for line in lines))


def _broken(line: str, width: int) -> str:
    return textwrap.fill(line, max(40, width), subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _lines(plan: "Plan", estimate: "PlanEstimate | None") -> Iterator[str]:
    yield "Evidence wanted"
    for slot in plan.slots:
        optional = "" if slot.is_required else " (if there is any)"
        yield f"  {slot.id}: {need_words(slot.need)}{optional}"
    yield "Steps"
    instead_of = stands_in_for(plan.steps)
    for step in plan.steps:
        only_if = f" (only if {instead_of[step.id]} finds nothing)" if step.id in instead_of else ""
        yield f"  {step.id}: {step.worker} in {step.source}: {step.task}{_after(step)}{only_if}"
    for assumption in plan.assumptions:
        yield f"Taken for granted: {assumption}"
    if estimate is not None and estimate.choice:
        yield estimate.choice
    if estimate is not None:
        yield f"Still to come: at most {_amount(estimate)} in the usual course"


def _after(step: "PlanStep") -> str:
    waits = sorted(needs(step))
    return f" (after {', '.join(waits)})" if waits else ""


def _amount(estimate: "PlanEstimate") -> str:
    calls = f"{estimate.model_calls} model call{'' if estimate.model_calls == 1 else 's'}"
    if estimate.cost_usd is None:
        cost = "an unknown price"
    else:
        cost = f"{estimate.cost_usd:.4f} US dollars" if estimate.cost_usd else "no cost"
    return f"{calls}, {estimate.tokens:,} tokens and {cost}"
