"""Readings whose rows look like an answer and are none, over a marina."""

from pathlib import Path

import pytest
from asked import Asked

_TABLES = """
CREATE TABLE clerks (clerk_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE skippers (skipper_id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, port TEXT NOT NULL,
  clerk_id INTEGER NOT NULL REFERENCES clerks, enrolled_on DATE NOT NULL);
CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, name TEXT NOT NULL, cabins INTEGER NOT NULL, beds TEXT NOT NULL,
  mass REAL NOT NULL, skipper_id INTEGER NOT NULL REFERENCES skippers);
CREATE TABLE charters (charter_id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats,
  state TEXT NOT NULL, sailed_on DATE NOT NULL, score INTEGER NOT NULL);
CREATE TABLE waivers (waiver_id INTEGER PRIMARY KEY, charter_id INTEGER NOT NULL REFERENCES charters,
  clerk_id INTEGER NOT NULL REFERENCES clerks);
CREATE TABLE tags (tag_id INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE boat_at_pier (boat_id INTEGER REFERENCES boats, pier TEXT NOT NULL, PRIMARY KEY (boat_id, pier));
CREATE TABLE boat_tags (boat_id INTEGER NOT NULL REFERENCES boats, tag_id INTEGER NOT NULL REFERENCES tags,
  PRIMARY KEY (boat_id, tag_id));
INSERT INTO clerks VALUES (1, 'Kit'), (2, 'Lou');
INSERT INTO skippers VALUES (1, 'Ann', 44, 'Arle', 1, '2025-02-01'), (2, 'Bob', 25, 'Arle', 2, '2024-03-01'),
  (3, 'Cy', 61, 'Bray', 2, '2025-03-05');
INSERT INTO boats VALUES (1, 'Tern', 2, '4', 3.5, 1), (2, 'Gull', 8, '9', 9.5, 1), (3, 'Wren', 8, '8', 7.0, 2),
  (4, 'Kite', 2, '6', 1.0, 3);
INSERT INTO charters VALUES (1, 1, 'cancelled', '2025-02-03', 9), (2, 2, 'sailed', '2025-03-03', 5),
  (3, 3, 'cancelled', '2025-04-03', 7), (4, 4, 'sailed', '2025-05-03', 6);
INSERT INTO waivers VALUES (1, 2, 2), (2, 4, 1);
INSERT INTO tags VALUES (1, 'fast'), (2, 'family'), (3, 'quiet');
INSERT INTO boat_tags VALUES (1, 3), (2, 3), (3, 3), (4, 1), (3, 2), (2, 2);
INSERT INTO boat_at_pier VALUES (1, 'P1'), (1, 'P2'), (2, 'P1'), (3, 'P3');
"""


@pytest.fixture(scope="module", params=[False, True], ids=["bare", "drafted"])
def marina(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    path: Path = tmp_path_factory.mktemp("marina") / "marina.sqlite"
    return Asked("marina", path, _TABLES, is_drafted=request.param)


def test_a_number_with_a_column_is_a_condition_and_no_limit(marina: Asked) -> None:
    rows = marina.rows("What is the lowest mass of the boats with 8 cabins?")

    assert rows is None or rows[0][-1] == 7.0


def test_a_number_that_says_neither_how_many_nor_of_what_is_asked_back(marina: Asked) -> None:
    assert marina.rows("Which boats with the highest mass on 1974?") is None
    assert [row[-1] for row in marina.rows("Which 2 boats have the highest mass?") or ()][:2] == [9.5, 7.0]


@pytest.mark.parametrize(
    "question",
    [
        "Which tag is most frequent?",
        "What are the 2 most frequent tags?",
        "Which boat has the most beds?",
        "Which boats have sailed more than 1 boats?",
    ],
)
def test_rows_are_not_ranked_by_how_many_of_them_there_are(marina: Asked, question: str) -> None:
    rows = marina.rows(question)

    assert rows is None or [row[-1] for row in rows][:1] == [3]


def test_a_count_of_the_named_rows_beside_other_figures_is_left_out(marina: Asked) -> None:
    rows = marina.rows("Top 2 boats by number of charters and average score")

    assert rows is None or len(rows[0]) <= 4


def test_the_latest_of_a_figure_is_not_its_highest(marina: Asked) -> None:
    assert marina.rows("What is the latest score of the boat Gull?") in (None, [(5,)])
    assert marina.rows("What is the highest score?") == [(9,)]


def test_a_bound_behind_a_name_does_not_count_its_rows(marina: Asked) -> None:
    assert marina.rows("Which ports have a skipper above age 40 and a skipper below 30?") in (None, [("Arle",)])


def test_a_value_that_is_named_is_not_all_of_the_answer(marina: Asked) -> None:
    assert marina.rows("Who painted the boat 'Gull'?") is None


def test_what_stands_before_a_small_word_in_a_name_is_not_the_name(marina: Asked) -> None:
    assert sorted(marina.rows("Show all ports and the number of boats at each port") or ()) in (
        [],
        [("Arle", 3), ("Bray", 1)],
    )


def test_each_names_a_group_and_no_figure_that_is_called_alike(marina: Asked) -> None:
    rows = marina.rows("Show the number of boats for each cabins")

    assert rows is None or sorted((row[0], row[-1]) for row in rows) == [(2, 2), (8, 2)]


def test_rows_belong_to_what_they_are_part_of_and_not_to_whoever_shares_a_clerk(marina: Asked) -> None:
    """Ann's boat Tern and Bob's boat Wren were cancelled; of the clerks none waived a cancelled charter."""
    assert marina.rows("How many skippers have a cancelled charter?") == [(2,)]


def test_a_period_may_be_that_of_what_rows_have_several_of(marina: Asked) -> None:
    assert marina.rows("How many skippers had a cancelled charter in 2025?") in (None, [(2,)])
    assert marina.rows("How many skippers enrolled in 2025?") == [(2,)]


@pytest.mark.parametrize("question", ["Which boats have at least 2 charter results?", "How many charter results?"])
def test_what_rows_have_made_is_not_the_rows(marina: Asked, question: str) -> None:
    assert marina.rows(question) is None


def test_a_condition_before_what_is_listed_is_not_what_is_asked_for(marina: Asked) -> None:
    rows = marina.rows("List the cabins 8 boats with their beds and mass")

    assert rows is None or [{"Gull", "Wren"} & set(row) for row in rows] == [{"Gull"}, {"Wren"}]
