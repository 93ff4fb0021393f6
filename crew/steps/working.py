"""One step of the plan: the call it already knows, else its worker's agent, with reflective retry.

A failure becomes a reflection; the worker answers with a correction; an identical call is never repeated. This loop is
ours and not the framework's, so that every attempt is counted and recorded.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from crew.answering.prompts import need_words, opening_blocks, semantics_shown
from crew.answering.run import Run
from crew.answering.state import FlowState, StepOutcome
from crew.steps.calls import Call, corrected_call, known_call
from crew.steps.known_corrections import known_correction
from crew.steps.reflecting import reflection_on
from crew.steps.repeating import CallsMade
from crew.steps.stopping import TooFar, is_spent, within
from tasks.correction import Reflection, RetryCorrection
from tasks.plan import PlanStep
from tasks.renamed import renamed_plan, renamed_step
from tools.errors import DeadlinePassed, SourceDown, ToolError
from tools.evidence import Evidence, EvidenceLog
from tools.wording import said

Values = dict[str, list[Any]]


@dataclass
class _Work:
    run: Run
    state: FlowState
    step: PlanStep
    values: Values
    reflections: list[Reflection] = field(default_factory=list)
    made: CallsMade = field(init=False)
    failure: Exception | None = None

    def __post_init__(self) -> None:
        self.made = CallsMade(self.run, self.step.source)

    @property
    def is_source_down(self) -> bool:
        return isinstance(self.failure, SourceDown)

    @property
    def may_go_on(self) -> bool:
        retries = self.run.configuration.agents[self.step.worker].max_retries
        is_over = self.is_source_down or self.made.is_going_round or is_spent(self.run, self.step)
        return not is_over and len(self.reflections) <= retries


def work(run: Run, state: FlowState, step: PlanStep, values: Values) -> tuple[StepOutcome, list[Evidence]]:
    """Run a step until it has evidence, or nothing else is worth trying. Raises DeadlinePassed and BudgetSpent."""
    if missing := [i.name for i in step.inputs if not values.get(i.name)]:
        reason = said("An earlier step found nothing for {names}.", names=", ".join(missing))
        return StepOutcome(step=step.id, status="skipped", reason=reason), []
    if step.join_key and not run.keys[step.id].distinct:
        reason = said("An earlier step found no keys in {column}.", column=step.join_key.column)
        return StepOutcome(step=step.id, status="skipped", reason=reason), []
    run.copied.add(value for found in values.values() for value in found)
    step = renamed_step(step, run.sources.changes.get(step.source, ()))
    job = _Work(run, state, step, values)
    call: Call | None = known_call(run, step, values)
    evidence = _attempt(job, call) if call else _ask_worker(job)
    while evidence is None and job.may_go_on:
        attempt = _next_attempt(job)
        if attempt is None:
            break
        evidence = attempt()
    return _outcome(job, evidence), evidence or []


def _attempt(job: _Work, call: Call) -> list[Evidence] | None:
    """Make a call; a failure is kept as a reflection and gives None."""
    job.run.deadline.check()
    try:
        job.made.add(call.words, call.searches)
        return within(job.step.stop, call.make())
    except DeadlinePassed:
        raise
    except ToolError as error:
        _reflect(job, call.words, error)
        return None


def _ask_worker(job: _Work) -> list[Evidence] | None:
    """Let the worker's agent choose and make its call; the tool's result ends its loop."""
    log = EvidenceLog(job.step.id)
    before = len(job.made.words)
    failure = job.run.ask_worker(job.step, _blocks(job, "work"), log, job.made.add)
    tried = "; ".join(job.made.words[before:]) or job.step.task
    if log.filed:
        try:
            return within(job.step.stop, log.filed)
        except TooFar as error:
            _reflect(job, tried, error)
            return None
    _reflect(
        job,
        tried,
        failure or ToolError("No tool was called; call one of the tools you have.", told="No tool was called."),
    )
    return None


def _next_attempt(job: _Work) -> Callable[[], list[Evidence] | None] | None:
    """What the worker wants to try after a failure; None when it gives up. It is asked where code does not know."""
    correction = known_correction(job.failure) or job.run.ask(
        job.step.worker, "correct", _blocks(job, "correct"), RetryCorrection, step=job.step.id
    )
    if correction.corrected_query:
        call = corrected_call(job.run, job.step, correction)
        return lambda: _attempt(job, call)
    if correction.alternative_strategy in (None, "give_up"):
        return None
    return lambda: _ask_worker(job)


def _reflect(job: _Work, tried: str, error: Exception) -> None:
    job.failure = error
    changes = job.run.sources.changes.get(job.step.source, ())
    job.reflections.append(reflection_on(error, tried, attempt=len(job.reflections) + 1, changes=changes))


def _outcome(job: _Work, evidence: list[Evidence] | None) -> StepOutcome:
    outcome = StepOutcome(step=job.step.id, status="done", reflections=job.reflections, retries=len(job.reflections))
    if evidence is None:
        outcome.status = "failed"
        outcome.is_source_down, outcome.is_going_round = job.is_source_down, job.made.is_going_round
        outcome.retries = max(0, len(job.reflections) - 1)
        outcome.reason = _told(job.failure) if job.failure else said("The worker gave up.")
        if is_spent(job.run, job.step):
            outcome.reason = said("The {tokens} tokens of the step are used up.", tokens=job.step.stop.tokens)
    elif all(e.kind == "nothing_found" for e in evidence):
        outcome.status, outcome.reason = "nothing_found", _why_nothing(evidence)
    return outcome


def _told(failure: Exception) -> str:
    return failure.told if isinstance(failure, ToolError) else str(failure)


def _why_nothing(evidence: list[Evidence]) -> str:
    return " ".join(
        e.reason or said("Nothing was found: {tried}.", tried=e.tried) for e in evidence if e.kind == "nothing_found"
    )


def _blocks(job: _Work, task: str) -> dict[str, Any]:
    run = job.run
    plan = renamed_plan(job.state.agreed_plan, run.sources.changes)
    step = renamed_step(job.step, run.sources.changes.get(job.step.source, ()))
    blocks = opening_blocks(task, step.worker, job.state, run.today.isoformat())
    blocks["step"] = step
    blocks["slot"] = next(slot for slot in plan.slots if slot.id == step.slot)
    blocks["values"] = job.values
    blocks["reflections"] = job.reflections
    if step.source in run.sources.databases:
        blocks |= _schema_blocks(run, step, need_words(blocks["slot"].need))
    return blocks


def _schema_blocks(run: Run, step: PlanStep, need: str) -> dict[str, Any]:
    database, tokens = run.sources.databases[step.source], run.configuration.budgets.schema_tokens
    shown = database.slice(step.task, (need, run.question), tokens=tokens, deadline=run.deadline)
    return {
        "schema": {step.source: shown.block},
        "semantics": {step.source: semantics_shown(database.semantics(), shown)},
    }
