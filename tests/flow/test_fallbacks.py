"""A step's fallback is run where the step fails or finds nothing, and only there."""

from crew.answering.estimates import PlanEstimate
from crew.answering.prepared import Prepared
from crew.desk import Desk
from crew.render.plan import plan_text
from tasks.plan import Plan, PlanStep, SearchCall, Slot, StepInput
from tests.flow.plans import (
    NOW,
    answer_draft,
    falling_sentence,
    quoting_sentence,
    revenue_slot,
    revenue_step,
    two_source_plan,
)
from tests.flow.test_path import QUESTION, supported
from tests.models import ScriptedModels


def plan_with(first: str, then: str) -> Plan:
    """The two-source plan, where a search in some words has one in others as its fallback."""
    plan = two_source_plan()
    *lookups, search = plan.steps
    searches = (
        search.model_copy(update={"inputs": (), "search": SearchCall(words=first), "fallback": "s4"}),
        search.model_copy(update={"id": "s4", "search": SearchCall(words=then)}),
    )
    return plan.model_copy(update={"steps": (*lookups, *searches)})


def statuses(desk: Desk, models: ScriptedModels, plan: Plan, evidence: str) -> dict[str, str]:
    models.will_reply("plan", plan)
    models.will_reply(
        "draft", answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue"), quoting_sentence(evidence))
    )
    models.will_reply("verify", supported)
    answer = desk.ask(QUESTION)
    assert answer.status == "verified", answer.warnings
    return {step.id: step.status for step in answer.steps}


def test_a_fallback_is_spared_where_its_step_is_done(desk: Desk, models: ScriptedModels) -> None:
    found = statuses(desk, models, plan_with("revenue fell Spain carrier strike", "delivery review"), "E3")

    assert (found["s3"], found["s4"]) == ("done", "not_needed")


def test_a_fallback_is_run_where_its_step_finds_nothing(desk: Desk, models: ScriptedModels) -> None:
    found = statuses(desk, models, plan_with("zebra quotas", "revenue fell Spain carrier strike"), "E4")

    assert (found["s3"], found["s4"]) == ("nothing_found", "done")


def test_what_is_taken_from_a_step_without_result_is_taken_from_its_fallback(
    desk: Desk, models: ScriptedModels
) -> None:
    before_any_order = NOW.model_copy(update={"start": NOW.start.replace(year=1999), "end": NOW.end.replace(year=1999)})
    now = revenue_slot("now", NOW)
    cause = Slot(id="cause", kind="passage", need=two_source_plan().slots[2].need)
    empty = revenue_step("s1", revenue_slot("now", before_any_order)).model_copy(update={"fallback": "s2"})
    search = PlanStep(
        id="s3",
        worker="document_researcher",
        kind="hybrid_search",
        source="notes",
        task="Find why revenue fell",
        slot="cause",
        inputs=(StepInput(step="s1", column="country", name="country"),),
        search=SearchCall(words="revenue fell {country} because"),
    )
    models.will_reply("plan", Plan(slots=(now, cause), steps=(empty, revenue_step("s2", now), search)))
    models.will_reply("draft", answer_draft(quoting_sentence("E3")))
    models.will_reply("verify", supported)

    answer = desk.ask(QUESTION)

    assert [(step.id, step.status) for step in answer.steps] == [
        ("s1", "nothing_found"),
        ("s2", "done"),
        ("s3", "done"),
    ]


def test_a_fallback_must_be_a_step_for_the_same_slot(desk: Desk, models: ScriptedModels) -> None:
    plan = two_source_plan()
    first, *others = plan.steps
    unknown = plan.model_copy(update={"steps": (first.model_copy(update={"fallback": "s9"}), *others)})
    other_slot = plan.model_copy(update={"steps": (first.model_copy(update={"fallback": "s2"}), *others)})
    models.will_reply("plan", unknown, other_slot)

    answer = desk.ask(QUESTION)

    assert models.prompts("plan")[1]["problems"] == ["Step `s1` has the fallback `s9`, which is no step."]
    assert "its fallback `s2` slot `before`" in " ".join([*answer.warnings, answer.answer])


def test_the_plan_shown_says_what_is_run_only_if_another_step_finds_nothing(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", plan_with("zebra quotas", "carrier strike"))
    shown: list[str] = []

    def refuse(plan: Plan, estimate: PlanEstimate) -> bool:
        shown.append(plan_text(plan, estimate))
        return False

    desk.ask(QUESTION, prepared=Prepared(consent=refuse))

    assert (
        "s4: document_researcher in notes: Find why revenue fell (after s1, s2) (only if s3 finds nothing)" in shown[0]
    )
