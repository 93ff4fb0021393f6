"""What models are shown of many findings stays bounded: earlier ones are summed up, the latest is whole."""

import sqlite3
from pathlib import Path
from typing import Any

from crew.answering.evidence_blocks import evidence_blocks
from crew.desk import Desk
from tasks.draft import Draft, DraftFigure, DraftSentence
from tasks.plan import Need, Plan, PlanStep, Slot
from tests.models import ScriptedModels
from tools.sql.schema_block import tokens_of
from tools.terms import StructuredQuery

STEPS = 12
EVIDENCE_TOKENS = 12_000
MOST_TOKENS = 25_000
"""The bound that docs/models.md states for a question of twelve steps over wide results."""


def fill(config: Path) -> None:
    """Give every month of the shop many orders, so that each step returns hundreds of rows."""
    with sqlite3.connect(config.parent / "shop.sqlite") as connection:
        connection.executemany(
            "INSERT INTO customers VALUES (?, ?, ?)",
            [(n, f"Customer number {n} of the northern region", f"Country {n}") for n in range(100, 400)],
        )
        connection.executemany(
            "INSERT INTO orders VALUES (?, ?, ?, ?)",
            [(n, 100 + n % 300, f"2025-{1 + n % 12:02}-05", n) for n in range(100, 4000)],
        )


def twelve_steps() -> Plan:
    """Twelve independent statements, each with hundreds of rows."""
    slots, steps = [], []
    for number in range(STEPS):
        query = StructuredQuery(
            measures=("revenue", "count(orders)"), by=("customers.country", "customers.name"), limit=200 + number
        )
        need = Need(measures=query.measures, grain=query.by)
        slots.append(Slot(id=f"slot{number}", kind="rows", need=need))
        steps.append(
            PlanStep(
                id=f"s{number}", worker="sql_analyst", kind="structured_lookup", source="shop", task="Revenue",
                slot=f"slot{number}", query=query,
            )
        )  # fmt: skip
    return Plan(question_kind="lookup", slots=tuple(slots), steps=tuple(steps))


def draft_of_first_rows(blocks: dict[str, Any]) -> Draft:
    """One true sentence from the latest piece of evidence."""
    latest = blocks["evidence"][-1]
    names = [column["name"] for column in latest["columns"]]
    country, name = (latest["rows"][0][names.index(key)] for key in ("country", "name"))
    sentence = DraftSentence(
        text=f"Revenue of {name} in {country} was [[f1]].",
        citations=(latest["id"],),
        figures=(DraftFigure(marker="f1", of=f"{latest['id']}[0].revenue"),),
    )
    return Draft(sentences=(sentence,))


def test_a_question_of_twelve_steps_stays_within_its_tokens(desk: Desk, models: ScriptedModels, config: Path) -> None:
    fill(config)
    models.will_reply("plan", twelve_steps())
    models.will_reply("draft", draft_of_first_rows)

    answer = desk.ask("What was revenue by customer, twelve times?")

    assert len(answer.evidence) == STEPS
    assert answer.sentences[0].supported
    (draft,) = models.prompts("draft")
    assert tokens_of(draft["evidence"]) <= EVIDENCE_TOKENS
    assert all(piece["row_count"] > len(piece["rows"]) for piece in draft["evidence"])
    shown = [len(piece["rows"]) for piece in draft["evidence"]]
    assert shown[-1] == 40 > max(shown[:-1])
    assert answer.usage.tokens <= MOST_TOKENS


def test_few_findings_are_shown_whole(desk: Desk, models: ScriptedModels) -> None:
    plan = twelve_steps()
    models.will_reply("plan", plan.model_copy(update={"slots": plan.slots[:1], "steps": plan.steps[:1]}))
    models.will_reply("draft", draft_of_first_rows)

    answer = desk.ask("What was revenue by customer?")

    (draft,) = models.prompts("draft")
    assert len(draft["evidence"][0]["rows"]) == len(answer.evidence[0]["rows"]) == 4
    assert "rows_shown" not in draft["evidence"][0]


def test_no_evidence_is_no_block() -> None:
    assert evidence_blocks([], EVIDENCE_TOKENS) == []
