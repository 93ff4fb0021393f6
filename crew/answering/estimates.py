"""What carrying out a plan is expected to take, said before it is carried out."""

from collections.abc import Collection
from decimal import Decimal

from crew.answering.run import Run
from tasks.plan import Plan, PlanStep
from tasks.plan_graph import longest_chain, stands_in_for
from tools.frozen import Frozen

_ROLES = (("supervisor", "draft"), ("verifier", "verify"))


class PlanEstimate(Frozen):
    """Upper bounds for the usual course: each step succeeds at once, no fallback is needed, and the draft passes."""

    model_calls: int
    tokens: int
    """Prompts about as long as the plan's own, and completions as long as the routes allow."""
    cost_usd: Decimal | None
    """None where a deployment's price is not known."""
    fetches: int
    """Statements, searches and documents."""
    depth: int
    """Steps that wait for each other, one after another."""
    seconds: float
    """As the plan expects of its steps; 0 where it says nothing."""
    choice: str = ""
    """Why the plan's way was taken, where there were several."""


def estimate(run: Run, plan: Plan) -> PlanEstimate:
    """What the plan's open calls may take, judged by the call that made the plan."""
    fallbacks = stands_in_for(plan.steps)
    usual = [step for step in plan.steps if step.id not in fallbacks]
    asked = [step for step in usual if _needs_model(step)]
    prompt = max((call.prompt_tokens for call in run.calls.calls), default=0)
    tokens, cost = 0, Decimal(0)
    is_priced = True
    expected = [0] * len(_ROLES) + [step.estimate.tokens for step in asked]
    roles = [role for role, _ in _ROLES] + [step.worker for step in asked]
    for role, at_least in zip(roles, expected, strict=True):
        route = run.configuration.agents[role].route
        longest = run.routes.spec.routes[route].max_tokens
        most = run.routes.most_cost(route, prompt)
        tokens += max(prompt + longest, at_least)
        is_priced &= most is not None
        cost += most or Decimal(0)
    return PlanEstimate(
        model_calls=len(roles),
        tokens=tokens,
        cost_usd=cost if is_priced else None,
        fetches=sum(_fetches(step) for step in usual),
        depth=longest_chain(usual, {step.id: 1 for step in usual}),
        seconds=_seconds(usual),
    )


def _needs_model(step: PlanStep) -> bool:
    return not (step.query or step.verified_query or step.search or step.document or step.earlier)


def _fetches(step: PlanStep) -> int:
    """One, or as many as a search whose words hold an input has values."""
    if step.earlier:
        return 0
    words = step.search.words if step.search else ""
    fanned = [i.take for i in step.inputs if f"{{{i.name}}}" in words]
    return max([step.estimate.branch_factor, *fanned])


def _seconds(steps: Collection[PlanStep]) -> float:
    milliseconds = {step.id: round(step.estimate.seconds * 1000) for step in steps}
    return longest_chain(steps, milliseconds) / 1000
