"""Two things compared by rows and by passages: both sides fetched side by side, and told the right way round."""

from typing import Any

import pytest

from crew.desk import Desk
from tasks.draft import Draft, DraftCalculation, DraftFigure, DraftSentence
from tasks.plan import Need, Plan, Slot
from tests.flow.plans import NOW
from tests.flow.trade import Watched, cited, clause, gathered, lookup, number_of, search, titles
from tests.models import ScriptedModels
from tools.terms import Filter

QUESTION = "How do Birch and Elm compare in revenue last quarter and in the notice of their contracts?"
SIDES = Filter(column="customers.name", operator="in", values=("Birch", "Elm"))
REVENUES = Slot(
    id="revenues",
    kind="rows",
    need=Need(measures=("revenue",), grain=("customers.name",), period=NOW, filters=(SIDES,)),
)
NOTICES = Slot(id="notices", kind="passage", need=Need(about="notice", entities=("Birch", "Elm")))
STEPS = (
    lookup("s1", REVENUES),
    search("s2", NOTICES, "contract with Birch notice", limit=1),
    search("s3", NOTICES, "contract with Elm notice", limit=1),
)
COMPARISON = Plan(question_kind="comparison", slots=(REVENUES, NOTICES), steps=STEPS)


def difference(higher: str = "Birch", lower: str = "Elm") -> DraftSentence:
    """Which of the two is ahead, and by how much."""
    return DraftSentence(
        text=f"In Q3 2025, the revenue of {higher} was [[f1]] higher than that of {lower}.",
        citations=("E1",),
        figures=(DraftFigure(marker="f1", of="C1", style="absolute"),),
        calculations=(DraftCalculation(id="C1", operation="difference", operands=("E1[0].revenue", "E1[1].revenue")),),
    )


def drafted(*sentences: DraftSentence, quoted: tuple[str, ...] = ("Birch", "Elm")) -> Any:
    """These sentences, and what the contracts say."""

    def draft(blocks: dict[str, Any]) -> Draft:
        quotations = [
            DraftSentence(text=f"“Contract with {n}” states: “{clause(n)}”", citations=(number_of(blocks, clause(n)),))
            for n in quoted
        ]
        return Draft(sentences=(*sentences, *quotations))

    return draft


def test_both_sides_are_fetched_without_waiting_for_each_other(trade: Desk, models: ScriptedModels) -> None:
    watched = Watched()
    models.will_reply("plan", COMPARISON)
    models.will_reply("draft", drafted(difference()))

    answer = trade.ask(QUESTION, on_progress=watched)

    assert gathered(answer) == [("s1", "done", ["E1"]), ("s2", "done", ["E2"]), ("s3", "done", ["E3"])]
    assert titles(answer, "s2") + titles(answer, "s3") == ["Contract with Birch", "Contract with Elm"]
    assert {"Birch", "Elm"} <= set(answer.evidence[0]["parameters"].values())
    assert cited(answer) == ["E1", "E2", "E3"]
    assert "€100 higher" in answer.answer
    assert answer.status == "verified", (answer.removed, answer.warnings, answer.missing)


def test_the_wrong_way_round_is_refused(trade: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", COMPARISON)
    models.will_reply("draft", *[drafted(difference("Elm", "Birch"))] * 3)

    answer = trade.ask(QUESTION)

    assert [sentence.text for sentence in answer.removed] == [
        "In Q3 2025, the revenue of Elm was €100 higher than that of Birch."
    ]
    assert answer.status == "needs_review"


@pytest.mark.parametrize("left_out", [1, 2])
def test_a_comparison_that_lacks_a_side_is_not_verified(trade: Desk, models: ScriptedModels, left_out: int) -> None:
    steps = tuple(step for number, step in enumerate(STEPS) if number != left_out)
    found = ("Elm", "Birch")[left_out - 1]
    models.will_reply("plan", COMPARISON.model_copy(update={"steps": steps}))
    models.will_reply("replan", Plan())
    models.will_reply("draft", drafted(difference(), quoted=(found,)))

    answer = trade.ask(QUESTION)

    missing = ("Birch", "Elm")[left_out - 1]
    assert answer.missing == [f"notices: Nothing was found for {missing}."]
    assert answer.status == "partly_verified"
