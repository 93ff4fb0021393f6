"""Keys asked for by words, and the columns named beside them."""

import pytest
from harbour import Harbour

_REPAIRED = [{10, "Heron", 3}, {14, "Curlew", 1}, {11, "Gannet", 1}]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Show all boat ids and the number of repairs for each boat.", [*_REPAIRED]),
        ("What is the captain id with the most boats?", [{1, 3}, {2}, {3, 1}]),
        ("Show the ids for all boats that have more than one repair.", [{10, "Heron", 3}]),
        ("List the port id of each boat with a weight above 25.", [{"Bittern", 3}, {"Heron", 1}]),
        ("Which boat has the most guests? List the boat id and name.", [{10, "Heron", 2}, {11, "Gannet", 1}]),
        ("List the id and the age for each captain from Fernhill.", [{1, 61}, {2, 35}, {4, 29}]),
        ("What are the ids of boats that have 2 or more repairs?", [{10, 3}]),
        ("Show the boat id of repair 3.", [{11}]),
        ("What is the name of the country with the most boats?", [{"Norland", 4}, {"Sudmark", 2}]),
        ("Which boat has the most guests?", [{"Heron", 2}, {"Gannet", 1}]),
    ],
)  # fmt: skip
def test_a_key_is_that_of_the_rows_asked_about(harbour: Harbour, question: str, rows: list[set[object]]) -> None:
    assert [set(row) for row in harbour.rows(question) or ()] == rows


@pytest.mark.parametrize(
    "question",
    [
        "Show boat ids and the number of boats.",
        "Show the weight by captain.",
        "What is the highest weight of boats with 3 repairs?",
    ],
)
def test_figures_that_belong_to_no_row_asked_about_are_asked_back(harbour: Harbour, question: str) -> None:
    assert harbour.rows(question) is None
