"""The order of a plan's steps: which waits for which, and the longest chain among them."""

from collections.abc import Collection, Mapping
from graphlib import TopologicalSorter

from tasks.plan import PlanStep


def needs(step: PlanStep) -> set[str]:
    """The steps that a step takes something from, or is told to come after."""
    inputs = {name for i in step.inputs for name in (i.step, i.change_from) if name}
    return set(step.depends_on) | inputs | ({step.join_key.step} if step.join_key else set())


def stands_in_for(steps: Collection[PlanStep]) -> dict[str, str]:
    """Each fallback, and the step it is run instead of."""
    return {step.fallback: step.id for step in steps if step.fallback}


def waits_for(steps: Collection[PlanStep]) -> dict[str, set[str]]:
    """What must be over before each step: what it needs, the fallbacks of that, and what it stands in for itself."""
    fallbacks = {step.id: step.fallback for step in steps if step.fallback}
    instead = stands_in_for(steps)
    waiting: dict[str, set[str]] = {}
    for step in steps:
        waiting[step.id] = needs(step) | ({instead[step.id]} if step.id in instead else set())
        for name in needs(step):
            waiting[step.id] |= _fallbacks_after(name, fallbacks)
    return waiting


def longest_chain(steps: Collection[PlanStep], weights: Mapping[str, int]) -> int:
    """The greatest sum of weights along a chain of steps that wait for each other. Raises CycleError."""
    waiting = waits_for(steps)
    lengths: dict[str, int] = {}
    for step in TopologicalSorter(waiting).static_order():
        before = max((lengths[name] for name in waiting.get(step, ())), default=0)
        lengths[step] = before + weights.get(step, 0)
    return max(lengths.values(), default=0)


def depth(steps: Collection[PlanStep]) -> int:
    """The number of steps on the longest chain. Raises CycleError."""
    return longest_chain(steps, {step.id: 1 for step in steps})


def _fallbacks_after(step: str, fallbacks: Mapping[str, str]) -> set[str]:
    """The fallback of a step, that of the fallback, and so on."""
    found: set[str] = set()
    while (step := fallbacks.get(step, "")) and step not in found:
        found.add(step)
    return found
