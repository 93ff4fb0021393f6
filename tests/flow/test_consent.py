"""A plan that must be agreed to is shown with its estimate, and nothing runs without a yes."""

from crew.answering.estimates import PlanEstimate
from crew.answering.prepared import Prepared
from crew.desk import Desk
from crew.render.plan import plan_text
from tasks.plan import Plan
from tests.flow.plans import answer_draft, falling_sentence, quoting_sentence, two_source_plan
from tests.flow.test_path import QUESTION, supported
from tests.models import ScriptedModels


def test_without_consent_nothing_is_fetched(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", two_source_plan())
    shown: list[str] = []

    def refuse(plan: Plan, estimate: PlanEstimate) -> bool:
        shown.append(plan_text(plan, estimate))
        return False

    answer = desk.ask(QUESTION, prepared=Prepared(consent=refuse))

    assert answer.status == "declined"
    assert "no one agreed" in answer.answer
    assert (answer.evidence, answer.usage.model_calls) == ([], 1)
    assert "s3: document_researcher in notes: Find why revenue fell (after s1, s2)" in shown[0]
    assert "2 model calls" in shown[0]


def test_with_consent_the_plan_is_carried_out(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", two_source_plan())
    models.will_reply("draft", answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue"), quoting_sentence()))
    models.will_reply("verify", supported)

    assert desk.ask(QUESTION, prepared=Prepared(consent=lambda _plan, _estimate: True)).status == "verified"
