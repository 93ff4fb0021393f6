"""Wordings of an analyst that are easily read as another question, over a hotel's stays."""

from pathlib import Path

import pytest
from asked import Asked

_TABLES = """
CREATE TABLE ranks (rank_code TEXT PRIMARY KEY, rank_name TEXT NOT NULL);
CREATE TABLE staff (
    staff_id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank_code TEXT NOT NULL REFERENCES ranks);
CREATE TABLE plans (plan_code TEXT PRIMARY KEY, title TEXT NOT NULL, price REAL NOT NULL);
CREATE TABLE stays (
    stay_id INTEGER PRIMARY KEY, staff_id INTEGER NOT NULL REFERENCES staff, plan_code TEXT NOT NULL REFERENCES plans,
    channel TEXT NOT NULL, status TEXT NOT NULL, booked_on DATE NOT NULL, released_on DATE, settled_on DATE,
    checked_ts INTEGER, minibar REAL NOT NULL, upgraded BOOLEAN, smoked_flag TEXT, tipCents INTEGER);
INSERT INTO ranks VALUES ('P', 'Porter'), ('C', 'Clerk');
INSERT INTO staff VALUES (1, 'Ann', 'P'), (2, 'Ben', 'C'), (3, 'Cat', 'P');
INSERT INTO plans VALUES ('A', 'Full', 90), ('B', 'Half', 60), ('C', 'None', 30);
INSERT INTO stays VALUES
    (1, 1, 'A', 'web', 'released', '2025-01-05', '2025-01-09', '2025-01-20', 1736400000, 10, 1, 'Y', 100),
    (2, 1, 'A', 'web', 'disputed', '2025-02-05', '2025-02-09', NULL, 1736400000, 20, 1, 'N', 200),
    (3, 2, 'B', 'desk', 'present', '2025-06-05', NULL, NULL, NULL, 30, 0, 'N', 100),
    (4, 3, 'B', 'desk', 'released', '2024-03-05', '2024-03-09', '2024-04-01', NULL, 40, 1, 'N', 400);
"""


