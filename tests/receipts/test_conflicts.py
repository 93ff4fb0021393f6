"""A passage that states another value for the same thing, measure and period is a conflict; anything else is none."""

import pytest

from tasks.conflicts import Conflict, find_conflicts
from tests.receipts.shelf import REPORT, SALES, TODAY


def _conflicts(text: str, **more: object) -> tuple[Conflict, ...]:
    passage = REPORT.model_copy(update={"text": text, **more})
    return find_conflicts([SALES, passage], TODAY, {"shop": 2, "library": 1})


def test_another_value_is_a_conflict_with_the_passages_date_and_the_preferred_side() -> None:
    (conflict,) = _conflicts("European revenue was €4.1 million in Q3 2025.")

    assert conflict.about == "revenue, Europe, 2025-07-01 … 2025-09-30"
    assert [(v.value, v.evidence, v.date) for v in conflict.values] == [
        ("4634210", "E1", None),
        ("4100000.0", "E3", "2025-10-05"),
    ]
    assert conflict.preferred == "E1"


def test_period_and_thing_may_stand_in_the_section() -> None:
    assert _conflicts("Revenue came to €4.1 million.", section="Europe in Q3 2025")


def test_a_sentence_about_another_name_is_not_about_its_heading() -> None:
    assert _conflicts("Revenue in Portugal came to €4.1 million.", section="Europe in Q3 2025") == ()


@pytest.mark.parametrize(
    "text",
    [
        "European revenue was €4.6 million in Q3 2025.",
        "European revenue was €4.1 million in Q1 2025.",
        "Revenue in Africa was €4.1 million in Q3 2025.",
        "European cost was €4.1 million in Q3 2025.",
        "European revenue was $4.1 million in Q3 2025.",
        "The target for European revenue was €5 million in Q3 2025.",
        "European revenue fell by €0.6 million to €4.63 million in Q3 2025.",
        "Revenue was €4.1 million.",
    ],
)
def test_the_same_value_or_another_subject_is_no_conflict(text: str) -> None:
    assert _conflicts(text) == ()


def test_without_an_order_between_the_sources_none_is_preferred() -> None:
    passage = REPORT.model_copy(update={"text": "European revenue was €4.1 million in Q3 2025."})

    (conflict,) = find_conflicts([SALES, passage], TODAY, {})

    assert conflict.preferred is None
