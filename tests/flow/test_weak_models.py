"""Weak models: what is slightly broken is repaired, what does not fit is asked for once more, and nothing crashes."""

import json
from typing import Any

import pytest

from crew.desk import Desk
from tasks.correction import RetryCorrection
from tests.flow.plans import lookup_plan
from tests.models import ScriptedModels

QUESTION = "What was the revenue in France in Q3 2025?"
STATEMENT = (
    "SELECT sum(orders.amount) AS revenue FROM orders JOIN customers ON customers.id = orders.customer_id "
    "WHERE customers.country = :country AND orders.ordered_on >= '2025-07-01' AND orders.ordered_on <= '2025-09-30'"
)
GIVEN = {"statement": STATEMENT, "parameters": {"country": "France"}}
PLAN = lookup_plan().model_dump_json(exclude_defaults=True)
DRAFT = json.dumps(
    {
        "sentences": [
            {
                "text": "Revenue in France in Q3 2025 was [[f1]].",
                "citations": ["E1"],
                "figures": [{"marker": "f1", "of": "E1[0].revenue"}],
            }
        ]
    }
)


def fenced(reply: str) -> str:
    return f"```json\n{reply}\n```"


def with_trailing_commas(reply: str) -> str:
    return reply.replace("}]", "},]").replace("]}", "],}")


def with_prose(reply: str) -> str:
    return f"Sure! Here is the JSON that you asked for:\n\n{reply}\n\nLet me know whether it helps."


def cut_off(reply: str) -> str:
    return reply[:-2]


@pytest.mark.parametrize("habit", [fenced, with_trailing_commas, with_prose, cut_off])
def test_slightly_broken_replies_cost_no_further_call(desk: Desk, models: ScriptedModels, habit: Any) -> None:
    models.will_reply("plan", habit(PLAN))
    models.will_call("run_sql", **GIVEN)
    models.will_reply("draft", habit(DRAFT))
    models.leave_to_offline("verify")

    answer = desk.ask(QUESTION)

    assert answer.answer.startswith("Revenue in France in Q3 2025 was €350.50.")
    assert [len(models.prompts(task)) for task in ("plan", "work", "draft")] == [1, 1, 1]


WRONG_PLANS = {
    "a word that is none of the choices": (
        '{"decision": "go ahead", "steps": []}',
        "`decision`: Input should be 'plan', 'clarify' or 'decline'",
    ),
    "a missing field": ('{"slots": [{"id": "total", "kind": "rows"}]}', "`slots.0.need`: Field required"),
    "a field of its own": ('{"confidence": 0.9}', "`confidence`: Extra inputs are not permitted"),
    "a text instead of a list": ('{"steps": "look it up"}', "`steps`: Input should be a valid"),
    "prose alone": ("I would look up the revenue in the table of orders.", "Input should be a valid"),
}


@pytest.mark.parametrize(("reply", "problem"), WRONG_PLANS.values(), ids=WRONG_PLANS)
def test_a_wrong_reply_is_asked_for_once_more_with_what_was_wrong(
    desk: Desk, models: ScriptedModels, reply: str, problem: str
) -> None:
    models.will_reply("plan", reply, PLAN)
    models.will_call("run_sql", **GIVEN)
    models.leave_to_offline("draft", "verify")

    answer = desk.ask(QUESTION)

    assert "€350.50" in answer.answer
    assert problem in models.wordings("plan")[1]
    assert reply in models.wordings("plan")[1]


@pytest.mark.parametrize("reply", [wrong for wrong, _ in WRONG_PLANS.values()], ids=WRONG_PLANS)
def test_a_reply_that_is_wrong_twice_ends_the_run_with_its_reason(
    desk: Desk, models: ScriptedModels, reply: str
) -> None:
    models.will_reply("plan", reply, reply)

    answer = desk.ask(QUESTION)

    assert answer.status == "failed"
    assert "The supervisor gave no usable reply for `plan`" in answer.answer
    assert len(models.prompts("plan")) == 2


