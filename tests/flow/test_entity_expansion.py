"""From the first five of a ranking to what documents say of each: ranked, capped, the cap said, the missing named."""

from typing import Any

import pytest

from crew.desk import Desk
from tasks.draft import Draft, DraftFigure, DraftSentence
from tasks.plan import Need, Plan, Slot, StepInput
from tests.flow.plans import NOW
from tests.flow.trade import REVENUE, Watched, cited, clause, gathered, lookup, number_of, search, titles
from tests.models import ScriptedModels

QUESTION = "What notice do the contracts with our top five customers by revenue of last quarter have?"
RANKED = sorted(REVENUE, key=lambda name: -REVENUE[name])
TOP = RANKED[:5]
RANKING = Slot(id="ranking", kind="rows", need=Need(measures=("revenue",), grain=("customers.name",), period=NOW))
NOTICES = Slot(id="notices", kind="passage", need=Need(about="notice in the contracts", entities=("$customer",)))
FIRST_FIVE = StepInput(step="s1", column="name", take=5, name="customer")
SEARCH = search("s2", NOTICES, "contract {customer} notice", FIRST_FIVE, limit=1)
UNORDERED = (
    "SELECT c.name, SUM(o.amount) AS revenue FROM orders o JOIN customers c ON o.customer_id = c.id "
    "WHERE o.ordered_on >= '2025-07-01' AND o.ordered_on < '2025-10-01' GROUP BY c.name"
)


def expansion(**ranking: Any) -> Plan:
    """The ranking, then a search for each of its first customers."""
    ranked = lookup("s1", RANKING).model_copy(update=ranking)
    return Plan(question_kind="ranking", slots=(RANKING, NOTICES), steps=(ranked, SEARCH))


def leader(name: str = TOP[0], cell: str = "E1[0].revenue") -> DraftSentence:
    """Whose revenue is the highest."""
    return DraftSentence(
        text=f"{name} had the highest revenue in Q3 2025, [[f1]].",
        citations=(cell.partition("[")[0],),
        figures=(DraftFigure(marker="f1", of=cell),),
    )


def notice(blocks: dict[str, Any], name: str = TOP[0]) -> DraftSentence:
    """What a customer's contract says, word for word."""
    return DraftSentence(
        text=f"“Contract with {name}” states: “{clause(name)}”", citations=(number_of(blocks, clause(name)),)
    )


@pytest.fixture
def told(models: ScriptedModels) -> None:
    """A draft of the leader and its notice, and a supervisor that knows no other way to what is missing."""
    models.will_reply("replan", Plan())
    models.will_reply("draft", lambda blocks: Draft(sentences=(leader(), notice(blocks))))


@pytest.mark.usefixtures("told")
def test_each_of_the_first_five_is_searched_for_in_the_order_of_the_ranking(
    trade: Desk, models: ScriptedModels
) -> None:
    watched = Watched()
    models.will_reply("plan", expansion())

    answer = trade.ask(QUESTION, on_progress=watched)

    assert watched.came_after("s2", "s1")
    assert gathered(answer) == [("s1", "done", ["E1"]), ("s2", "done", ["E2", "E3", "E4", "E5"])]
    assert titles(answer, "s2") == [f"Contract with {name}" for name in TOP if name != "Dogwood"]
    assert cited(answer) == ["E1", "E2"]
    assert clause(TOP[0]) in answer.answer
    assert any("only the first 5 in their order were looked into, not Cedar, Alder" in w for w in answer.warnings)


@pytest.mark.usefixtures("told")
def test_who_of_the_five_has_no_contract_is_searched_for_once_more_and_named(
    trade: Desk, models: ScriptedModels
) -> None:
    models.will_reply("plan", expansion())

    answer = trade.ask(QUESTION)

    (gap,) = models.prompts("replan")[0]["gaps"]
    assert (gap["slot"], gap["signal"], gap["choices"]) == ("notices", "incomplete", ["Dogwood"])
    assert answer.missing == ["notices: Nothing was found for Dogwood."]
    assert answer.status == "partly_verified"


@pytest.mark.usefixtures("told")
def test_where_each_has_a_contract_it_is_verified(trade: Desk, models: ScriptedModels) -> None:
    two = search("s2", NOTICES, "contract {customer} notice", FIRST_FIVE.model_copy(update={"take": 2}), limit=1)
    models.will_reply("plan", expansion().model_copy(update={"steps": (lookup("s1", RANKING), two)}))

    answer = trade.ask(QUESTION)

    assert titles(answer, "s2") == [f"Contract with {name}" for name in TOP[:2]]
    assert answer.status == "verified", (answer.removed, answer.missing, answer.warnings)


@pytest.mark.usefixtures("told")
def test_a_ranking_without_an_order_is_ranked_before_it_is_followed(trade: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", expansion(query=None))
    models.will_call("run_sql", statement=UNORDERED)

    answer = trade.ask(QUESTION)

    assert titles(answer, "s2") == [f"Contract with {name}" for name in TOP if name != "Dogwood"]


def test_another_than_the_first_is_not_told_as_the_leader(trade: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", expansion())
    models.will_reply("replan", Plan())
    models.will_reply("draft", *[Draft(sentences=(leader(RANKED[1], "E1[1].revenue"),))] * 3)

    answer = trade.ask(QUESTION)

    assert answer.status == "no_evidence"
    assert "highest" in answer.removed[0].reason


def test_without_the_ranking_nothing_tells_who_leads(trade: Desk, models: ScriptedModels) -> None:
    straight = search("s1", NOTICES, "contract Birch notice")
    models.will_reply("plan", Plan(question_kind="ranking", slots=(NOTICES,), steps=(straight,)))
    claim = DraftSentence(text="Birch is the customer with the highest revenue.", citations=("E1",))
    models.will_reply("draft", *[lambda blocks: Draft(sentences=(claim, notice(blocks)))] * 3)

    answer = trade.ask(QUESTION)

    assert [sentence.text for sentence in answer.removed] == [claim.text]
    assert answer.status == "needs_review"
