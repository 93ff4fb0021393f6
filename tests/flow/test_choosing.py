"""Of several ways to fill a plan's slots that hold, the cheapest is taken, and the reason is kept."""

from collections.abc import Callable

import pytest

from crew.answer import Answer
from crew.answering.estimates import PlanEstimate
from crew.answering.prepared import Prepared
from crew.desk import Desk
from crew.render.plan import plan_text
from crew.store.dossier import dossier_of
from crew.store.records import StepRecord
from tasks.plan import Alternative, Plan, PlanStep, SearchCall
from tests.flow.plans import answer_draft, falling_sentence, quoting_sentence, two_source_plan
from tests.flow.test_path import QUESTION, supported
from tests.models import ScriptedModels

ASKED = "s1"
"""The step that some ways leave to the worker's model."""


def left_to_the_worker(plan: Plan) -> tuple[PlanStep, ...]:
    """The plan's steps, of which the first leaves its statement to the worker: one model call more."""
    return tuple(s.model_copy(update={"query": None}) if s.id == ASKED else s for s in plan.steps)


def with_another_search(plan: Plan) -> tuple[PlanStep, ...]:
    """The plan's steps and one more search: no model call more, but one fetch."""
    *_, search = plan.steps
    more = search.model_copy(update={"id": "s4", "inputs": (), "search": SearchCall(words="carrier strike")})
    return (*plan.steps, more)


def unusable(plan: Plan) -> tuple[PlanStep, ...]:
    """The plan's steps, of which the first names a source that is not there."""
    return tuple(s.model_copy(update={"source": "warehouse"}) if s.id == ASKED else s for s in plan.steps)


def offered(own: tuple[PlanStep, ...], *others: tuple[PlanStep, ...]) -> Plan:
    alternatives = tuple(Alternative(steps=steps) for steps in others)
    return two_source_plan().model_copy(update={"steps": own, "alternatives": alternatives})


def run_through(desk: Desk, models: ScriptedModels, plan: Plan) -> tuple[str, Answer]:
    """Ask, and give the reason that was kept for the plan, and the answer."""
    models.will_reply("plan", plan)
    models.will_reply("draft", answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue"), quoting_sentence()))
    models.will_reply("verify", supported)
    answer = desk.ask(QUESTION)
    assert answer.status == "verified", answer.warnings
    reasons = [
        step.summary.get("reason", "") for step in steps_of(desk, answer) if step.name == "plan" and step.summary
    ]
    assert len(reasons) == 1
    return reasons[0], answer


def steps_of(desk: Desk, answer: Answer) -> tuple[StepRecord, ...]:
    return dossier_of(desk.store, desk.store.run(answer.run_id)).steps


@pytest.mark.parametrize("is_first", [True, False], ids=["cheaper first", "cheaper last"])
@pytest.mark.parametrize("dearer", [left_to_the_worker, with_another_search], ids=["a model call", "a search"])
def test_the_cheaper_of_two_ways_is_taken_wherever_it_stands(
    desk: Desk, models: ScriptedModels, is_first: bool, dearer: Callable[[Plan], tuple[PlanStep, ...]]
) -> None:
    cheap, dear = two_source_plan().steps, dearer(two_source_plan())

    reason, answer = run_through(desk, models, offered(cheap, dear) if is_first else offered(dear, cheap))

    assert [step.id for step in answer.steps] == ["s1", "s2", "s3"]
    assert answer.usage.model_calls == 3
    assert reason.startswith("Of 2 ways to fill the slots the cheapest was taken: 2 model calls, 3 fetches")


def test_a_way_that_does_not_hold_is_never_taken(desk: Desk, models: ScriptedModels) -> None:
    plan = two_source_plan()

    reason, answer = run_through(desk, models, offered(unusable(plan), with_another_search(plan)))

    assert [step.id for step in answer.steps] == ["s1", "s2", "s3", "s4"]
    assert "there is no source `warehouse`" in reason


def test_where_no_way_holds_the_supervisor_is_told_of_each(desk: Desk, models: ScriptedModels) -> None:
    plan = two_source_plan()
    elsewhere = tuple(s.model_copy(update={"slot": "another"}) for s in plan.steps)
    models.will_reply("plan", offered(unusable(plan), elsewhere), Plan(decision="decline", message="No way is left."))

    desk.ask(QUESTION)

    told = " ".join(models.prompts("plan")[1]["problems"])
    assert "there is no source `warehouse`" in told
    assert "Alternative 1: Step `s1` fills slot `another`" in told


def test_of_ways_that_cost_the_same_the_first_is_taken(desk: Desk, models: ScriptedModels) -> None:
    plan = two_source_plan()
    renamed = tuple(s.model_copy(update={"task": "As good"}) if s.id == ASKED else s for s in plan.steps)

    reason, answer = run_through(desk, models, offered(plan.steps, renamed))

    assert "As good" not in [(step.summary or {}).get("task") for step in steps_of(desk, answer)]
    assert "cost the same" in reason


def test_a_plan_with_one_way_needs_no_reason(desk: Desk, models: ScriptedModels) -> None:
    reason, _ = run_through(desk, models, two_source_plan())

    assert reason == ""


def test_who_is_asked_for_consent_reads_why_this_way_was_taken(desk: Desk, models: ScriptedModels) -> None:
    plan = two_source_plan()
    models.will_reply("plan", offered(left_to_the_worker(plan), plan.steps))
    shown: list[str] = []

    def refuse(agreed: Plan, estimate: PlanEstimate) -> bool:
        shown.append(plan_text(agreed, estimate))
        return False

    desk.ask(QUESTION, prepared=Prepared(consent=refuse))

    assert "Of 2 ways to fill the slots the cheapest was taken" in shown[0]
