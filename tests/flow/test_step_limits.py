"""A step's own limits hold: how much is kept, how close passages must be, and what its worker's calls may take."""

from typing import Any

import pytest

from crew.desk import Desk
from crew.render.answer import render
from tasks.correction import RetryCorrection
from tasks.plan import Plan, Stop
from tests.flow.plans import NOW, answer_draft, lookup_plan, quoting_sentence, revenue_slot, revenue_step
from tests.flow.shop import STRIKE
from tests.flow.test_path import STATEMENT, supported
from tests.flow.test_signals import search_plan
from tests.models import ScriptedModels

QUESTION = "What was revenue in France last quarter?"
WRONG = "SELECT SUM(amuont) AS revenue FROM orders"


def stopping(plan: Plan, **stop: Any) -> Plan:
    """A plan of one step with limits of its own."""
    return plan.model_copy(update={"steps": tuple(s.model_copy(update={"stop": Stop(**stop)}) for s in plan.steps)})


def test_no_more_rows_are_kept_than_the_step_may_and_the_true_count_is_told(desk: Desk, models: ScriptedModels) -> None:
    slot = revenue_slot("now", NOW)
    models.will_reply("plan", stopping(Plan(slots=(slot,), steps=(revenue_step("s1", slot),)), result_cap=1))
    models.leave_to_offline("draft", "verify")

    answer = desk.ask("What was revenue by country last quarter?")

    (rows,) = answer.evidence
    assert (len(rows["rows"]), rows["row_count"], rows["truncated"]) == (1, 2, True)
    assert "2 rows in all; 1 shown" in render(answer, "text", width=100)


def test_no_more_passages_are_kept_than_the_step_may(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", stopping(search_plan("delivery goods revenue strike thirty days"), result_cap=1))
    models.leave_to_offline("draft", "verify", "replan")

    assert len(desk.ask("What about deliveries?").evidence) == 1


def test_passages_that_are_not_close_enough_do_not_count_and_closer_ones_are_looked_for(
    desk: Desk, models: ScriptedModels
) -> None:
    models.will_reply("plan", stopping(search_plan("carrier Madrid strike zebra"), confidence=0.9))
    models.will_reply("correct", RetryCorrection(corrected_query="carrier Madrid strike"))
    models.will_reply("draft", answer_draft(quoting_sentence("E1")))
    models.will_reply("verify", supported)

    answer = desk.ask("What happened with the carrier?")

    (reflection,) = models.prompts("correct")[0]["reflections"]
    assert reflection["error"].endswith("none is as close to the search as 0.9; the best is 0.75.")
    assert STRIKE in answer.answer
    assert answer.steps[0].retries == 1


@pytest.mark.parametrize(("tokens", "corrections"), [(1, 0), (100_000, 1)])
def test_a_worker_whose_tokens_are_used_up_tries_no_more(
    desk: Desk, models: ScriptedModels, tokens: int, corrections: int
) -> None:
    models.will_reply("plan", stopping(lookup_plan(), tokens=tokens))
    models.will_call("run_sql", statement=WRONG)
    models.will_reply("correct", RetryCorrection(corrected_query=STATEMENT, parameters={"country": "France"}))
    models.will_reply("replan", Plan())
    models.leave_to_offline("draft", "verify")

    answer = desk.ask(QUESTION)

    assert len(models.prompts("correct")) == corrections
    assert answer.steps[0].reason == (None if corrections else "The 1 tokens of the step are used up.")


def test_a_worker_tries_three_more_times_and_no_more(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", lookup_plan())
    models.will_call("run_sql", statement=WRONG)
    again = [RetryCorrection(corrected_query=WRONG.replace("amuont", f"amount_{n}")) for n in range(9)]
    models.will_reply("correct", *again)
    models.will_reply("replan", Plan())

    answer = desk.ask(QUESTION)

    assert len(models.prompts("correct")) == 3
    assert (answer.steps[0].status, answer.steps[0].retries) == ("failed", 3)


def test_only_the_letters_of_a_text_make_another_statement(desk: Desk, models: ScriptedModels) -> None:
    """A text that is compared with may be spelled otherwise in the rows; the rest of a statement may not."""
    spelled = STATEMENT.replace(":country", "'france'")
    models.will_reply("plan", lookup_plan())
    models.will_call("run_sql", statement=spelled.replace("o.amount", "o.amuont"))
    right = [spelled.replace("o.amount", "o.amuont").upper(), STATEMENT.replace(":country", "'France'")]
    models.will_reply("correct", *[RetryCorrection(corrected_query=text) for text in right])
    models.leave_to_offline("draft", "verify")

    answer = desk.ask(QUESTION)

    assert answer.steps[0].status == "done"
    assert "€350.50" in answer.answer


def test_a_worker_that_asks_twice_the_same_is_told(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", lookup_plan())
    for text in (WRONG, WRONG.lower()):
        models.will_call("run_sql", statement=text)
    models.will_reply("correct", RetryCorrection(alternative_strategy="simpler_steps"), RetryCorrection())
    models.will_reply("replan", Plan())

    desk.ask(QUESTION)

    errors = [reflection["error"] for reflection in models.prompts("correct")[-1]["reflections"]]
    assert "made before" in errors[1]
