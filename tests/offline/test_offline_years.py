"""Periods over columns that hold bare years, by number or as text."""

import pytest
from harbour import Harbour


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many ports opened after 2000?", [(2,)]),
        ("How many ports were opened before 1990?", [(1,)]),
        ("How many ports were opened in 1998?", [(1,)]),
        ("How many ports were opened between 1990 and 2010?", [(2,)]),
        ("How many boats were launched since 2001?", [(3,)]),
        ("What is the average weight of boats launched before 1980?", [(23,)]),
        ("What is the name of the port with the most boats launched after 1980?",
         [("Alderhaven", 2), ("Bramley", 1), ("Corvik", 1)]),
    ],
)  # fmt: skip
def test_an_open_period_bounds_a_column_of_years(
    harbour: Harbour, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert harbour.rows(question) == rows


@pytest.mark.parametrize(
    "question",
    [
        "How many boats were there in 1990?",
        "How many boats were launched in 1990 or 2001?",
        "How many ports were closed before 2000?",
        "How many boats were repaired after 2000?",
        "How many boats were launched in March 1990?",
    ],
)
def test_a_year_of_something_else_is_not_taken(harbour: Harbour, question: str) -> None:
    assert harbour.rows(question) is None
