"""Gathering: every ready step of the plan runs its worker, in parallel, under the one deadline."""

import contextvars
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from crew.answering.run import RoleFailed, Run
from crew.answering.state import FlowState, StepOutcome
from crew.errors import ModelUnavailable
from crew.models.budget import BudgetSpent
from crew.steps.inputs import input_values, joined_keys
from crew.steps.working import work
from tasks.plan import PlanStep
from tasks.plan_graph import stands_in_for, waits_for
from tasks.renamed import renamed_plan
from tools.errors import DeadlinePassed
from tools.evidence import Evidence
from tools.terms import Scalar

_PARALLEL = 8

Found = dict[str, list[Evidence]]
Done = tuple[StepOutcome, list[Evidence]]


@dataclass
class _Round:
    run: Run
    state: FlowState
    done: dict[str, Done] = field(default_factory=dict)
    """Steps that are done; those behind an unfinished one of the plan wait here for their evidence's numbers."""
    spent: list[BudgetSpent] = field(default_factory=list)
    """Of steps that the budget cut off; what the others found is kept before the question ends for it."""

    def __post_init__(self) -> None:
        self._waits_for = waits_for(self.state.agreed_plan.steps)
        self._stands_in_for = stands_in_for(self.state.agreed_plan.steps)

    def is_ready(self, step: PlanStep) -> bool:
        return self._waits_for[step.id] <= {*self.done, *self.state.outcomes}

    def spare(self, step: PlanStep) -> bool:
        """Whether a fallback is not needed, as the step it stands in for is done; that is then what became of it."""
        instead_of = self._stands_in_for.get(step.id, "")
        known = self.done[instead_of][0] if instead_of in self.done else self.state.outcomes.get(instead_of)
        if known is None or known.status != "done":
            return False
        self.done[step.id] = StepOutcome(step=step.id, status="not_needed"), []
        return True

    @property
    def found(self) -> Found:
        return {step: evidence for step, (_, evidence) in self.done.items()}

    def merge(self) -> None:
        """Number the evidence of every step whose predecessors in the plan are merged, and persist."""
        for step in self.state.agreed_plan.steps:
            if step.id in self.state.outcomes:
                continue
            if step.id not in self.done:
                break
            self._merge_step(step, *self.done[step.id])
        self.state.plan = renamed_plan(self.state.agreed_plan, self.run.sources.changes)
        self.run.save("gather", self.state)

    def _merge_step(self, step: PlanStep, outcome: StepOutcome, evidence: list[Evidence]) -> None:
        numbered = self.run.shelf.number(evidence)
        outcome.evidence = [e.id for e in numbered]
        new = [e for e in numbered if e.id not in self.state.evidence]
        self.run.step_done(step, outcome, new)
        self.state.evidence.extend(e.id for e in new)
        self.state.outcomes[step.id] = outcome


def gather(run: Run, state: FlowState) -> None:
    """Run the plan's open steps; results are merged in the plan's order, never in order of arrival."""
    round_ = _Round(run, state)
    waiting = [step for step in state.agreed_plan.steps if step.id not in state.outcomes]
    running: dict[Future[Done], PlanStep] = {}
    with ThreadPoolExecutor(_PARALLEL) as pool:
        while waiting or running:
            for step in [step for step in waiting if round_.is_ready(step)]:
                waiting.remove(step)
                if round_.spare(step):
                    continue
                values = input_values(step, round_.found, run.shelf, state)
                if (keys := joined_keys(step, round_.found, run.shelf, state)) is not None:
                    run.keys[step.id] = keys
                context = contextvars.copy_context()
                running[pool.submit(context.run, _timed, round_, step, values)] = step
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                round_.done[running.pop(future).id] = future.result()
            round_.merge()
    run.deadline.check()
    if round_.spent:
        raise round_.spent[0]


def _timed(round_: _Round, step: PlanStep, values: dict[str, list[Scalar]]) -> Done:
    run, started = round_.run, time.monotonic()
    if (known := run.prepared.steps.get(step.id)) is not None:
        return known.outcome.model_copy(), list(known.evidence)
    run.announce_step(step, "started")
    try:
        outcome, evidence = work(run, round_.state, step, values)
    except (DeadlinePassed, BudgetSpent) as error:
        round_.spent += [error] if isinstance(error, BudgetSpent) else []
        outcome, evidence = StepOutcome(step=step.id, status="cancelled", reason=str(error)), []
    except (ModelUnavailable, RoleFailed) as error:
        outcome, evidence = StepOutcome(step=step.id, status="failed", reason=str(error)), []
    outcome.searches = run.searching.notes.take(step.id)
    outcome.seconds = round(time.monotonic() - started, 4)
    run.announce_outcome(step, outcome, evidence)
    return outcome, evidence
