"""Several things asked about by name: what is missing is searched for once more, and named where it stays missing."""

from typing import Any

import pytest

from crew.desk import Desk
from tasks.draft import Draft, DraftFigure, DraftSentence
from tasks.plan import Need, Plan, Slot
from tests.flow.plans import NOW
from tests.flow.trade import Watched, cited, clause, gathered, lookup, number_of, search, titles
from tests.models import ScriptedModels
from tools.terms import Filter

ASKED = ("Elm", "Fir", "Ginkgo")
QUESTION = "What notice do the contracts with Elm, Fir and Ginkgo have?"


def notices(*names: str) -> Slot:
    """What the contracts with some customers say."""
    return Slot(id="notices", kind="passage", need=Need(about="notice in the contracts", entities=names))


def plan_for(names: tuple[str, ...], *searched: str) -> Plan:
    """The contracts of some customers, of which only some are searched for."""
    slot = notices(*names)
    steps = [search(f"s{n}", slot, f"contract with {name}", limit=1) for n, name in enumerate(searched, 1)]
    return Plan(question_kind="document", slots=(slot,), steps=tuple(steps))


def told(*names: str) -> Any:
    """A draft that quotes the contracts with these."""

    def draft(blocks: dict[str, Any]) -> Draft:
        quoted = [
            DraftSentence(text=f"“Contract with {n}” states: “{clause(n)}”", citations=(number_of(blocks, clause(n)),))
            for n in names
        ]
        return Draft(sentences=tuple(quoted))

    return draft


def test_the_missing_one_is_searched_for_once_more_and_found(trade: Desk, models: ScriptedModels) -> None:
    watched = Watched()
    again = search("s3", notices(*ASKED), "contract with Ginkgo", limit=1)
    models.will_reply("plan", plan_for(ASKED, "Elm", "Fir"))
    models.will_reply("replan", Plan(steps=(again,)))
    models.will_reply("draft", told(*ASKED))

    answer = trade.ask(QUESTION, on_progress=watched)

    (gap,) = models.prompts("replan")[0]["gaps"]
    assert (gap["signal"], gap["choices"], gap["tried"]) == (
        "incomplete", ["Ginkgo"], ["contract with Elm", "contract with Fir"],
    )  # fmt: skip
    assert watched.came_after("s3", "s1", "s2")
    assert gathered(answer) == [("s1", "done", ["E1"]), ("s2", "done", ["E2"]), ("s3", "done", ["E3"])]
    assert titles(answer, "s3") == ["Contract with Ginkgo"]
    assert cited(answer) == ["E1", "E2", "E3"]
    assert answer.status == "verified", (answer.warnings, answer.missing)


def test_what_stays_missing_is_named_and_not_searched_for_a_third_time(trade: Desk, models: ScriptedModels) -> None:
    asked = ("Elm", "Fir", "Alder")
    again = search("s3", notices(*asked), "agreement Alder end", limit=1)
    models.will_reply("plan", plan_for(asked, "Elm", "Fir"))
    models.will_reply("replan", Plan(steps=(again,)))
    models.will_reply("draft", told("Elm", "Fir"))

    answer = trade.ask(QUESTION)

    assert len(models.prompts("replan")) == 1
    assert answer.missing == ["notices: Nothing was found for Alder."]
    assert answer.status == "partly_verified"


def test_a_plan_that_leaves_one_out_is_not_verified(trade: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", plan_for(ASKED, "Elm", "Fir"))
    models.will_reply("replan", Plan())
    models.will_reply("draft", told("Elm", "Fir"))

    answer = trade.ask(QUESTION)

    assert answer.missing == ["notices: Nothing was found for Ginkgo."]
    assert answer.status == "partly_verified"


@pytest.mark.parametrize(("names", "missing"), [(("Elm", "Fir"), []), (("Elm", "Fir", "Oak"), ["Oak"])])
def test_who_is_listed_and_has_no_rows_is_named(
    trade: Desk, models: ScriptedModels, names: tuple[str, ...], missing: list[str]
) -> None:
    listed = Filter(column="customers.name", operator="in", values=names)
    need = Need(measures=("revenue",), grain=("customers.name",), period=NOW, filters=(listed,))
    slot = Slot(id="revenue", kind="rows", need=need)
    models.will_reply("plan", Plan(slots=(slot,), steps=(lookup("s1", slot),)))
    models.will_reply("replan", Plan())
    first = DraftSentence(
        text="The revenue of Elm in Q3 2025 was [[f1]].",
        citations=("E1",),
        figures=(DraftFigure(marker="f1", of="E1[0].revenue"),),
    )
    models.will_reply("draft", Draft(sentences=(first,)))

    answer = trade.ask("What was the revenue of each of them last quarter?")

    assert answer.missing == [f"revenue: Nothing was found for {name}." for name in missing]
    assert answer.status == ("partly_verified" if missing else "verified"), answer.warnings
