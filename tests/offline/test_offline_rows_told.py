"""Shares, averages and times of rows, over a workshop asked in an analyst's words."""

import pytest
from asked import Asked

_TABLES = """
CREATE TABLE owners (owner_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE repairs (
    repair_id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owners, kind TEXT NOT NULL,
    brought_on DATE NOT NULL, solved_on DATE, approved TEXT, state TEXT NOT NULL, cost REAL NOT NULL);
INSERT INTO owners VALUES (1, 'Abe', 'Ulm'), (2, 'Bo', 'Ulm'), (3, 'Cy', 'Jena'), (4, 'Di', 'Jena');
INSERT INTO repairs VALUES
    (1, 1, 'brake', '2025-01-01', '2025-01-05', 'Y', 'billed', 10), (2, 1, 'brake', '2025-01-02', NULL, NULL, 'waiting', 20),
    (3, 2, 'chain', '2025-02-01', '2025-02-11', 'N', 'billed', 30), (4, 2, 'chain', '2024-02-01', '2024-02-05', 'Y', 'refused', 40),
    (5, 3, 'brake', '2024-03-01', '2024-03-03', 'Y', 'billed', 50);
"""  # noqa: E501


@pytest.fixture(scope="module", params=[False, True], ids=["bare", "drafted"])
def workshop(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    path = tmp_path_factory.mktemp("workshop") / "workshop.sqlite"
    return Asked("workshop", path, _TABLES, is_drafted=request.param)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What share of solved repairs was approved?", [(0.75,)]),
        ("What percentage of approved repairs were solved?", [(1,)]),
        ("What percentage of repairs are approved?", [(0.6,)]),
        ("What proportion of repairs is solved?", [(0.8,)]),
        ("What percentage of brake repairs were refused?", [(0,)]),
        ("What percentage of the chain repairs were refused?", [(0.5,)]),
        ("What percentage of repairs in Ulm were refused?", [(0.25,)]),
        ("What share of the repairs of Bo was refused?", [(0.5,)]),
    ],
)
def test_what_is_said_of_rows_is_a_part_of_those_named_before_the_verb(
    workshop: Asked, question: str, rows: list[tuple[object, ...]]
) -> None:
    found = workshop.rows(question)
    assert found == [pytest.approx(row) for row in rows]


@pytest.mark.parametrize(
    "question",
    [
        "What share of repairs was approved in Ulm?",
        "What share of repairs that were solved was approved?",
        "What share of repairs was solved and approved?",
        "What share of repairs was approved or solved?",
        "What percentage of billed repairs were refused?",
        "What share of approved repairs?",
        "What percentage of repairs are not approved?",
        "What percentage of owners have a repair?",
        "What share of owners has no repair?",
    ],
)
def test_a_share_of_rows_of_which_it_is_not_clear_what_is_its_whole_is_not_planned(
    workshop: Asked, question: str
) -> None:
    assert workshop.rows(question) is None


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What does a repair cost on average for each kind?", [("chain", 35), ("brake", 80 / 3)]),
        ("How much does a repair cost on average per kind?", [("chain", 35), ("brake", 80 / 3)]),
        ("What is the cost on average by kind?", [("chain", 35), ("brake", 80 / 3)]),
        ("What do repairs cost on average per town?", [("Jena", 50), ("Ulm", 25)]),
        ("What does a repair cost in total for each kind?", [("brake", 80), ("chain", 70)]),
    ],
)
def test_what_is_told_on_average_for_each_group_is_not_added_up(
    workshop: Asked, question: str, rows: list[tuple[str, float]]
) -> None:
    assert [(group, pytest.approx(told)) for group, told in workshop.rows(question) or ()] == rows


@pytest.mark.parametrize(
    "question", ["On average, what does a repair cost for each kind?", "What is the average total cost by kind?"]
)
def test_an_average_of_nothing_that_is_named_is_asked_back(workshop: Asked, question: str) -> None:
    assert workshop.rows(question) is None


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many days does it take on average until a repair is solved?", [(5,)]),
        ("How long does it take on average to solve a repair?", [(5,)]),
        ("On average, how many days does it take to solve a chain repair?", [(7,)]),
        ("How many days does it take on average to solve a repair, by kind?", [("chain", 7), ("brake", 3)]),
        ("What is the average number of days to solve the repairs of Abe?", [(4,)]),
        ("How many days did it take on average to solve a repair in 2025?", [(7,)]),
    ],
)
def test_a_time_until_something_is_done_begins_on_the_one_other_day_that_all_have(
    workshop: Asked, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert workshop.rows(question) == rows


@pytest.mark.parametrize(
    "question",
    [
        "How many days does it take on average to approve a repair?",
        "How many days does it take on average to bring a repair?",
        "How many days does it take on average to solve an owner?",
        "How many days does it take on average to solve a purple repair?",
        "How many days does it take on average to solve a repair and bill it?",
    ],
)
def test_a_time_of_which_no_end_is_known_is_asked_back(workshop: Asked, question: str) -> None:
    assert workshop.rows(question) is None


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Is the average cost higher for brake or chain repairs?", [("chain", 35), ("brake", 80 / 3)]),
        ("Do brake or chain repairs have the lower average cost?", [("chain", 35), ("brake", 80 / 3)]),
        ("Is the number of repairs higher in Ulm or in Jena?", [("Ulm", 4), ("Jena", 1)]),
    ],
)
def test_for_which_of_two_a_figure_is_higher_is_told_by_both(
    workshop: Asked, question: str, rows: list[tuple[str, float]]
) -> None:
    assert [(group, pytest.approx(told)) for group, told in workshop.rows(question) or ()] == rows


@pytest.mark.parametrize(
    "question",
    [
        "Is the average cost higher for brake repairs?",
        "Is the average cost higher for brake repairs in Ulm or Jena?",
        "Is the average cost of repairs higher in 2025?",
        "Which repairs in Ulm or Jena have a higher cost?",
    ],
)
def test_higher_with_nothing_beside_it_is_asked_back(workshop: Asked, question: str) -> None:
    assert workshop.rows(question) is None
