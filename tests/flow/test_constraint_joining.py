"""Conditions that one source states and another is filtered by: bound parameters, and two conditions intersected."""

import pytest

from crew.desk import Desk
from tasks.draft import Draft, DraftFigure, DraftSentence
from tasks.plan import Need, Plan, Slot, StepInput
from tests.flow.plans import NOW
from tests.flow.trade import REVENUE, THRESHOLD, Watched, cited, gathered, lookup, search, titles
from tests.models import ScriptedModels
from tools.terms import Filter

QUESTION = "Which customers needed a bank guarantee last quarter?"
RULE = Slot(id="rule", kind="passage", need=Need(about="who needs a bank guarantee"))
LEAST = Filter(column="revenue", operator=">=", values=("$rule",))
ABOVE = Slot(
    id="above",
    kind="rows",
    need=Need(measures=("revenue",), grain=("customers.name",), period=NOW, having=(LEAST,)),
)
STATED = StepInput(step="s1", column="text", take=1, name="rule")
POLICY = search("s1", RULE, "bank guarantee revenue quarter", limit=1)
STATEMENT = (
    "SELECT c.name, SUM(o.amount) AS revenue FROM orders o JOIN customers c ON o.customer_id = c.id "
    "WHERE o.ordered_on >= '2025-07-01' AND o.ordered_on < '2025-10-01' GROUP BY c.name "
    "HAVING SUM(o.amount) >= :least ORDER BY revenue DESC"
)
BY_RULE = Plan(
    question_kind="listing",
    slots=(RULE, ABOVE),
    steps=(POLICY, lookup("s2", ABOVE, STATED).model_copy(update={"query": None})),
)


def revenue_of(name: str, cell: str) -> DraftSentence:
    """A customer's revenue, placed from a row."""
    return DraftSentence(
        text=f"The revenue of {name} in Q3 2025 was [[f1]].",
        citations=(cell.partition("[")[0],),
        figures=(DraftFigure(marker="f1", of=cell),),
    )


def rule_told() -> DraftSentence:
    """The condition, word for word."""
    return DraftSentence(text=f"“Credit policy” states: “{THRESHOLD}”", citations=("E1",))


def test_rows_are_filtered_by_what_a_passage_states_as_a_bound_parameter(trade: Desk, models: ScriptedModels) -> None:
    watched = Watched()
    models.will_reply("plan", BY_RULE)
    models.will_call("run_sql", statement=STATEMENT, parameters={"least": 600})
    models.will_reply("draft", Draft(sentences=(rule_told(), revenue_of("Ginkgo", "E2[2].revenue"))))

    answer = trade.ask(QUESTION, on_progress=watched)

    assert watched.came_after("s2", "s1")
    assert gathered(answer) == [("s1", "done", ["E1"]), ("s2", "done", ["E2"])]
    assert titles(answer, "s1") == ["Credit policy"]
    assert models.prompts("work")[0]["values"] == {"rule": [THRESHOLD]}
    assert answer.evidence[1]["parameters"] == {"least": 600}
    assert [row[0] for row in answer.evidence[1]["rows"]] == ["Birch", "Elm", "Ginkgo"]
    assert cited(answer) == ["E1", "E2"]
    assert answer.receipt[0].asked.startswith("revenue by customers.name, where revenue >= 600")
    assert answer.status == "verified", (answer.warnings, answer.missing)


@pytest.mark.parametrize(
    ("statement", "least"), [(STATEMENT, 500), (STATEMENT.replace("HAVING SUM(o.amount) >= :least ", ""), None)]
)
def test_another_condition_than_the_passage_states_is_not_verified(
    trade: Desk, models: ScriptedModels, statement: str, least: int | None
) -> None:
    models.will_reply("plan", BY_RULE)
    models.will_call("run_sql", statement=statement, parameters={"least": least} if least else {})
    models.will_reply("draft", Draft(sentences=(rule_told(), revenue_of("Ginkgo", "E2[2].revenue"))))

    answer = trade.ask(QUESTION)

    assert answer.sentences[1].supported
    assert answer.status == "partly_verified"
    assert any("600 euros in a quarter" in mismatch for mismatch in answer.receipt[0].mismatches)


