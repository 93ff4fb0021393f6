"""Inferred joins on the path of a question: offered, approved, tried, refused, and corrected where they repeat rows."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from crew.assemble import open_desk
from crew.desk import Desk
from crew.join_decisions import JoinDecisions
from crew.settings import Settings
from tasks.correction import RetryCorrection
from tasks.plan import Plan
from tests.flow.joining import APPROVED, BOOKED, LINES, add_lines, add_strays, booked_plan, booked_sentence
from tests.flow.plans import answer_draft
from tests.models import ScriptedModels
from tools.asker import Asker

QUESTION = "What is the amount of the orders?"
Open = Callable[..., Desk]


@pytest.fixture
def opened(models: ScriptedModels, config: Path, settings: Settings) -> Iterator[Open]:
    desks: list[Desk] = []

    def open_with_lines(strays: int = 0) -> Desk:
        add_lines(config.parent, strays=strays)
        desks.append(open_desk("shop", config=config, settings=settings, asker=Asker(id="ana")))
        return desks[-1]

    yield open_with_lines
    for desk in desks:
        desk.close()


def decisions(desk: Desk) -> JoinDecisions:
    return JoinDecisions(desk.store, "shop", desk.sources.databases)


def status_of(desk: Desk, text: str = LINES) -> str:
    return next(join.status for join in decisions(desk).listed() if join.text == text)


def test_suggestions_stand_in_the_plans_own_prompt(opened: Open, models: ScriptedModels) -> None:
    models.will_reply("plan", Plan(decision="decline", message="No."))

    opened().ask(QUESTION)

    offer = models.prompts("plan")[0]["join_suggestions"][0]
    assert (offer["source"], offer["join"], offer["confidence"]) == ("shop", LINES, 1.0)
    assert offer["needs"] == "approved_joins"


def test_an_approved_join_is_kept_tried_and_corrected_where_it_repeats_rows(
    opened: Open, models: ScriptedModels
) -> None:
    desk = opened()
    models.will_reply("plan", booked_plan(approved_joins=APPROVED))
    models.will_call("run_sql", statement=BOOKED)
    models.will_reply("draft", answer_draft(booked_sentence()))

    answer = desk.ask(QUESTION)

    kept = desk.store.join_decisions("shop")[0]
    assert (kept.decided_by, kept.role, kept.run) == ("ana", "supervisor", answer.run_id)
    assert kept.tried_at is not None
    assert answer.evidence[0]["rows"] == [["1350.5"]] or answer.evidence[0]["rows"] == [["1350.50"]]
    assert " IN (SELECT" in answer.evidence[0]["statement"]
    assert (answer.steps[0].retries, models.prompts("correct")) == (1, [])
    assert status_of(desk).startswith("approved by the supervisor for ana on ")


def test_a_join_that_nobody_approved_goes_to_a_replan_that_may_approve_it(opened: Open, models: ScriptedModels) -> None:
    desk = opened()
    models.will_reply("plan", booked_plan())
    models.will_call("run_sql", statement=BOOKED)
    models.will_reply("replan", booked_plan("s2", approved_joins=APPROVED))
    models.will_call("run_sql", statement=BOOKED)
    models.will_reply("draft", answer_draft(booked_sentence()))

    answer = desk.ask(QUESTION)

    gap = models.prompts("replan")[0]["gaps"][0]
    assert "nobody has approved it" in gap["reason"]
    assert "approved_joins" in gap["reason"]
    assert models.prompts("correct") == []
    assert [step.status for step in answer.steps] == ["failed", "done"]
    assert Decimal(answer.evidence[0]["rows"][0][0]) == Decimal("1350.50")


def test_a_plan_cannot_approve_what_needs_a_person(opened: Open, models: ScriptedModels) -> None:
    desk = opened(strays=12)
    models.will_reply("plan", booked_plan(approved_joins=APPROVED), Plan(decision="decline", message="No."))

    desk.ask(QUESTION)

    problem = models.prompts("plan")[1]["problems"][0]
    assert "only inferred (62%)" in problem
    assert "crosscheck schema joins confirm" in problem
    assert desk.store.join_decisions("shop") == []


def test_a_plan_cannot_approve_what_is_not_suggested(opened: Open, models: ScriptedModels) -> None:
    wrong = APPROVED[0].model_copy(update={"join": "order_lines.id = orders.id"})
    models.will_reply("plan", booked_plan(approved_joins=(wrong,)), Plan(decision="decline", message="No."))

    opened().ask(QUESTION)

    assert f"Suggested are `{LINES}`" in models.prompts("plan")[1]["problems"][0]


def test_a_person_confirms_what_the_supervisor_may_not(opened: Open, models: ScriptedModels) -> None:
    desk = opened(strays=12)
    decisions(desk).confirm("shop", "orders.id = order_lines.order_id", asker="ben")
    models.will_reply("plan", booked_plan())
    models.will_call("run_sql", statement=BOOKED)
    models.will_reply("draft", answer_draft(booked_sentence()))

    answer = desk.ask(QUESTION)

    assert Decimal(answer.evidence[0]["rows"][0][0]) == Decimal("1350.50")
    assert status_of(desk).startswith("confirmed by ben on ")


def test_a_rejected_join_is_neither_suggested_nor_approved_nor_run(opened: Open, models: ScriptedModels) -> None:
    desk = opened()
    decisions(desk).reject("shop", LINES, asker="ben")
    models.will_reply("plan", booked_plan(approved_joins=APPROVED), booked_plan())
    models.will_call("run_sql", statement=BOOKED)
    models.will_reply("correct", RetryCorrection(alternative_strategy="give_up"))
    models.will_reply("replan", Plan())

    answer = desk.ask(QUESTION)

    assert models.prompts("plan")[0]["join_suggestions"] == []
    assert "is not suggested" in models.prompts("plan")[1]["problems"][0]
    assert "is no join that may be used here" in str(answer.steps[0].reason)
    assert answer.status == "no_evidence"
    assert status_of(desk).startswith("rejected by ben on ")


def test_a_sum_that_repeats_rows_and_cannot_be_corrected_caps_the_status(opened: Open, models: ScriptedModels) -> None:
    desk = opened()
    statement = BOOKED.replace("SELECT ", "SELECT l.product, ") + " GROUP BY l.product ORDER BY l.product"
    models.will_reply("plan", booked_plan(approved_joins=APPROVED))
    models.will_call("run_sql", statement=statement)
    sentence = booked_sentence().model_copy(update={"text": "Revenue for ink is [[f1]]."})
    models.will_reply("draft", answer_draft(sentence))
    models.leave_to_offline("verify")

    answer = desk.ask(QUESTION)

    assert answer.status == "partly_verified", answer.model_dump_json(indent=1)
    assert any("repeated_rows: sum(orders.amount)" in warning for warning in answer.warnings)
    assert any("more than once" in words for line in answer.receipt for words in line.mismatches)


def test_an_approved_join_that_fails_its_first_run_is_not_used(
    opened: Open, models: ScriptedModels, config: Path
) -> None:
    desk = opened()
    decisions(desk).approve("shop", desk.schema("shop").suggestions, asker="ana", run="r0")
    add_strays(config.parent, 40)
    models.will_reply("plan", booked_plan())
    models.will_call("run_sql", statement=BOOKED)
    models.will_reply("correct", RetryCorrection(alternative_strategy="give_up"))
    models.will_reply("replan", Plan())

    answer = desk.ask(QUESTION)

    assert "of 48 rows 40 have no partner" in str(answer.steps[0].reason)
    assert desk.store.join_decisions("shop")[0].tried_at is None


def test_the_offline_model_approves_what_its_query_needs(opened: Open, models: ScriptedModels) -> None:
    desk = opened()
    models.leave_to_offline("plan", "replan", "work", "correct", "draft", "verify")

    answer = desk.ask("How many order lines are there by customer name?")

    assert [decision.role for decision in desk.store.join_decisions("shop")] == ["supervisor"]
    assert answer.status == "verified", answer.explanation
    assert answer.evidence[0]["rows"] == [[f"Customer {number}", 2] for number in range(1, 5)]
