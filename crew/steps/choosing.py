"""Of several ways to fill a plan's slots that hold, the cheapest, and why it was taken."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from crew.answering.estimates import PlanEstimate
from tasks.plan import Plan

_Problems = Sequence[str]


@dataclass(frozen=True)
class Choice:
    """The way that was taken, or what is wrong with all of them."""

    plan: Plan
    problems: _Problems = ()
    reason: str = ""
    """Empty where there was one way only."""


def choose(made: Plan, problems_of: Callable[[Plan], _Problems], estimate_of: Callable[[Plan], PlanEstimate]) -> Choice:
    """The cheapest way of a plan that has no problems; where each has some, the problems of all."""
    ways = _ways(made)
    problems = [problems_of(way) for way in ways]
    holding = [(way, estimate_of(way)) for way, wrong in zip(ways, problems, strict=True) if not wrong]
    if not holding:
        return Choice(ways[0], _all_problems(*problems))
    is_priced = all(estimate.cost_usd is not None for _, estimate in holding)
    holding.sort(key=lambda way: _cost(way[1], is_priced))
    estimates = [estimate for _, estimate in holding]
    return Choice(holding[0][0], reason=_reason(estimates, is_priced, problems) if len(ways) > 1 else "")


def _ways(made: Plan) -> list[Plan]:
    """The plan with its own steps, and with those of each alternative."""
    others = [{"steps": other.steps, "approved_joins": other.approved_joins} for other in made.alternatives]
    return [made.model_copy(update={"alternatives": (), **way}) for way in ({}, *others)]


def _cost(estimate: PlanEstimate, is_priced: bool) -> tuple[Decimal, int, int, int, float, int]:
    """What ways are compared by, what weighs most first: money only where each way's price is known."""
    money = estimate.cost_usd if is_priced and estimate.cost_usd is not None else Decimal(0)
    return money, estimate.model_calls, estimate.tokens, estimate.fetches, estimate.seconds, estimate.depth


def _all_problems(own: _Problems, *others: _Problems) -> _Problems:
    return (*own, *(f"Alternative {n}: {problem}" for n, wrong in enumerate(others, 1) for problem in wrong))


def _reason(holding: Sequence[PlanEstimate], is_priced: bool, problems: Sequence[_Problems]) -> str:
    """Why the first of the ways that hold, cheapest first, was taken of all that were offered."""
    taken, *others = holding
    wrong = [f"One does not hold: {' '.join(each)}" for each in problems if each]
    if not others:
        why = f"only this one holds: {_amount(taken)}."
    elif _cost(taken, is_priced) == _cost(others[-1], is_priced):
        why = f"which cost the same, the first was taken: {_amount(taken)}."
    else:
        why = f"the cheapest was taken: {_amount(taken)}; not {'; nor '.join(map(_amount, others))}."
    return " ".join([f"Of {len(problems)} ways to fill the slots {why}", *wrong])


def _amount(estimate: PlanEstimate) -> str:
    calls = "1 model call" if estimate.model_calls == 1 else f"{estimate.model_calls} model calls"
    fetches = "1 fetch" if estimate.fetches == 1 else f"{estimate.fetches} fetches"
    price = "" if estimate.cost_usd is None else f", {estimate.cost_usd:.4f} US dollars"
    return f"{calls}, {fetches}, at most {estimate.tokens:,} tokens{price}"
