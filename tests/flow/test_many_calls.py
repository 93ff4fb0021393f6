"""A worker that makes several calls in one reply has all of them run."""

from crew.desk import Desk
from tasks.draft import DraftSentence
from tests.flow.plans import answer_draft
from tests.flow.test_path import supported
from tests.flow.test_signals import search_plan
from tests.models import ScriptedModels

STRIKE = "Revenue in Spain fell in the third quarter of 2025 because the carrier in Madrid was on strike for weeks."


def _open_plan():
    """A plan whose worker chooses its calls."""
    plan = search_plan("deliveries and returns")
    return plan.model_copy(update={"steps": tuple(s.model_copy(update={"search": None}) for s in plan.steps)})


def _strike() -> DraftSentence:
    return DraftSentence(text=f"“Delivery review” says: “{STRIKE}”", citations=("E1",))


def test_all_calls_of_one_reply_are_run_in_their_order(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", _open_plan())
    calls = [
        ("search_documents", {"words": "carrier strike revenue Spain"}),
        ("fetch_document", {"document": "returns.md"}),
        ("fetch_section", {"document": "delivery.md", "section": "Delivery review"}),
    ]
    models.will_reply("work", {"tool_calls": calls})
    models.will_reply("draft", answer_draft(_strike()))
    models.will_reply("verify", supported)

    answer = desk.ask("What happened to deliveries, and what is the rule on returns?")

    assert [e["document"] for e in answer.evidence] == ["delivery.md", "returns.md"]
    assert len(models.prompts("work")) == 1


def test_one_failing_call_does_not_undo_the_others(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", _open_plan())
    calls = [
        ("fetch_document", {"document": "no-such.md"}),
        ("search_documents", {"words": "carrier strike revenue Spain", "prefers_recent": True}),
    ]
    models.will_reply("work", {"tool_calls": calls})
    models.will_reply("draft", answer_draft(_strike()))
    models.will_reply("verify", supported)

    answer = desk.ask("What happened to deliveries?")

    assert answer.steps[0].status == "done"
    assert [e["document"] for e in answer.evidence] == ["delivery.md"]


def test_a_call_that_fails_alone_is_a_reflection(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", _open_plan())
    models.will_call("fetch_document", document="deliver.md")
    models.will_reply("correct", {"corrected_query": "carrier strike revenue Spain"})
    models.will_reply("draft", answer_draft(_strike()))
    models.will_reply("verify", supported)

    desk.ask("What happened to deliveries?")

    (prompt,) = models.prompts("correct")
    assert "`delivery.md`" in prompt["reflections"][0]["error"]
