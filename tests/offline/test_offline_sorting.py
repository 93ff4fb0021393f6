"""Orders that a question asks for: by what, in which direction, and what is asked back."""

import pytest
from harbour import Harbour


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("List the captains in descending order of age.", ["Zora", "Xena", "Yuri", "Wim"]),
        ("Sort all captains by age from old to young.", ["Zora", "Xena", "Yuri", "Wim"]),
        ("List the captains, youngest first.", ["Wim", "Yuri", "Xena", "Zora"]),
        ("List all captains sorted in descending order by age.", ["Zora", "Xena", "Yuri", "Wim"]),
        ("Show the captains in order of age.", ["Wim", "Yuri", "Xena", "Zora"]),
        ("List the ports in alphabetical order.", ["Alderhaven", "Bramley", "Corvik", "Dunmere"]),
        ("List the names of ports in reverse alphabetical order.", ["Dunmere", "Corvik", "Bramley", "Alderhaven"]),
        ("Show the ports ordered by berths from highest to lowest.", ["Dunmere", "Bramley", "Alderhaven", "Corvik"]),
        ("List the names and heights of guests, largest first.", ["Quin", "Pia", "Rolf"]),
        ("List all boats ordered by boat id.", ["Heron", "Gannet", "Egret", "Dunlin", "Curlew", "Bittern"]),
        ("Sort all the ports by number of boats in descending order.", ["Alderhaven", "Corvik", "Bramley"]),
        ("Number of boats per port in alphabetical order", ["Alderhaven", "Bramley", "Corvik"]),
    ],
)  # fmt: skip
def test_rows_come_in_the_order_asked_for(harbour: Harbour, question: str, names: list[str]) -> None:
    assert [row[0] for row in harbour.rows(question) or ()] == names


def test_what_is_to_be_sorted_is_not_what_it_is_sorted_by(harbour: Harbour) -> None:
    rows = harbour.rows("Sort captain names by their age in ascending order.")

    assert rows is not None and [set(row) for row in rows] == [{"Wim", 29}, {"Yuri", 35}, {"Xena", 48}, {"Zora", 61}]


@pytest.mark.parametrize(
    "question",
    [
        "Sort all boats.",
        "List the boats, largest first.",
        "List the captains sorted by hometown and age.",
        "Which ports have the most berths? Order the results by name.",
        "List the names and ages of captains in descending order.",
        "Show the ports sorted by captains.",
    ],
)
def test_an_order_by_nothing_certain_is_asked_back(harbour: Harbour, question: str) -> None:
    assert harbour.rows(question) is None


def test_what_links_two_words_in_a_name_ends_no_shorter_name(harbour: Harbour) -> None:
    assert harbour.rows("Show the names of guests on request sorted by height.") is None
    assert harbour.rows("What are the names of all guests in order of height?") == [
        ("Rolf", 165), ("Pia", 170), ("Quin", 182),
    ]  # fmt: skip