def test_a_name_that_a_passage_states_is_bound_also_where_it_was_written_into_the_statement(
    trade: Desk, models: ScriptedModels
) -> None:
    named = Filter(column="customers.name", values=("$rule",))
    one = ABOVE.model_copy(update={"need": ABOVE.need.model_copy(update={"having": (), "filters": (named,)})})
    framework = search("s1", RULE, "framework agreement covers", limit=1)
    steps = (framework, lookup("s2", one, STATED).model_copy(update={"query": None}))
    models.will_reply("plan", Plan(slots=(RULE, one), steps=steps))
    models.will_call("run_sql", statement=STATEMENT.replace(":least", "0").replace("GROUP", "AND c.name = 'Fir' GROUP"))
    models.will_reply("draft", Draft(sentences=(revenue_of("Fir", "E2[0].revenue"),)))

    answer = trade.ask("What was the revenue last quarter under the framework agreement?")

    assert list(answer.evidence[1]["parameters"].values()) == ["Fir"]
    assert "'Fir'" not in answer.evidence[1]["statement"]


NORTHERN = Slot(
    id="northern",
    kind="rows",
    need=Need(grain=("customers.name",), filters=(Filter(column="customers.region", values=("North",)),)),
    is_required=False,
)
COVERED = Slot(id="covered", kind="passage", need=Need(about="who the framework agreement covers"), is_required=False)
IN_NORTH = Filter(column="customers.name", operator="in", values=("$northern",))
IN_AGREEMENT = Filter(column="customers.name", operator="in", values=("$covered",))


def both(*conditions: Filter) -> Plan:
    """The revenue of customers by conditions from two sources; the need has both."""
    need = Need(measures=("revenue",), grain=("customers.name",), period=NOW, filters=(IN_NORTH, IN_AGREEMENT))
    slot = Slot(id="both", kind="rows", need=need)
    inputs = (
        StepInput(step="s1", column="name", take=5, name="northern"),
        StepInput(step="s2", column="names", take=5, name="covered"),
    )
    steps = (
        lookup("s1", NORTHERN),
        search("s2", COVERED, "framework agreement covers", limit=1),
        lookup("s3", slot, *inputs, filters=conditions),
    )
    return Plan(question_kind="lookup", slots=(NORTHERN, COVERED, slot), steps=steps)


ASKED_BOTH = "What was the revenue last quarter of northern customers under the framework agreement?"


def test_conditions_of_two_sources_are_intersected(trade: Desk, models: ScriptedModels) -> None:
    watched = Watched()
    models.will_reply("plan", both(IN_NORTH, IN_AGREEMENT))
    models.will_reply("replan", Plan())
    models.will_reply("draft", Draft(sentences=(revenue_of("Fir", "E3[0].revenue"),)))

    answer = trade.ask(ASKED_BOTH, on_progress=watched)

    assert watched.came_after("s3", "s1", "s2")
    assert gathered(answer) == [("s1", "done", ["E1"]), ("s2", "done", ["E2"]), ("s3", "done", ["E3"])]
    assert answer.evidence[2]["rows"] == [["Fir", REVENUE["Fir"]]]
    assert {"Birch", "Elm", "Fir", "Alder", "Cedar"} <= set(answer.evidence[2]["parameters"].values())
    assert cited(answer) == ["E3"]
    assert answer.status == "verified", (answer.warnings, answer.missing)


def test_one_condition_of_two_is_not_verified(trade: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", both(IN_AGREEMENT))
    models.will_reply("replan", Plan())
    models.will_reply("draft", Draft(sentences=(revenue_of("Birch", "E3[0].revenue"),)))

    answer = trade.ask(ASKED_BOTH)

    assert answer.status == "partly_verified"
    assert any("Alder, Cedar" in mismatch for mismatch in answer.receipt[-1].mismatches)
