"""A question that would be asked back, answered in its most probable reading where the asker says so."""

from crew.answering.prepared import Prepared
from crew.desk import Desk
from tasks.plan import Plan
from tests.flow.plans import answer_draft, falling_sentence, quoting_sentence, two_source_plan
from tests.flow.test_path import QUESTION, supported
from tests.models import ScriptedModels

ASKS_BACK = Plan(decision="clarify", message="Which quarter is meant?", choices=("the third", "the second"))
ASSUMPTION = "“fell” is read as the third quarter against the one a year before"


def will_answer(models: ScriptedModels) -> None:
    models.will_reply("draft", answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue"), quoting_sentence()))
    models.will_reply("verify", supported)


def test_without_leave_to_assume_the_question_comes_back(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", ASKS_BACK)

    answer = desk.ask(QUESTION)

    assert (answer.status, answer.choices) == ("clarify", ["the third", "the second"])


def test_an_assumption_is_stated_and_keeps_the_answer_from_being_verified(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", ASKS_BACK, two_source_plan().model_copy(update={"assumptions": (ASSUMPTION,)}))
    will_answer(models)

    answer = desk.ask(QUESTION, prepared=Prepared(assumes=True))

    assert answer.status == "partly_verified"
    assert ASSUMPTION in answer.assumptions
    assert any("Which quarter is meant?" in warning for warning in answer.warnings)
    first, second = models.prompts("plan")
    assert "assume" not in first
    assert second["assume"] == {"message": "Which quarter is meant?", "choices": ["the third", "the second"]}


def test_a_plan_that_hides_its_assumption_is_sent_back(desk: Desk, models: ScriptedModels) -> None:
    silent = two_source_plan()
    models.will_reply("plan", ASKS_BACK, silent, silent.model_copy(update={"assumptions": (ASSUMPTION,)}))
    will_answer(models)

    answer = desk.ask(QUESTION, prepared=Prepared(assumes=True))

    assert ASSUMPTION in answer.assumptions
    assert models.prompts("plan")[2]["problems"] == ["Say in `assumptions` which reading was taken."]


def test_what_has_no_reading_at_all_is_still_asked_back(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", ASKS_BACK, ASKS_BACK)

    assert desk.ask(QUESTION, prepared=Prepared(assumes=True)).status == "clarify"


def test_a_question_without_doubt_is_asked_once(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", two_source_plan())
    will_answer(models)

    assert desk.ask(QUESTION, prepared=Prepared(assumes=True)).status == "verified"
