"""Whole numbers that are 0 and 1 in every row."""

from pathlib import Path

import pytest
from asked import Asked

TABLES = """
CREATE TABLE kennels (kennel_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE stays (stay_id INTEGER PRIMARY KEY, kennel_id INTEGER NOT NULL REFERENCES kennels, arrived DATE NOT NULL,
  paid INTEGER NOT NULL, vaccinated INTEGER, walks INTEGER NOT NULL, fee DECIMAL(8, 2) NOT NULL);
INSERT INTO kennels VALUES (1, 'Brook'), (2, 'Hill');
INSERT INTO stays VALUES (1, 1, '2025-01-03', 1, 1, 0, 20), (2, 1, '2025-02-03', 0, 1, 1, 40),
  (3, 2, '2025-03-03', 0, 0, 1, 30), (4, 2, '2025-04-03', 1, 0, 1, 90), (5, 2, '2025-05-03', 1, NULL, 0, 10);
"""


@pytest.fixture(scope="module", params=[False, True], ids=["bare", "drafted"])
def kennels(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Asked:
    path: Path = tmp_path_factory.mktemp("kennels") / "kennels.sqlite"
    return Asked("kennels", path, TABLES, is_drafted=request.param)


def test_a_column_of_0_and_1_says_which_rows(kennels: Asked) -> None:
    assert kennels.rows("How many stays are paid?") == [(3,)]
    assert kennels.rows("How many stays are unpaid?") == [(2,)]
    assert kennels.rows("How many stays were not paid?") == [(2,)]
    assert kennels.rows("What is the total fee of paid stays?") == [(120,)]


def test_it_is_not_added_up(kennels: Asked) -> None:
    assert kennels.rows("How many vaccinated stays are there per kennel?") == [("Brook", 2)]
    assert kennels.rows("How much was paid per kennel?") in (None, [])


def test_a_number_of_things_that_is_none_or_one_stays_a_number(kennels: Asked) -> None:
    assert kennels.rows("What is the total number of walks?") in (None, [(3,)])
    assert kennels.rows("What is the average walks per stay?") in (None, [(0.6,)])
