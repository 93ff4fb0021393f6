"""Numbers said in words, and rows that a sentence tells to count."""

import pytest
from harbour import Harbour


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which ports have more than one boat?", ["Alderhaven", "Corvik"]),
        ("Which captains have at least one boat?", ["Zora", "Yuri", "Xena"]),
        ("Which ports have one or more boats?", ["Alderhaven", "Corvik", "Bramley"]),
        ("Which countries have exactly one port?", ["Sudmark", "Westria"]),
        ("Which countries have exactly 2 ports?", ["Norland"]),
        ("Which hometowns do more than one captain come from?", ["Fernhill"]),
    ],
)
def test_one_in_a_comparison_is_a_number(harbour: Harbour, question: str, names: list[str]) -> None:
    assert [row[-2] for row in harbour.rows(question) or ()] == names


@pytest.mark.parametrize(
    "question",
    [
        "Which one is the oldest captain?",
        "Which captains have at least one of the boats?",
        "Which boats have more than one kind of repair?",
        "Which ports have fewer than one boat?",
    ],
)
def test_one_that_counts_no_rows_is_asked_back(harbour: Harbour, question: str) -> None:
    assert harbour.rows(question) is None


def test_a_number_behind_rows_still_names_one_of_them(harbour: Harbour) -> None:
    assert harbour.rows("How many repairs does boat 10 have?") == [(3,)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many ports have 35 berths?", [(1,)]),
        ("What are the names of the ports with 20 berths?", [("Alderhaven",)]),
        ("Which boats have 2 repairs?", None),
        ("What is the largest port with 3 boats?", None),
    ],
)
def test_how_many_something_has_does_not_say_which_it_is(
    harbour: Harbour, question: str, rows: list[tuple[object, ...]] | None
) -> None:
    assert harbour.rows(question) in (None, rows)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Count the boats.", [(6,)]),
        ("Count the number of ports.", [(4,)]),
        ("Count the captains from Fernhill.", [(3,)]),
        ("Count all captains by hometown.", [("Fernhill", 3), ("Oakdale", 1)]),
        ("Count the number of different hometowns of captains.", [(2,)]),
        ("Find the number of ports in each country.", [("Norland", 2), ("Sudmark", 1), ("Westria", 1)]),
    ],
)
def test_a_sentence_that_tells_to_count_asks_how_many(
    harbour: Harbour, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert harbour.rows(question) == rows
