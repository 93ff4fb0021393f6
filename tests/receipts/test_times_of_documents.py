"""A time that a question names as a document's own is not that of another document which only speaks of it."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from tasks.coverage.passages import Told, passage_mismatches
from tasks.dates.periods import find_periods
from tools.evidence import PassageEvidence
from tools.sql.specs import CalendarSpec

TODAY = date(2026, 1, 10)
CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "times_of_documents.yaml").read_text())


def passage(document: dict[str, Any]) -> PassageEvidence:
    return PassageEvidence(
        id="E1",
        source="library",
        document=document.get("file", "paper.md"),
        title=document["title"],
        section=document.get("section", ""),
        text=document["text"],
        date=document.get("date"),
        passage="paper.md#1",
        retrieved_at=datetime(2026, 1, 10, tzinfo=UTC),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['question']} {c['of']}")
def test_only_a_document_of_the_time_asked_for_answers(case: dict[str, Any]) -> None:
    found = passage(case["of"])
    first = found.text.partition(". ")[0]
    told = Told((first,), (found,), TODAY)
    periods = find_periods(case["question"], TODAY, CalendarSpec())

    assert periods
    assert (passage_mismatches((), periods, told, case["question"]) == []) is case["answers"]
