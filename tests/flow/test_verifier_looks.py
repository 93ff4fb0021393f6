"""The verifier may look closer before it judges: at a whole piece of evidence, or at a statement run again."""

import sqlite3
from pathlib import Path
from typing import Any

from crew.desk import Desk
from tasks.draft import Draft, DraftFigure, DraftSentence
from tasks.plan import Need, Plan, PlanStep, Slot
from tasks.verdict import Judgement, Look, Verdict
from tests.models import ScriptedModels
from tools.terms import StructuredQuery

QUESTION = "What was revenue by customer?"
SENTENCE = DraftSentence(
    text="Customer 1 in Spain, a loyal one, had revenue of [[f1]].",
    citations=("E1",),
    figures=(DraftFigure(marker="f1", of="E1[0].revenue"),),
)
SUPPORTED = Verdict(judgements=(Judgement(sentence=0, is_supported=True),))


def by_customer() -> Plan:
    """One statement with a row for each customer."""
    query = StructuredQuery(measures=("revenue",), by=("customers.country", "customers.name"))
    slot = Slot(id="all", kind="rows", need=Need(measures=query.measures, grain=query.by))
    step = PlanStep(
        id="s1", worker="sql_analyst", kind="structured_lookup", source="shop", task="Revenue", slot="all", query=query
    )
    return Plan(question_kind="lookup", slots=(slot,), steps=(step,))


def draft_of_customer_one(blocks: dict[str, Any]) -> Draft:
    """A sentence about the row that holds the customer, with a word that code cannot judge."""
    rows = blocks["evidence"][0]["rows"]
    place = next(at for at, row in enumerate(rows) if "Customer 1" in row)
    figure = DraftFigure(marker="f1", of=f"E1[{place}].revenue")
    return Draft(sentences=(SENTENCE.model_copy(update={"figures": (figure,)}),))


def fill(config: Path) -> None:
    """More customers than a prompt shows."""
    with sqlite3.connect(config.parent / "shop.sqlite") as connection:
        for number in range(100, 160):
            connection.execute("INSERT INTO customers VALUES (?, ?, ?)", (number, f"Customer {number}", "Italy"))
            connection.execute("INSERT INTO orders VALUES (?, ?, '2025-03-01', 1)", (number, number))


def test_a_piece_is_shown_whole_when_the_verifier_asks(desk: Desk, models: ScriptedModels, config: Path) -> None:
    fill(config)
    models.will_reply("plan", by_customer())
    models.will_reply("draft", draft_of_customer_one)
    models.will_reply("verify", Verdict(looks=(Look(evidence="E1"),)), SUPPORTED)

    answer = desk.ask(QUESTION)

    first, second = models.prompts("verify")
    assert (len(first["evidence"][0]["rows"]), len(second["evidence"][0]["rows"])) == (40, 64)
    assert second["looked"] == [{"evidence": "E1", "found": "shown whole"}]
    assert answer.sentences[0].judged_by == "verifier"


def test_a_statement_run_again_with_the_same_rows_changes_nothing(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", by_customer())
    models.will_reply("draft", draft_of_customer_one)
    models.will_reply("verify", Verdict(looks=(Look(evidence="E1", how="rerun"),)), SUPPORTED)

    answer = desk.ask(QUESTION)

    assert models.prompts("verify")[1]["looked"] == [{"evidence": "E1", "found": "run again: the same rows"}]
    assert answer.warnings == []


def test_rows_that_changed_meanwhile_are_told(desk: Desk, models: ScriptedModels, config: Path) -> None:
    def look_again(_blocks: dict[str, Any]) -> Verdict:
        with sqlite3.connect(config.parent / "shop.sqlite") as connection:
            connection.execute("UPDATE orders SET amount = amount + 1")
        return Verdict(looks=(Look(evidence="E1", how="rerun"),))

    models.will_reply("plan", by_customer())
    models.will_reply("draft", draft_of_customer_one)
    models.will_reply("verify", look_again, SUPPORTED)

    answer = desk.ask(QUESTION)

    assert models.prompts("verify")[1]["looked"][0]["found"] == "run again: its rows are different now"
    assert answer.warnings == ["E1: run again for the verifier, its rows were different."]


def test_it_looks_once_and_never_at_what_no_sentence_cites(desk: Desk, models: ScriptedModels) -> None:
    models.will_reply("plan", by_customer())
    models.will_reply("draft", draft_of_customer_one)
    again = SUPPORTED.model_copy(update={"looks": (Look(evidence="E1"),)})
    models.will_reply("verify", Verdict(looks=(Look(evidence="E1"), Look(evidence="E9"))), again)

    answer = desk.ask(QUESTION)

    assert [len(blocks.get("looked", [])) for blocks in models.prompts("verify")] == [0, 1]
    assert answer.sentences[0].supported


def test_what_is_too_large_for_a_prompt_is_not_forced_into_it(desk: Desk, models: ScriptedModels, config: Path) -> None:
    fill(config)
    with sqlite3.connect(config.parent / "shop.sqlite") as connection:
        for number in range(200, 1400):
            name = f"Customer {number} of a long and winding name"
            connection.execute("INSERT INTO customers VALUES (?, ?, ?)", (number, name, "Italy"))
            connection.execute("INSERT INTO orders VALUES (?, ?, '2025-03-01', 1)", (number, number))
    models.will_reply("plan", by_customer())
    models.will_reply("draft", draft_of_customer_one)
    models.will_reply("verify", Verdict(looks=(Look(evidence="E1"),)), SUPPORTED)

    answer = desk.ask(QUESTION)

    second = models.prompts("verify")[1]
    assert second["looked"] == [{"evidence": "E1", "found": "too large to be shown whole"}]
    assert len(second["evidence"][0]["rows"]) == 40
    assert answer.sentences[0].supported
