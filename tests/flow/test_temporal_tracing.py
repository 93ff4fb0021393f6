"""From a fall in a figure to the period it fell in, and on to passages of that period; a cause is only attributed."""

from typing import Any

from crew.desk import Desk
from tasks.draft import Draft, DraftCalculation, DraftFigure, DraftSentence
from tasks.plan import Need, Plan, Slot, StepInput
from tests.flow.plans import NOW
from tests.flow.trade import SALE, STRIKE, Watched, cited, gathered, lookup, search, titles
from tests.models import ScriptedModels

QUESTION = "In which month of last quarter did revenue fall most, and why?"
MONTHS = Slot(
    id="months", kind="rows", need=Need(measures=("revenue",), grain=("month(orders.ordered_on)",), period=NOW)
)
CAUSE = Slot(id="cause", kind="passage", need=Need(about="why revenue fell in that month"))
FELL = StepInput(step="s1", column="month", take=1, name="month", change_from="s1")
DATED = search("s2", CAUSE, "fell because", FELL, during="month")
TRACING = Plan(question_kind="cause", slots=(MONTHS, CAUSE), steps=(lookup("s1", MONTHS), DATED))


def fall() -> DraftSentence:
    """How far revenue fell, between two of the rows."""
    return DraftSentence(
        text="Revenue fell from July 2025 to August 2025 by [[f1]].",
        citations=("E1",),
        figures=(DraftFigure(marker="f1", of="C1", style="absolute"),),
        calculations=(DraftCalculation(id="C1", operation="growth", operands=("E1[0].revenue", "E1[1].revenue")),),
    )


def attributed(title: str = "Sales note of August", text: str = STRIKE) -> DraftSentence:
    """The cause as what a document says."""
    return DraftSentence(text=f"As a reason, “{title}” states: “{text}”", citations=("E2",))


def test_passages_are_looked_for_in_the_month_of_the_greatest_fall(trade: Desk, models: ScriptedModels) -> None:
    watched = Watched()
    models.will_reply("plan", TRACING)
    models.will_reply("draft", Draft(sentences=(fall(), attributed())))

    answer = trade.ask(QUESTION, on_progress=watched)

    assert watched.came_after("s2", "s1")
    assert gathered(answer) == [("s1", "done", ["E1"]), ("s2", "done", ["E2"])]
    assert titles(answer, "s2") == ["Sales note of August"]
    assert cited(answer) == ["E1", "E2"]
    assert "by 86.7%" in answer.answer
    assert answer.status == "verified", (answer.removed, answer.warnings, answer.missing)


def test_without_the_period_a_passage_of_another_month_is_found_too(trade: Desk, models: ScriptedModels) -> None:
    undated = search("s2", CAUSE, "fell because", FELL)
    models.will_reply("plan", TRACING.model_copy(update={"steps": (TRACING.steps[0], undated)}))
    models.will_reply("draft", *[Draft(sentences=(fall(), attributed("Sales note of July", STRIKE)))] * 3)

    answer = trade.ask(QUESTION)

    assert sorted(titles(answer, "s2")) == ["Sales note of August", "Sales note of July"]
    assert answer.status == "needs_review"


def test_a_cause_is_not_told_as_ours(trade: Desk, models: ScriptedModels) -> None:
    ours = DraftSentence(text="Revenue fell because the port was closed by a strike.", citations=("E2",))
    models.will_reply("plan", TRACING)
    models.will_reply("draft", *[Draft(sentences=(fall(), ours))] * 3)

    answer = trade.ask(QUESTION)

    assert "states a cause as ours" in (answer.removed[0].reason or "")
    assert answer.status == "needs_review"


def test_without_the_figures_no_fall_is_told(trade: Desk, models: ScriptedModels) -> None:
    straight = search("s1", CAUSE, "fell because")
    claim = DraftSentence(text="Revenue fell most in August 2025.", citations=("E1",))
    models.will_reply("plan", Plan(question_kind="cause", slots=(CAUSE,), steps=(straight,)))
    models.will_reply("draft", *[Draft(sentences=(claim,))] * 3)

    answer = trade.ask(QUESTION)

    assert answer.status == "no_evidence"
    assert SALE not in answer.answer


def test_a_plan_that_refers_to_what_no_step_gives_is_sent_back(trade: Desk, models: ScriptedModels) -> None:
    lost: Any = search("s2", CAUSE, "fell in {region} because", during="month")
    models.will_reply("plan", TRACING.model_copy(update={"steps": (TRACING.steps[0], lost)}), TRACING)
    models.will_reply("draft", Draft(sentences=(fall(), attributed())))

    trade.ask(QUESTION)

    assert models.prompts("plan")[1]["problems"] == [
        "Step `s2` refers to `region`, which none of its `inputs` gives.",
        "Step `s2` refers to `month`, which none of its `inputs` gives.",
    ]
