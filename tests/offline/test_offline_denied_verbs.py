"""Verbs that are denied, or told of rows elsewhere, over ships asked in an analyst's words."""

import pytest
from asked import Asked

_TABLES = """
CREATE TABLE ports (port_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE captains (captain_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE ships (
    ship_id INTEGER PRIMARY KEY, name TEXT NOT NULL, port_id INTEGER NOT NULL REFERENCES ports);
CREATE TABLE inspections (
    inspection_id INTEGER PRIMARY KEY, ship_id INTEGER NOT NULL REFERENCES ships, grade TEXT NOT NULL);
CREATE TABLE complaints (
    complaint_id INTEGER PRIMARY KEY, ship_id INTEGER NOT NULL REFERENCES ships, received_on DATE NOT NULL);
CREATE TABLE hires (
    hire_id INTEGER PRIMARY KEY, captain_id INTEGER NOT NULL REFERENCES captains, status TEXT NOT NULL);
CREATE TABLE voyages (
    voyage_id INTEGER PRIMARY KEY, captain_id INTEGER NOT NULL REFERENCES captains,
    ship_id INTEGER NOT NULL REFERENCES ships, opened_at INTEGER NOT NULL, closed_on DATE);
INSERT INTO ports VALUES (1, 'Kiel'), (2, 'Bari');
INSERT INTO captains VALUES (1, 'Abe'), (2, 'Bo'), (3, 'Cy');
INSERT INTO ships VALUES (1, 'Aria', 1), (2, 'Bella', 1), (3, 'Cara', 2), (4, 'Dora', 2);
INSERT INTO inspections VALUES (1, 1, 'A'), (2, 1, 'B'), (3, 3, 'A');
INSERT INTO complaints VALUES (1, 1, '2025-01-01'), (2, 3, '2024-01-01');
INSERT INTO hires VALUES (1, 1, 'offered'), (2, 2, 'signed');
INSERT INTO voyages VALUES
    (1, 1, 1, 1700000000, '2024-01-01'), (2, 1, 1, 1700000001, NULL), (3, 2, 2, 1700000002, '2024-02-01');
"""


@pytest.fixture(scope="module", params=[False, True], ids=["bare", "drafted"])
def harbour(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    return Asked("harbour", tmp_path_factory.mktemp("harbour") / "harbour.sqlite", _TABLES, is_drafted=request.param)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which ships have never been inspected?", ["Bella", "Dora"]),
        ("Which ships have not been inspected?", ["Bella", "Dora"]),
        ("Which ships were never inspected?", ["Bella", "Dora"]),
        ("Which ships have not received any complaints?", ["Bella", "Dora"]),
        ("Which Kiel ships have not received any complaints?", ["Bella"]),
        ("Which ships in Kiel have never been inspected?", ["Bella"]),
        ("Which captains have never opened a voyage?", ["Cy"]),
        ("Which captains without a voyage are there?", ["Cy"]),
    ],
)
def test_a_denied_verb_for_rows_elsewhere_says_that_there_are_none(
    harbour: Asked, question: str, names: list[str]
) -> None:
    assert sorted(row[-1] for row in harbour.rows(question) or ()) == names


def test_those_of_whom_a_verb_is_denied_are_counted(harbour: Asked) -> None:
    assert harbour.rows("How many ships have never been inspected?") == [(2,)]
    assert harbour.rows("How many ships in Kiel have never been inspected?") == [(1,)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which captains have opened more than 1 voyage?", [("Abe", 2)]),
        ("Which captain has opened the most voyages?", [("Abe", 2), ("Bo", 1)]),
        ("Which captains have closed more than 1 voyage?", []),
        ("Which captains have closed at least 1 voyage?", [("Abe", 1), ("Bo", 1)]),
    ],
)
def test_a_verb_for_a_moment_groups_nothing(harbour: Asked, question: str, rows: list[tuple[str, int]]) -> None:
    assert [row[-2:] for row in harbour.rows(question) or ()] == rows


@pytest.mark.parametrize(
    "question",
    [
        "Which ships have never been inspected by Abe?",
        "Which ships have not been inspected in 2025?",
        "Which ships have not been inspected with grade A?",
        "Which ports have never been inspected?",
        "Which ships have not been inspected in Kiel?",
        "Which ships have no complaints in Kiel?",
        "Which captains have never been hired?",
        "Which captains have never been painted?",
        "Which captains have not inspected all ships?",
        "Which ships have not been inspected twice?",
    ],
)
def test_a_denied_verb_with_more_said_of_it_is_asked_back(harbour: Asked, question: str) -> None:
    assert harbour.rows(question) is None
