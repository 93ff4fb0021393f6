"""A conversation: follow-ups stand alone before they are answered, nothing is fetched twice, history stays small."""

from pathlib import Path

import pytest

from crew.answering.prepared import Prepared
from crew.assemble import open_desk
from crew.conversation import Conversation
from crew.desk import Desk
from crew.settings import Settings
from crew.store.sessions import UnknownSession
from tasks.correction import RetryCorrection
from tasks.plan import Plan
from tasks.standalone import Standalone
from tests.flow.plans import answer_draft, lookup_plan
from tests.flow.test_path import STATEMENT, france_sentence
from tests.models import ScriptedModels
from tools.asker import Asker

FIRST = "What was revenue in Spain in Q3 2025?"
IN_FRANCE = "What was revenue in France last quarter?"


@pytest.fixture
def offline_desk(models: ScriptedModels, config: Path, settings: Settings):
    models.leave_to_offline("plan", "work", "draft", "verify", "rewrite", "replan", "correct")
    with open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")) as opened:
        yield opened


def test_a_follow_up_is_answered_as_the_question_it_stands_for(offline_desk: Desk) -> None:
    conversation = Conversation.begin(offline_desk)
    first = conversation.ask(FIRST)
    second = conversation.ask("And in France?")

    assert (first.standalone, first.status) == (None, "verified")
    assert (second.question, second.standalone) == ("And in France?", "What was revenue in France in Q3 2025?")
    assert "€350.50" in second.answer
    stored = offline_desk.store.turns(conversation.session, offline_desk.asker)
    assert [turn.standalone for turn in stored] == [FIRST, "What was revenue in France in Q3 2025?"]
    assert offline_desk.store.run(second.run_id).session == conversation.session


def test_the_first_question_costs_no_call_for_rewriting(offline_desk: Desk, models: ScriptedModels) -> None:
    Conversation.begin(offline_desk).ask(FIRST)

    assert models.prompts("rewrite") == []


def test_what_was_fetched_before_is_not_fetched_again(offline_desk: Desk) -> None:
    conversation = Conversation.begin(offline_desk)
    conversation.ask(FIRST)
    before = conversation._shared.saved
    again = conversation.ask(FIRST)

    assert again.status == "verified"
    assert conversation._shared.saved > before


def test_what_cannot_be_understood_is_asked_back_before_anything_runs(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", Plan(decision="clarify", message="Which?"))
    models.will_reply("rewrite", Standalone(question="?", is_follow_up=True, unclear="Which country do you mean?"))
    conversation = Conversation.begin(desk)
    conversation.ask(FIRST)

    answer = conversation.ask("And there?")

    assert (answer.status, answer.answer) == ("clarify", "Which country do you mean?")
    assert len(models.prompts("plan")) == 1


def test_the_history_in_a_prompt_is_bounded(desk: Desk, models: ScriptedModels) -> None:
    conversation = Conversation.begin(desk)
    for number in range(14):
        models.will_reply("plan", Plan(decision="clarify", message="x" * 5000))
        if number:
            models.will_reply("rewrite", Standalone(question=f"Question {number}?"))
        conversation.ask(f"Question {number}?")

    history = models.prompts("rewrite")[-1]["history"]
    assert len(history) == 10
    assert sum("answer" in turn for turn in history) == 3
    assert max(len(turn.get("answer", "")) for turn in history) == 400


def test_a_session_is_its_askers_own(desk: Desk, config: Path, settings: Settings) -> None:
    session = Conversation.begin(desk).session

    assert Conversation.begin(desk, session).session == session
    with (
        open_desk("shop", config=config, settings=settings, asker=Asker(id="ben")) as other,
        pytest.raises(UnknownSession),
    ):
        Conversation.begin(other, session)


def test_a_turn_cites_what_an_earlier_one_found(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", lookup_plan())
    models.will_call("run_sql", statement=STATEMENT, parameters={"country": "France"})
    models.will_reply("draft", answer_draft(france_sentence()))
    models.will_reply("rewrite", Standalone(question=IN_FRANCE, is_follow_up=False))
    models.will_reply("plan", lookup_plan(earlier="T1.E1"))
    models.will_reply("draft", answer_draft(france_sentence()))
    conversation = Conversation.begin(desk)
    first = conversation.ask(IN_FRANCE)
    second = conversation.ask(f"{IN_FRANCE} Tell me again.")

    told = models.prompts("plan")[1]["earlier"]
    assert [(piece["id"], piece["source"], piece["row_count"]) for piece in told] == [("T1.E1", "shop", 1)]
    assert "rows" not in told[0]
    assert second.status == first.status == "verified"
    assert second.evidence[0]["sha256"] == first.evidence[0]["sha256"]
    assert len(models.prompts("work")) == 1


def test_evidence_that_no_turn_found_cannot_be_cited(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", lookup_plan(earlier="T1.E1"), Plan(decision="decline", message="Nothing to cite."))
    answer = Conversation.begin(desk).ask(IN_FRANCE)

    assert answer.status == "declined"
    assert models.prompts("plan")[1]["problems"] == ["Step `s1`: there is no earlier evidence `T1.E1`; there is none."]


def test_a_run_that_goes_on_elsewhere_fetches_what_it_could_have_cited(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("correct", RetryCorrection(corrected_query=STATEMENT, parameters={"country": "France"}))
    models.will_reply("draft", answer_draft(france_sentence()))

    answer = desk.ask(IN_FRANCE, prepared=Prepared(plan=lookup_plan(earlier="T1.E1")))

    assert answer.status == "verified"
    assert "no longer at hand" in models.prompts("correct")[0]["reflections"][0]["error"]
