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


ORDERS = SALES.model_copy(
    update={"columns": tuple(c.model_copy(update={"unit": None}) if c.role == "measure" else c for c in SALES.columns)}
)


@pytest.mark.parametrize(
    "text",
    [
        "European revenue fell in Q3 2025 because the port was on strike for five weeks.",
        "European revenue fell in Q3 2025 after a strike of 12 days.",
        "European revenue fell in Q3 2025 as three shops closed.",
    ],
)
def test_a_number_of_something_else_is_no_value_of_a_measure_without_a_unit(text: str) -> None:
    passage = REPORT.model_copy(update={"text": text})

    assert find_conflicts([ORDERS, passage], TODAY, {}) == ()


def test_a_plain_number_is_a_value_of_a_measure_without_a_unit() -> None:
    passage = REPORT.model_copy(update={"text": "European revenue came to 41 in Q3 2025."})

    assert len(find_conflicts([ORDERS, passage], TODAY, {})) == 1


def test_without_an_order_between_the_sources_none_is_preferred() -> None:
    passage = REPORT.model_copy(update={"text": "European revenue was €4.1 million in Q3 2025."})

    (conflict,) = find_conflicts([SALES, passage], TODAY, {})

    assert conflict.preferred is None


def _between(first: str, second: str, **more: object) -> tuple[Conflict, ...]:
    passages = [
        REPORT.model_copy(update={"id": "E5", "document": "a.md", "text": first, "date": "2025-10-05"}),
        REPORT.model_copy(update={"id": "E6", "document": "b.md", "text": second, "date": "2025-12-01", **more}),
    ]
    return find_conflicts(passages, TODAY, {"library": 1, "audit": 3})


def test_two_passages_that_disagree_are_a_conflict_where_no_cell_exists() -> None:
    first, second = "Headcount in Portugal was 1,200 in 2024.", "In 2024, headcount in Portugal came to 1,350."

    (conflict,) = _between(first, second, source="audit")

    assert [(v.value, v.evidence, v.date) for v in conflict.values] == [
        ("1200", "E5", "2025-10-05"),
        ("1350", "E6", "2025-12-01"),
    ]
    assert (conflict.preferred, "audit is believed before library" in conflict.rule) == ("E6", True)
    assert _between(first, second)[0].preferred is None


@pytest.mark.parametrize(
    "second",
    [
        "Headcount in Portugal was 1,200 in 2024.",
        "Headcount in Portugal was about 1.2 thousand in 2024.",
        "Headcount in Portugal was 1,350 in 2025.",
        "Headcount in Spain was 1,350 in 2024.",
        "Planned headcount in Portugal was 1,350 in 2024.",
        "Headcount in Portugal was €1,350 in 2024.",
        "Part-time headcount in Portugal was 350 in 2024.",
        "Headcount in Portugal was not 1,350 in 2024.",
    ],
)
def test_passages_that_agree_or_speak_of_something_else_are_no_conflict(second: str) -> None:
    assert _between("Headcount in Portugal was 1,200 in 2024.", second) == ()


def test_a_passage_held_against_a_cell_is_not_held_against_another_as_well() -> None:
    passages = [
        REPORT.model_copy(update={"id": name, "document": name, "text": f"European revenue was {value} in Q3 2025."})
        for name, value in (("E5", "€4.1 million"), ("E6", "€4.63 million"))
    ]

    (conflict,) = find_conflicts([SALES, *passages], TODAY, {"shop": 2, "library": 1})

    assert [v.evidence for v in conflict.values] == ["E1", "E5"]
