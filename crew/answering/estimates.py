"""What carrying out a plan is expected to take, said before it is carried out."""

from decimal import Decimal

from crew.answering.run import Run
from tasks.plan import Plan, PlanStep
from tools.frozen import Frozen

_ROLES = (("supervisor", "draft"), ("verifier", "verify"))


class PlanEstimate(Frozen):
    """Upper bounds for the usual course: each step succeeds at once, and the draft passes."""

    model_calls: int
    tokens: int
    """Prompts about as long as the plan's own, and completions as long as the routes allow."""
    cost_usd: Decimal | None
    """None where a deployment's price is not known."""


def estimate(run: Run, plan: Plan) -> PlanEstimate:
    """What the plan's open calls may take, judged by the call that made the plan."""
    roles = [role for role, _ in _ROLES] + [step.worker for step in plan.steps if _needs_model(step)]
    prompt = max((call.prompt_tokens for call in run.calls.calls), default=0)
    tokens, cost = 0, Decimal(0)
    is_priced = True
    for role in roles:
        route = run.configuration.agents[role].route
        longest = run.routes.spec.routes[route].max_tokens
        most = run.routes.most_cost(route, prompt)
        tokens += prompt + longest
        is_priced &= most is not None
        cost += most or Decimal(0)
    return PlanEstimate(model_calls=len(roles), tokens=tokens, cost_usd=cost if is_priced else None)


def _needs_model(step: PlanStep) -> bool:
    return not (step.query or step.verified_query or step.search or step.document)
