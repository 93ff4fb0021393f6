"""Verbs that name a date column, and names that qualify each other, over a garden asked in an analyst's words."""

import pytest
from asked import Asked

_TABLES = """
CREATE TABLE growers (grower_id INTEGER PRIMARY KEY, name TEXT NOT NULL, certificate_expires_on DATE);
CREATE TABLE plants (
    plant_id INTEGER PRIMARY KEY, name TEXT NOT NULL, family TEXT NOT NULL, height NUMERIC(5, 1) NOT NULL);
CREATE TABLE sowings (
    sowing_id INTEGER PRIMARY KEY, plant_id INTEGER NOT NULL REFERENCES plants,
    grower_id INTEGER NOT NULL REFERENCES growers, entered_on DATE NOT NULL, picked_on DATE,
    seed_cost NUMERIC(8, 2) NOT NULL, refunded INTEGER NOT NULL);
INSERT INTO growers VALUES (1, 'Abe', '2024-01-01'), (2, 'Bo', '2030-01-01'), (3, 'Cy', NULL);
INSERT INTO plants VALUES (1, 'Aria', 'Rose', 90), (2, 'Bella', 'Rose', 10), (3, 'Cara', 'Lily', 60);
INSERT INTO sowings VALUES
    (1, 1, 1, '2024-03-01', '2024-06-01', 5, 1), (2, 2, 1, '2024-04-01', NULL, 7, 0),
    (3, 3, 2, '2025-03-01', '2025-07-01', 9, 0);
"""


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    return Asked("garden", tmp_path_factory.mktemp("garden") / "garden.sqlite", _TABLES, is_drafted=True)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which plant family has the highest average height?", [("Lily", 60), ("Rose", 50)]),
        ("Which plant families have the highest average height?", [("Lily", 60), ("Rose", 50)]),
        ("Which plants have a height above 50?", [("Aria",), ("Cara",)]),
    ],
)
def test_rows_that_only_qualify_what_is_asked_are_no_group(garden: Asked, question: str, rows: list[object]) -> None:
    assert garden.rows(question) == rows


@pytest.mark.parametrize(
    "question",
    [
        "Which growers' certificates have expired?",
        "Which growers' certificates are already expired?",
        "Which growers have picked no sowings?",
    ],
)
def test_a_state_that_cannot_be_told_from_the_columns_is_asked_back(garden: Asked, question: str) -> None:
    assert garden.plan(question).decision == "clarify"


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which growers have never entered a sowing?", [("Cy",)]),
        ("How much seed cost was refunded?", [(5,)]),
        ("How many sowings have we entered?", [(3,)]),
        ("How many sowings has Abe entered?", [(2,)]),
        ("Which grower entered the most sowings?", [("Abe", 2), ("Bo", 1)]),
        ("Total seed cost entered per family", [("Rose", 12), ("Lily", 9)]),
        ("Which growers entered sowings?", [("Abe",), ("Bo",)]),
    ],
)
def test_what_was_done_to_every_row_leaves_none_out(garden: Asked, question: str, rows: list[object]) -> None:
    assert garden.rows(question) == rows


def test_a_deed_of_rows_that_are_not_named_is_asked_back(garden: Asked) -> None:
    """Who entered anything is not every grower."""
    assert garden.plan("How many growers entered?").decision == "clarify"
