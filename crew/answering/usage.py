"""What an answer cost: calls, tokens, money, rows, and the calls on the critical path."""

from collections import defaultdict
from decimal import Decimal
from typing import Any

from crew.answer import UsageOut
from crew.answering.run import Run
from crew.answering.state import FlowState
from crew.models.calls import ModelCall
from tasks.plan import PlanStep
from tasks.plan_graph import longest_chain
from tools.evidence import RowsEvidence

_NOT_BEGUN = ("skipped", "not_needed")


def usage(run: Run, state: FlowState, seconds: float) -> UsageOut:
    """The totals of a run, and its calls by step."""
    steps = state.plan.steps if state.plan else ()
    rows = [e for e in run.shelf.values() if isinstance(e, RowsEvidence)]
    kinds = {step.id: step.kind for step in steps}
    done = [kinds[o.step] for o in state.outcomes.values() if o.step in kinds and o.status not in _NOT_BEGUN]
    return UsageOut(
        model_calls=len(run.calls.calls),
        critical_path_calls=critical_path_calls(run.calls.calls, steps),
        statements=sum(kind == "structured_lookup" for kind in done),
        searches=sum(kind == "hybrid_search" for kind in done),
        rows=sum(e.row_count for e in rows),
        tokens=run.calls.tokens,
        cost_usd=format(run.calls.cost, "f"),
        seconds=round(seconds, 3),
        reused_completions=sum(call.is_reused for call in run.calls.calls),
        reused_fetches=run.prepared.shared.saved,
        by_step=_by_step(run.calls.calls),
    )


def critical_path_calls(calls: list[ModelCall], steps: tuple[PlanStep, ...]) -> int:
    """Calls that had to wait for each other: all of the flow's own, and the longest chain among the plan's steps."""
    per_step: dict[str, int] = defaultdict(int)
    for call in calls:
        per_step[call.step] += 1
    own = sum(count for step, count in per_step.items() if step not in {s.id for s in steps})
    return own + longest_chain(steps, per_step)


def _by_step(calls: list[ModelCall]) -> list[dict[str, Any]]:
    grouped: dict[tuple[str, str], list[ModelCall]] = defaultdict(list)
    for call in calls:
        grouped[call.step, call.role].append(call)
    return [
        {
            "step": step,
            "role": role,
            "model_calls": len(group),
            "tokens": sum(call.tokens for call in group),
            "cost_usd": format(sum((c.cost_usd or Decimal(0) for c in group), Decimal(0)), "f"),
            "seconds": round(sum(call.seconds for call in group), 3),
            "deployments": sorted({call.deployment for call in group if call.deployment}),
        }
        for (step, role), group in grouped.items()
    ]
