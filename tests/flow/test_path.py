"""The path of a question, from the plan to the answer, with a model that says what each test wrote down."""

import pytest

from crew.desk import Desk
from crew.errors import WrongInput
from tasks.correction import RetryCorrection
from tasks.draft import DraftSentence
from tasks.plan import Plan, SearchCall
from tasks.verdict import Judgement, Verdict
from tests.flow.plans import answer_draft, falling_sentence, lookup_plan, quoting_sentence, two_source_plan
from tests.models import ScriptedModels

QUESTION = "Why did revenue in Spain fall last quarter?"
STATEMENT = (
    "SELECT SUM(o.amount) AS revenue FROM orders o JOIN customers c ON o.customer_id = c.id "
    "WHERE c.country = :country AND o.ordered_on >= '2025-07-01' AND o.ordered_on < '2025-10-01'"
)


def supported(blocks: dict) -> Verdict:
    """A verifier that agrees with everything it is asked."""
    return Verdict(judgements=tuple(Judgement(sentence=s["index"], is_supported=True) for s in blocks["sentences"]))


def france_sentence() -> DraftSentence:
    """Revenue in France, placed from the analyst's row."""
    return DraftSentence.model_validate(
        {
            "text": "Revenue in France was [[f1]] in Q3 2025.",
            "citations": ["E1"],
            "figures": [{"marker": "f1", "of": "E1[0].revenue"}],
        }
    )


