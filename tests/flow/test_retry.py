"""A failed statement is tried in another way while there is one, and what failed stays in view and on record."""

from typing import Any

import pytest

from crew.desk import Desk
from tasks.correction import RetryCorrection
from tests.flow.plans import lookup_plan
from tests.models import ScriptedModels

SUM_OF_TEXT = "SELECT sum(country) AS revenue FROM customers"
CAST = "SELECT sum(orders.amount) AS revenue FROM orders JOIN customers ON customers.id = orders.customer_id"


@pytest.fixture(autouse=True)
def planned(models: ScriptedModels) -> None:
    """A step that its worker must find a statement for; the rest is left to the offline analyst."""
    models.will_reply("plan", lookup_plan())
    models.leave_to_offline("replan", "draft", "verify")


def test_odd_rows_never_reach_a_draft(desk: Desk, models: ScriptedModels) -> None:
    models.will_call("run_sql", statement=SUM_OF_TEXT)
    models.will_reply("correct", RetryCorrection(alternative_strategy="give_up"))

    answer = desk.ask("What was the revenue in France in Q3 2025?")

    assert answer.status == "no_evidence"
    assert "holds text and is added up" in answer.answer
    assert not models.prompts("draft")


def test_each_attempt_is_kept_with_its_run(desk: Desk, models: ScriptedModels) -> None:
    models.will_call("run_sql", statement=SUM_OF_TEXT)
    models.will_reply("correct", RetryCorrection(alternative_strategy="give_up"))

    answer = desk.ask("What was the revenue in France in Q3 2025?")

    (step,) = [each for each in desk.store.steps(answer.run_id) if each.name == "s1"]
    (reflection,) = (step.summary or {})["reflections"]
    assert (reflection["error_class"], reflection["tried"]) == ("OddRows", SUM_OF_TEXT)


def test_earlier_reflections_stay_in_view_until_retries_are_used_up(desk: Desk, models: ScriptedModels) -> None:
    models.will_call("run_sql", statement="SELECT nope1 FROM orders")
    for number in (2, 3, 4, 5):
        models.will_reply("correct", RetryCorrection(corrected_query=f"SELECT nope{number} FROM orders"))

    answer = desk.ask("What was the revenue in France in Q3 2025?")

    seen = [[r["tried"] for r in blocks["reflections"]] for blocks in models.prompts("correct")]
    assert [len(each) for each in seen] == [1, 2, 3]
    assert seen[-1][0] == "SELECT nope1 FROM orders"
    assert answer.status == "no_evidence"


def test_a_statement_of_many_joins_is_advised_to_be_asked_in_simpler_steps(desk: Desk, models: ScriptedModels) -> None:
    joins = " ".join(f"JOIN customers c{n} ON c{n}.id = o.customer_id" for n in (1, 2, 3))
    models.will_call("run_sql", statement=f"SELECT name FROM orders o {joins}")
    models.will_reply("correct", RetryCorrection(alternative_strategy="simpler_steps"))
    models.will_call("run_sql", statement=CAST)

    answer = desk.ask("What was the revenue in France in Q3 2025?")

    (reflection,) = models.prompts("correct")[0]["reflections"]
    assert "simpler_steps" in reflection["advice"]
    assert _seen_by_worker(models)[1][0]["tried"].startswith("SELECT name FROM orders o")
    assert [step.status for step in answer.steps] == ["done"]


def _seen_by_worker(models: ScriptedModels) -> list[list[dict[str, Any]]]:
    return [blocks["reflections"] for blocks in models.prompts("work")]
