"""What is understood without a semantic layer: short names, code tables, flags, empty columns, dates."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from clinic import Clinic
from library import Library

_CASES = Path(__file__).parents[1] / "cases"
CASES = yaml.safe_load((_CASES / "offline_breadth.yaml").read_text())
LIBRARY_CASES = yaml.safe_load((_CASES / "offline_library.yaml").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["question"])
def test_a_question_has_the_rows_it_asks_for_or_is_asked_back(clinic: Clinic, case: dict[str, Any]) -> None:
    assert _plain_rows(clinic.rows(case["question"], case.get("language", "en"))) == case["rows"]


@pytest.mark.parametrize("case", LIBRARY_CASES, ids=lambda c: c["question"])
def test_what_names_mean_is_told_by_what_stands_beside_them(library: Library, case: dict[str, Any]) -> None:
    assert _plain_rows(library.rows(case["question"])) == case["rows"]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many loans have not been returned yet?", [[2]]),
        ("What is the total amount of all fines?", [[8]]),
        ("Which members have no club?", None),
        ("How many books have no loans?", [[1]]),
        ("What is the shortest book?", [["Low Tide", 90], ["Ferns", 120], ["High Wire", 200], ["Salt", 310]]),
        ("Which authors have no books?", [["Kim Vale"]]),
    ],
)
def test_a_drafted_semantic_layer_loses_nothing_of_a_question(
    drafted_library: Library, question: str, rows: list[list[Any]] | None
) -> None:
    found = drafted_library.rows(question)

    assert (rows is None and found is None) or [r[-len(rows[0]) :] for r in _plain_rows(found) or []] == rows


def _plain_rows(rows: list[tuple[Any, ...]] | None) -> list[list[Any]] | None:
    return None if rows is None else [[_plain(v) for v in row] for row in rows]


def _plain(value: Any) -> Any:
    if isinstance(value, str | bool) or value is None:
        return value
    return round(float(value), 4) if not hasattr(value, "isoformat") else value.isoformat()