WRONG_CALLS = {
    "arguments that are no JSON": ("run_sql", "SELECT the revenue, please", "are no JSON object"),
    "arguments of other names": ("run_sql", {"query": STATEMENT}, "`run_sql` takes `statement`, `parameters`"),
    "arguments of another type": ("run_sql", {"statement": {"select": "amount"}}, "`statement`: Input should be"),
    "a list of arguments": ("run_sql", [STATEMENT], "are no JSON object"),
    "a tool that there is not": ("execute_query", GIVEN, "There is no tool `execute_query`. Call one of `run_sql`"),
}


@pytest.mark.parametrize(("tool", "arguments", "reason"), WRONG_CALLS.values(), ids=WRONG_CALLS)
def test_a_wrong_tool_call_becomes_a_reflection_that_the_worker_corrects(
    desk: Desk, models: ScriptedModels, tool: str, arguments: Any, reason: str
) -> None:
    models.will_reply("plan", lookup_plan())
    models.will_reply("work", {"tool_calls": [(tool, arguments)]})
    models.will_reply("correct", RetryCorrection(corrected_query=STATEMENT, parameters={"country": "France"}))
    models.leave_to_offline("draft", "verify")

    answer = desk.ask(QUESTION)

    (correction,) = models.prompts("correct")
    (reflection,) = correction["reflections"]
    assert reason in reflection["error"]
    assert reflection["error_class"] == "WrongToolCall"
    assert "€350.50" in answer.answer


def test_slightly_broken_arguments_are_repaired(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", lookup_plan())
    models.will_reply("work", {"tool_calls": [("run_sql", with_trailing_commas(json.dumps(GIVEN))[:-1])]})
    models.leave_to_offline("draft", "verify")

    answer = desk.ask(QUESTION)

    assert "€350.50" in answer.answer
    assert not models.prompts("correct")


def test_of_several_calls_those_that_can_be_made_are_made(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", lookup_plan())
    models.will_reply("work", {"tool_calls": [("execute_query", GIVEN), ("run_sql", GIVEN)]})
    models.leave_to_offline("draft", "verify")

    assert "€350.50" in desk.ask(QUESTION).answer


def test_a_worker_that_only_talks_is_told_to_call_a_tool(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", lookup_plan())
    models.will_reply("work", "The revenue in France was 350.50 euros.")
    models.will_reply("correct", RetryCorrection(alternative_strategy="give_up"))
    models.leave_to_offline("replan")

    answer = desk.ask(QUESTION)

    (reflection,) = models.prompts("correct")[0]["reflections"]
    assert "No tool was called" in reflection["error"]
    assert answer.status == "no_evidence"


def test_a_worker_that_never_learns_its_tools_ends_without_evidence(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", lookup_plan())
    for _ in range(4):
        models.will_reply("work", {"tool_calls": [("execute_query", GIVEN)]})
        models.will_reply("correct", RetryCorrection(alternative_strategy="simpler_steps"))
    models.leave_to_offline("replan")

    answer = desk.ask(QUESTION)

    assert answer.status == "no_evidence"
    assert "There is no tool `execute_query`" in answer.answer
    assert len(models.prompts("work")) <= 4


def test_a_model_is_shown_that_a_statement_takes_any_parameters(desk: Desk, models: ScriptedModels) -> None:
    """CrewAI's strict schemas would allow none."""
    models.will_reply("plan", lookup_plan())
    models.will_call("run_sql", **GIVEN)
    models.leave_to_offline("draft", "verify")

    desk.ask(QUESTION)

    tools = {tool["function"]["name"]: tool["function"] for tool in models.tools[0]}
    assert tools["run_sql"]["parameters"]["properties"]["parameters"]["additionalProperties"]
    assert "strict" not in tools["run_sql"]