@pytest.fixture(scope="module", params=[False, True], ids=["bare", "drafted"])
def hotel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    return Asked("hotel", tmp_path_factory.mktemp("hotel") / "hotel.sqlite", _TABLES, is_drafted=request.param)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Stays by channel", [("desk", 2), ("web", 2)]),
        ("Stays per plan", [("Full", 2), ("Half", 2)]),
        ("Stays booked per plan in 2025", [("Full", 2), ("Half", 1)]),
    ],
)
def test_rows_per_member_are_counted_and_not_listed(
    hotel: Asked, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert sorted((row[-2], row[-1]) for row in hotel.rows(question) or ()) == rows


def test_rows_that_are_to_be_shown_by_member_are_listed(hotel: Asked) -> None:
    assert len(hotel.rows("List all stays by channel") or ()) == 4


def test_what_before_a_verb_asks_for_no_rows(hotel: Asked) -> None:
    assert hotel.rows("What do plans cost on average?") in (None, [(60,)])


@pytest.mark.parametrize("question", ["Stays by each porter", "How many stays does each porter have?"])
def test_each_before_a_value_is_no_condition_alone(hotel: Asked, question: str) -> None:
    assert hotel.rows(question) is None


def test_a_state_named_by_a_noun_is_not_left_out(hotel: Asked) -> None:
    assert hotel.rows("How many different plans are in use?") is None


def test_who_did_it_is_part_of_a_share_and_not_its_whole(hotel: Asked) -> None:
    assert hotel.rows("What share of stays was settled by web?") is None
    assert hotel.rows("What share of web stays was settled?") == [(0.5,)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many stays have not been released yet?", [(1,)]),
        ("How many stays have been released?", [(3,)]),
        ("How many released stays are there?", [(2,)]),
        ("How many stays have not been checked yet?", [(2,)]),
    ],
)
def test_what_has_been_done_is_told_by_its_day_where_a_state_may_have_followed(
    hotel: Asked, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert hotel.rows(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many stays were not upgraded?", [(1,)]),
        ("How many upgraded stays were there in the web channel?", [(2,)]),
        ("How many stays were never smoked?", [(3,)]),
        ("Stays by smoked flag", [("N", 3), ("Y", 1)]),
        ("How many stays are there by upgraded?", [(True, 3), (False, 1)]),
        ("Average minibar by channel for upgraded stays", [("desk", 40), ("web", 15)]),
    ],
)
def test_a_flag_without_is_in_its_name_is_one_all_the_same(
    hotel: Asked, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert hotel.rows(question) == rows


def test_what_is_said_by_a_group_to_cost_is_no_second_group(hotel: Asked) -> None:
    assert hotel.rows("Which tip by channel was given?") is None
    assert hotel.rows("What do plans by title cost?") in (None, [("Full", 90), ("Half", 60), ("None", 30)])


@pytest.mark.parametrize(
    "question", ["How many stays were booked this weekend?", "How many stays were booked last Monday?"]
)
def test_a_certain_day_of_the_week_is_not_any_such_day(hotel: Asked, question: str) -> None:
    assert hotel.rows(question) is None


def test_any_day_of_the_week_stays_one(hotel: Asked) -> None:
    assert hotel.rows("How many stays were booked on weekends?") == [(1,)]


_CLUB = """
CREATE TABLE sponsors (sponsor_id INTEGER PRIMARY KEY, name TEXT NOT NULL, joined_on DATE NOT NULL, left_on DATE);
CREATE TABLE matches (
    match_id INTEGER PRIMARY KEY, sponsor_id INTEGER REFERENCES sponsors, kicked_off_ts INTEGER NOT NULL);
CREATE TABLE goals (goal_id INTEGER PRIMARY KEY, sponsor_id INTEGER REFERENCES sponsors, minute INTEGER NOT NULL);
CREATE TABLE fines (fine_id INTEGER PRIMARY KEY, sponsor_id INTEGER REFERENCES sponsors, revenue REAL NOT NULL);
INSERT INTO sponsors VALUES (1, 'Ada', '2023-01-01', '2024-05-01'), (2, 'Bo', '2024-02-01', NULL);
INSERT INTO matches VALUES (1, 1, 1736400000), (2, 2, 1711000000);
INSERT INTO goals VALUES (1, 1, 17), (2, 2, 80);
INSERT INTO fines VALUES (1, 1, 5), (2, 2, 7);
"""


@pytest.fixture(scope="module", params=[False, True], ids=["bare", "drafted"])
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    return Asked("club", tmp_path_factory.mktemp("club") / "club.sqlite", _CLUB, is_drafted=request.param)


@pytest.mark.parametrize(
    "question",
    ["How many matches were there in 2024?", "How many goals were there in 2024?", "Goals per sponsor in 2024",
     "How many sponsors did we have in 2024?"],
)  # fmt: skip
def test_a_day_in_the_life_of_something_named_is_no_day_of_what_belongs_to_it(club: Asked, question: str) -> None:
    assert club.rows(question) is None


def test_a_day_that_the_question_names_is_that_of_its_period(club: Asked) -> None:
    assert club.rows("How many sponsors joined in 2024?") == [(1,)]
    assert club.rows("How many sponsors left in 2024?") == [(1,)]


def test_a_figure_behind_rows_that_do_not_hold_it_is_asked_back(club: Asked) -> None:
    assert club.rows("Total match revenue") is None
    assert club.rows("Total fine revenue") == [(12,)]


_SHELTER = """
CREATE TABLE animals (
    animal_id INTEGER PRIMARY KEY, name TEXT NOT NULL, outcome TEXT NOT NULL, intake_date DATE NOT NULL,
    vaccinated_on DATE);
INSERT INTO animals VALUES
    (1, 'Rex', 'adopted', '2023-11-01', NULL), (2, 'Tom', 'adopted', '2024-02-01', '2024-03-01'),
    (3, 'Kit', 'transferred', '2024-05-01', NULL);
"""


@pytest.mark.parametrize("is_drafted", [True, False])
@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many animals were adopted in 2024?", None),
        ("How many animals got transferred in May 2024?", None),
        ("How many animals were vaccinated in 2024?", [(1,)]),
        ("How many animals were adopted?", [(2,)]),
    ],
)
def test_when_a_state_came_about_is_told_by_no_other_day(
    tmp_path: Path, question: str, rows: list[tuple[int]] | None, is_drafted: bool
) -> None:
    shelter = Asked("shelter", tmp_path / "shelter.sqlite", _SHELTER, is_drafted=is_drafted)

    assert shelter.rows(question) == rows
