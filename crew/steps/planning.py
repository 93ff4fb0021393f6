"""Planning: the supervisor's one structured call, checked in code before anything runs."""

from typing import Any

from crew.answering.estimates import PlanEstimate, estimate
from crew.answering.evidence_blocks import evidence_blocks
from crew.answering.prompts import opening_blocks, period_blocks
from crew.answering.run import Run
from crew.answering.state import FlowState
from crew.errors import CrewError
from crew.steps.choosing import Choice, choose
from crew.steps.plan_material import citable, plan_material
from crew.steps.repeating import repeats
from tasks.plan import Plan
from tasks.plan_checks import plan_problems, replan_problems
from tasks.plan_joins import approved_joins, join_problems
from tools.sql.schema import Schema
from tools.wording import said


class UnusablePlan(CrewError):
    """The supervisor's plan was refused by code, also after it was told why."""


def plan(run: Run, state: FlowState) -> str:
    """Ask for a plan unless one is given; leads to gathering, or to closing when it asks back or declines."""
    state.plan = run.prepared.plan or _decided_plan(run, state, "plan", {})
    if state.plan.decision == "clarify":
        state.terminal_reason = "clarify"
        return "to_close"
    if state.plan.decision == "decline":
        state.terminal_reason = "declined"
        return "to_close"
    if run.prepared.consent is not None and not run.prepared.consent(state.plan, _told_estimate(run, state)):
        state.plan = state.plan.model_copy(
            update={"message": said("The plan was not carried out: no one agreed to it.")}
        )
        state.terminal_reason = "declined"
        return "to_close"
    return "to_gather"


def replan(run: Run, state: FlowState) -> str:
    """Ask for further steps, with what was found so far in view.

    Leads to gathering them, on when there is nothing else worth trying, or to asking back.
    """
    state.round += 1
    blocks = {
        "plan": state.agreed_plan.model_dump(mode="json", exclude_defaults=True),
        "gaps": [gap.model_dump(exclude_defaults=True) | {"signal": gap.signal} for gap in state.gaps],
        "evidence": evidence_blocks(run.shelf.values(), run.configuration.budgets.evidence_tokens),
    }
    try:
        more = _decided_plan(run, state, "replan", blocks)
    except UnusablePlan as error:
        state.warnings.append(str(error))
        more = Plan()
    ambiguous = [gap for gap in state.gaps if gap.signal == "ambiguous"]
    state.settled += [gap.slot for gap in ambiguous]
    state.completed += [gap.slot for gap in state.gaps if gap.signal == "incomplete"]
    state.gaps = [gap for gap in state.gaps if gap not in ambiguous]
    if more.decision == "clarify":
        asked = more.model_dump(include={"decision", "message", "choices"})
        state.plan = state.agreed_plan.model_copy(update=asked)
        state.terminal_reason = "clarify"
        return "to_close"
    again = [repeats(run, step, state.agreed_plan.steps, state.outcomes) for step in more.steps]
    state.only_repeats = bool(again) and all(again)
    if more.decision != "plan" or all(again):
        return draft_or_close(state)
    known = {slot.id for slot in state.agreed_plan.slots}
    state.plan = state.agreed_plan.model_copy(
        update={
            "slots": (*state.agreed_plan.slots, *(slot for slot in more.slots if slot.id not in known)),
            "steps": (*state.agreed_plan.steps, *more.steps),
            "assumptions": tuple(dict.fromkeys((*state.agreed_plan.assumptions, *more.assumptions))),
        }
    )
    return "to_gather_more"


def draft_or_close(state: FlowState) -> str:
    """Where to go when no more is gathered: a draft needs evidence for at least one slot."""
    if any(state.filled.values()):
        return "to_draft"
    state.terminal_reason = "loop" if state.is_loop else "no_evidence"
    return "to_close"


def _decided_plan(run: Run, state: FlowState, task: str, extra: dict[str, Any]) -> Plan:
    """A plan; where it asks back and the asker lets us assume, another one for the most probable reading."""
    made = _checked_plan(run, state, task, extra)
    if made.decision != "clarify" or not run.prepared.assumes:
        return made
    asked = {"message": made.message, "choices": made.choices}
    assuming = _checked_plan(run, state, task, extra | {"assume": asked})
    if assuming.decision == "plan":
        state.assumed = made.message
        state.warnings.append(
            said("The question can be read in several ways, and one was assumed: {question}", question=made.message)
        )
    return assuming


def _checked_plan(run: Run, state: FlowState, task: str, extra: dict[str, Any]) -> Plan:
    blocks = {**opening_blocks(task, "supervisor", state, run.today.isoformat()), **period_blocks(state)}
    blocks |= plan_material(run, state, task) | extra
    problems: list[str] = []
    for _ in range(2):
        choice = _choice(run, state, task, run.ask("supervisor", task, blocks, Plan))
        problems = [*choice.problems]
        if "assume" in extra and choice.plan.decision == "plan" and not choice.plan.assumptions:
            problems.append("Say in `assumptions` which reading was taken.")
        if not problems:
            state.plan_choice = choice.reason
            _approve(run, choice.plan)
            return choice.plan
        blocks["problems"] = problems
    raise UnusablePlan(said("The supervisor's plan could not be used: {problems}", problems=" ".join(problems)))


def _choice(run: Run, state: FlowState, task: str, made: Plan) -> Choice:
    if task == "replan" and made.decision == "plan" and not made.steps:
        return Choice(made)
    return choose(made, lambda way: _problems(run, state, way, task), lambda way: estimate(run, way))


def _told_estimate(run: Run, state: FlowState) -> PlanEstimate:
    return estimate(run, state.agreed_plan).model_copy(update={"choice": state.plan_choice})


def _approve(run: Run, made: Plan) -> None:
    """Keep the joins that a plan approves; a plan that is not carried out approves nothing."""
    if made.decision == "plan":
        for source, joins in approved_joins(made, _schemas(run)).items():
            run.joins.approve(source, joins, asker=run.asker.id, run=run.id)


def _schemas(run: Run) -> dict[str, Schema]:
    return {name: opened.schema() for name, opened in run.sources.databases.items()}


def _problems(run: Run, state: FlowState, made: Plan, task: str) -> list[str]:
    budgets = run.configuration.budgets
    earlier = state.plan.steps if task == "replan" and state.plan else ()
    slots = state.plan.slots if task == "replan" and state.plan else ()
    whole = made.model_copy(update={"slots": (*slots, *made.slots)})
    open_slots = {gap.slot for gap in state.gaps}
    problems = replan_problems(made, [s for s in slots if s.id in open_slots], run.sources.kinds) if earlier else []
    problems += join_problems(made, _schemas(run))
    return problems + plan_problems(
        whole,
        workers={name: spec.kinds for name, spec in run.configuration.agents.items() if spec.kinds},
        sources=run.sources.kinds,
        max_depth=budgets.plan_depth,
        max_fan_out=budgets.fan_out,
        earlier=earlier,
        citable={name: piece.source for name, piece in citable(run).items()},
    )
