"""What is wrong with a plan, found before anything runs."""

import re
from collections.abc import Collection, Mapping
from graphlib import CycleError

from tasks.plan import Plan, PlanStep, Slot
from tasks.plan_graph import depth, needs


def plan_problems(
    plan: Plan,
    *,
    workers: Mapping[str, Collection[str]],
    sources: Mapping[str, str],
    max_depth: int,
    max_fan_out: int,
    earlier: Collection[PlanStep] = (),
    citable: Mapping[str, str] | None = None,
) -> list[str]:
    """Each problem in words the supervisor can act on; an empty list when the plan may run.

    `workers` maps each worker to the kinds of step it takes, `sources` each source to `database` or `index`, `citable`
    evidence of earlier turns to its source.
    """
    if plan.decision != "plan":
        return [] if plan.message else [f"A plan that says `{plan.decision}` needs a `message`."]
    steps = {step.id: step for step in (*earlier, *plan.steps)}
    problems = [] if plan.steps else ["The plan has no steps."]
    if len(steps) < len(earlier) + len(plan.steps):
        problems.append("Two steps have the same id.")
    slots = {slot.id for slot in plan.slots}
    for step in plan.steps:
        problems += _step_problems(step, steps, slots, workers, sources, max_fan_out)
        problems += _citation_problems(step, citable or {})
        problems += _fallback_problems(step, steps)
        problems += _input_problems(step)
    fallbacks = [step.fallback for step in steps.values() if step.fallback]
    problems += [f"Two steps have `{name}` as fallback." for name in fallbacks if fallbacks.count(name) > 1][:1]
    unserved = slots - {step.slot for step in steps.values()}
    problems += [f"No step fills slot `{slot}`." for slot in sorted(unserved)]
    return problems or _graph_problems(steps, max_depth)


def replan_problems(more: Plan, gaps: Collection[Slot], sources: Mapping[str, str]) -> list[str]:
    """What steps of another plan may not be added for some unfilled slots.

    Whoever adds them has read passages, so that only a gap in rows lets a database be asked once more.
    """
    if more.decision != "plan" or any(slot.kind == "rows" for slot in gaps):
        return []
    return [
        f"Step `{step.id}` asks the database `{step.source}`, but no rows are missing; only search for what is."
        for step in more.steps
        if sources.get(step.source) == "database"
    ]


def _step_problems(
    step: PlanStep,
    steps: Mapping[str, PlanStep],
    slots: Collection[str],
    workers: Mapping[str, Collection[str]],
    sources: Mapping[str, str],
    max_fan_out: int,
) -> list[str]:
    problems = []
    if step.worker not in workers:
        problems.append(f"Step `{step.id}`: there is no worker `{step.worker}`; there are {', '.join(workers)}.")
    elif step.kind not in workers[step.worker]:
        problems.append(f"Step `{step.id}`: `{step.worker}` does {', '.join(workers[step.worker])}, not {step.kind}.")
    if step.source not in sources:
        problems.append(f"Step `{step.id}`: there is no source `{step.source}`; there are {', '.join(sources)}.")
    elif (sources[step.source] == "database") != (step.kind == "structured_lookup") and step.kind in _SOURCE_KINDS:
        problems.append(f"Step `{step.id}`: `{step.source}` is a {sources[step.source]}, which {step.kind} cannot use.")
    if step.slot not in slots:
        problems.append(f"Step `{step.id}` fills slot `{step.slot}`, which the plan does not have.")
    problems += [f"Step `{step.id}` depends on `{name}`, which is no step." for name in needs(step) - set(steps)]
    if step.join_key and step.kind != "structured_lookup":
        problems.append(f"Step `{step.id}`: only a structured_lookup is joined by key; take values with `inputs`.")
    calls = [step.query, step.verified_query, step.search, step.document, step.earlier]
    if sum(call is not None for call in calls) > 1:
        problems.append(f"Step `{step.id}` has more than one call; give one.")
    problems += [
        f"Step `{step.id}` takes {i.take} values of `{i.column}`; at most {max_fan_out} are allowed."
        for i in step.inputs
        if i.take > max_fan_out
    ]
    return problems


def _citation_problems(step: PlanStep, citable: Mapping[str, str]) -> list[str]:
    if step.earlier is None or citable.get(step.earlier) == step.source:
        return []
    if step.earlier in citable:
        return [f"Step `{step.id}`: `{step.earlier}` comes from `{citable[step.earlier]}`, not from `{step.source}`."]
    known = f"there are {', '.join(citable)}" if citable else "there is none"
    return [f"Step `{step.id}`: there is no earlier evidence `{step.earlier}`; {known}."]


def _input_problems(step: PlanStep) -> list[str]:
    """Values that a step's call refers to and no input gives."""
    search, query = step.search, step.query
    asked = [*_IN_WORDS.findall(search.words), search.during] if search else []
    values = [value for condition in (*query.filters, *query.having) for value in condition.values] if query else []
    asked += [value[1:] for value in values if isinstance(value, str) and _IN_FILTERS.fullmatch(value)]
    known = {i.name for i in step.inputs}
    unknown = [name for name in dict.fromkeys(asked) if name and name not in known]
    return [f"Step `{step.id}` refers to `{name}`, which none of its `inputs` gives." for name in unknown]


_IN_WORDS = re.compile(r"{(\w+)}")
_IN_FILTERS = re.compile(r"\$[a-zA-Z_]\w*")


def _fallback_problems(step: PlanStep, steps: Mapping[str, PlanStep]) -> list[str]:
    if step.fallback is None:
        return []
    other = steps.get(step.fallback)
    if other is None:
        return [f"Step `{step.id}` has the fallback `{step.fallback}`, which is no step."]
    if other.slot != step.slot:
        return [f"Step `{step.id}` fills slot `{step.slot}`, its fallback `{other.id}` slot `{other.slot}`; give one."]
    return []


_SOURCE_KINDS = ("structured_lookup", "hybrid_search", "fetch_document")


def _graph_problems(steps: Mapping[str, PlanStep], max_depth: int) -> list[str]:
    try:
        length = depth(list(steps.values()))
    except CycleError as error:
        return [f"The steps depend on each other in a circle: {' → '.join(error.args[1])}."]
    return [f"The steps form a chain of {length}; at most {max_depth} are allowed."] if length > max_depth else []
