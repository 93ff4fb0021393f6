"""Without a model, what no table answers is looked up in the documents, and quoted only where they answer it."""

from pathlib import Path

import pytest

from crew.desk import Desk
from tests.models import ScriptedModels
from tools.documents.ingest import add_documents

LEAFLET = """---
title: Leaflet
date: 2025-01-01
---
Opened crates may be sent back within 40 days. Vans are cleaned by Nora Lund in the yard behind the depot.

Pallets and straps may be borrowed; ladders are lent out for two days. A call is answered within four hours.
"""


@pytest.fixture
def leaflet(desk: Desk, config: Path, models: ScriptedModels) -> Desk:
    """The desk, with a leaflet whose title says nothing of what stands in it."""
    notes = config.parent / "notes"
    (notes / "leaflet.md").write_text(LEAFLET)
    opened = desk.index("notes")
    add_documents(opened.index, notes, opened.embedder)
    models.leave_to_offline("plan", "draft", "verify", "replan")
    return desk


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How long may opened crates be sent back?", "within 40 days"),
        ("Who cleans the vans?", "Nora Lund"),
        ("Where are vans cleaned?", "in the yard"),
        ("How long are ladders lent out?", "for two days"),
    ],
)
def test_what_a_passage_answers_is_quoted(leaflet: Desk, question: str, told: str) -> None:
    answer = leaflet.ask(question)

    assert answer.status == "verified"
    assert told in answer.answer


@pytest.mark.parametrize(
    "question",
    [
        "How long may closed crates be sent back?",
        "Who cleans the crates?",
        "Who sends back opened crates?",
        "How many days are straps lent out?",
        "How long does a call take?",
        "How much do ladders cost?",
    ],
)
def test_what_only_sounds_alike_is_not(leaflet: Desk, question: str) -> None:
    assert leaflet.ask(question).status in ("no_evidence", "clarify")


def test_words_that_neither_tables_nor_documents_know_are_asked_back(leaflet: Desk) -> None:
    answer = leaflet.ask("How quickly are painted customers polished?")

    assert answer.status == "clarify"
    assert "polished" in answer.answer