def test_a_two_source_answer_is_proved_by_rows_and_a_quotation(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", two_source_plan())
    models.will_reply("draft", answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue"), quoting_sentence()))
    models.will_reply("verify", supported)

    answer = desk.ask(QUESTION)

    assert answer.status == "verified", (answer.removed, answer.missing, answer.warnings)
    assert answer.terminal_reason == "answered"
    assert "fell by 60% to €200 in Q3 2025" in answer.answer
    assert "carrier in Madrid was on strike" in answer.answer
    assert [e["kind"] for e in answer.evidence] == ["rows", "rows", "passage"]
    assert answer.sentences[1].judged_by == "verifier"
    assert (answer.usage.model_calls, answer.usage.critical_path_calls) == (3, 3)


def test_the_search_is_given_the_member_that_fell_most(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", two_source_plan())
    models.will_reply("draft", answer_draft(quoting_sentence()))
    models.will_reply("verify", supported)

    answer = desk.ask(QUESTION)

    passage = next(e for e in answer.evidence if e["kind"] == "passage")
    assert "Spain" in passage["query"]


def test_evidence_is_numbered_in_the_plans_order(desk: Desk, models: ScriptedModels) -> None:
    plan = two_source_plan()
    models.will_reply("plan", plan)
    models.will_reply("draft", answer_draft(quoting_sentence()))
    models.will_reply("verify", supported)

    answer = desk.ask(QUESTION)

    assert [(step.id, step.evidence) for step in answer.steps] == [("s1", ["E1"]), ("s2", ["E2"]), ("s3", ["E3"])]


def test_a_worker_is_asked_once_when_the_plan_knows_no_call(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", lookup_plan())
    models.will_call("run_sql", statement=STATEMENT, parameters={"country": "France"})
    models.will_reply("draft", answer_draft(france_sentence()))

    answer = desk.ask("What was revenue in France last quarter?")

    assert answer.status == "verified", (answer.removed, answer.warnings)
    assert answer.answer == "Revenue in France was €350.50 in Q3 2025."
    assert (answer.usage.model_calls, answer.usage.critical_path_calls) == (3, 3)
    assert answer.evidence[0]["parameters"] == {"country": "France"}


def test_a_failed_statement_is_corrected_with_the_reason_in_view(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", lookup_plan())
    models.will_call("run_sql", statement="SELECT SUM(amuont) AS revenue FROM orders")
    models.will_reply("correct", RetryCorrection(corrected_query=STATEMENT, parameters={"country": "France"}))
    models.will_reply("draft", answer_draft(france_sentence()))

    answer = desk.ask("What was revenue in France last quarter?")

    reflection = models.prompts("correct")[0]["reflections"][0]
    assert "amuont" in reflection["error"]
    assert "amount" in reflection["nearest"][0]
    assert answer.steps[0].retries == 1
    assert answer.status == "verified"


def test_an_identical_correction_is_not_run_again(desk: Desk, models: ScriptedModels) -> None:
    wrong = "SELECT SUM(amuont) AS revenue FROM orders"
    models.will_reply("plan", lookup_plan())
    models.will_call("run_sql", statement=wrong)
    models.will_reply("correct", *[RetryCorrection(corrected_query=wrong)] * 2, RetryCorrection())
    models.will_reply("replan", Plan(), Plan())

    answer = desk.ask("What was revenue in France last quarter?")

    errors = [r["error"] for r in models.prompts("correct")[-1]["reflections"]]
    assert "made before" in errors[-1]
    assert answer.status == "no_evidence"
    assert answer.steps[0].status == "failed"


def test_what_was_computed_beside_the_question_caps_the_status(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", lookup_plan())
    models.will_call(
        "run_sql",
        statement="SELECT c.country, SUM(o.amount) AS revenue FROM orders o JOIN customers c ON o.customer_id = c.id "
        "WHERE c.country = 'France' GROUP BY c.country",
    )
    models.will_reply("draft", answer_draft(france_sentence()), answer_draft(france_sentence()), answer_draft())

    answer = desk.ask("What was revenue in France last quarter?")

    assert answer.status != "verified"
    assert any("2025-07-01" in mismatch for line in answer.receipt for mismatch in line.mismatches)


def test_a_sentence_without_proof_goes_back_with_its_reason_and_is_removed(desk: Desk, models: ScriptedModels) -> None:
    wrong = falling_sentence("E1[0].revenue", "E2[1].revenue", country="France")
    true = falling_sentence("E1[1].revenue", "E2[0].revenue")
    models.will_reply("plan", two_source_plan())
    models.will_reply("draft", *[answer_draft(true, wrong, quoting_sentence())] * 3)
    models.will_reply("verify", supported, supported, supported)

    answer = desk.ask(QUESTION)

    assert "France" not in answer.answer
    assert [s.text for s in answer.removed] == ["Revenue in France fell by 16.8% to €350.50 in Q3 2025."]
    assert answer.status == "needs_review"
    assert "fell" in models.prompts("draft")[1]["rejections"][0]["text"]


def test_a_sentence_the_verifier_refuses_is_not_shown(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", two_source_plan())
    models.will_reply(
        "draft", *[answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue"), quoting_sentence())] * 3
    )
    refusal = Verdict(judgements=(Judgement(sentence=1, is_supported=False, reason="It is about deliveries."),))
    models.will_reply("verify", refusal, refusal, refusal)

    answer = desk.ask(QUESTION)

    assert "strike" not in answer.answer
    assert answer.removed[0].reason == "It is about deliveries."


def test_an_open_slot_leads_to_a_replan_and_is_named_when_it_stays_open(desk: Desk, models: ScriptedModels) -> None:
    plan = two_source_plan()
    lost = plan.steps[2].model_copy(update={"inputs": (), "search": SearchCall(words="zebra quantum lighthouse")})
    models.will_reply("plan", plan.model_copy(update={"steps": (*plan.steps[:2], lost)}))
    models.will_reply("replan", Plan(), Plan())
    models.will_reply("draft", answer_draft(falling_sentence("E1[1].revenue", "E2[0].revenue")))

    answer = desk.ask(QUESTION)

    assert models.prompts("replan")[0]["gaps"][0]["slot"] == "cause"
    assert answer.status == "partly_verified"
    assert any("cause" in missing for missing in answer.missing)


def test_a_plan_with_an_unknown_source_is_sent_back_before_anything_runs(desk: Desk, models: ScriptedModels) -> None:
    good = two_source_plan()
    bad = good.model_copy(update={"steps": (good.steps[0].model_copy(update={"source": "warehouse"}), *good.steps[1:])})
    models.will_reply("plan", bad, good)
    models.will_reply("draft", answer_draft(quoting_sentence()))
    models.will_reply("verify", supported)

    desk.ask(QUESTION)

    assert "no source `warehouse`" in models.prompts("plan")[1]["problems"][0]


@pytest.mark.parametrize(
    ("plan", "status"),
    [
        (Plan(decision="clarify", message="Which year?", choices=("2024", "2025")), "clarify"),
        (Plan(decision="decline", message="These sources know nothing of the weather."), "declined"),
    ],
)
def test_a_question_back_and_a_refusal_are_answers_too(
    desk: Desk, models: ScriptedModels, plan: Plan, status: str
) -> None:
    models.will_reply("plan", plan)

    answer = desk.ask("How is the weather?")

    assert answer.status == status
    assert answer.answer == plan.message
    assert answer.choices == list(plan.choices)


def test_an_empty_question_is_refused_before_a_run_begins(desk: Desk) -> None:
    with pytest.raises(WrongInput, match="empty"):
        desk.ask("   ")

    assert desk.store.runs(desk.asker) == []
