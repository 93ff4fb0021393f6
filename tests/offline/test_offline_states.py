"""Verbs that say what has become of rows or how they belong to others, over a school asked in an analyst's words."""

from pathlib import Path

import pytest
from asked import Asked
from rentals import Rentals

_TABLES = """
CREATE TABLE faculties (faculty_id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES faculties);
CREATE TABLE teachers (
    teacher_id INTEGER PRIMARY KEY, name TEXT NOT NULL, faculty_id INTEGER NOT NULL REFERENCES faculties,
    hired_on DATE NOT NULL, resigned_on DATE);
CREATE TABLE pupils (
    pupil_id INTEGER PRIMARY KEY, name TEXT NOT NULL, focus_id INTEGER REFERENCES faculties (faculty_id),
    state TEXT NOT NULL, enrolled_on DATE NOT NULL, expelled_on DATE);
CREATE TABLE rooms (
    room_id INTEGER PRIMARY KEY, name TEXT NOT NULL, faculty_id INTEGER NOT NULL REFERENCES faculties,
    seats INTEGER NOT NULL);
INSERT INTO rooms VALUES (1, 'Blue', 2, 10), (2, 'Red', 2, 20), (3, 'Green', 4, 5);
INSERT INTO faculties VALUES (1, 'Arts', NULL), (2, 'Dance', 1), (3, 'Drama', 1), (4, 'Law', NULL);
INSERT INTO teachers VALUES
    (1, 'Ann', 1, '2001-01-01', NULL), (2, 'Ben', 2, '2002-01-01', '2024-05-05'), (3, 'Cat', 2, '2003-01-01', NULL),
    (4, 'Dov', 4, '2004-01-01', '2025-02-02'), (5, 'Eve', 4, '2005-01-01', '2023-03-03');
INSERT INTO pupils VALUES
    (1, 'Fay', 2, 'present', '2022-01-01', NULL), (2, 'Gus', 2, 'present', '2022-01-01', NULL),
    (3, 'Hal', 2, 'expelled', '2022-01-01', '2023-01-01'), (4, 'Ida', 4, 'present', '2022-01-01', NULL),
    (5, 'Jan', NULL, 'present', '2022-01-01', NULL);
"""


@pytest.fixture(scope="module", params=[False, True], ids=["bare", "drafted"])
def school(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    return Asked("school", tmp_path_factory.mktemp("school") / "school.sqlite", _TABLES, is_drafted=request.param)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many teachers have resigned?", [(3,)]),
        ("How many teachers have not resigned?", [(2,)]),
        ("How many teachers have already resigned?", [(3,)]),
        ("How many pupils have been expelled?", [(1,)]),
        ("How many teachers have resigned per faculty?", [("Law", 2), ("Dance", 1)]),
        ("How many teachers have resigned since 2024?", [(2,)]),
    ],
)
def test_what_has_happened_to_rows_is_a_condition_and_not_all_of_them(
    school: Asked, question: str, rows: list[tuple[object, ...]]
) -> None:
    assert school.rows(question) == rows


def test_those_of_whom_a_day_is_known_are_listed_by_name(school: Asked) -> None:
    assert {"Ben", "Dov", "Eve"} == {row[-1] for row in school.rows("Which teachers have resigned?") or ()}


def test_a_day_that_every_row_has_tells_nothing_apart(school: Asked) -> None:
    assert school.rows("How many teachers have hired?") is None


@pytest.mark.parametrize("question", ["How many pupils focus on Dance?", "How many present pupils focus on Dance?"])
def test_a_verb_called_like_a_reference_counts_the_rows_that_refer(school: Asked, question: str) -> None:
    assert school.rows(question) == [(2 if "present" in question else 3,)]


@pytest.mark.parametrize(
    "question",
    [
        "Which faculties belong to Arts?", "List the faculties of Arts", "How many faculties belong to Arts?",
        "Which faculties are in Arts?",
    ],
)  # fmt: skip
def test_what_belongs_to_a_thing_of_its_own_kind_is_not_that_thing(school: Asked, question: str) -> None:
    assert school.rows(question) is None


def test_who_belongs_to_a_thing_that_has_parts_is_told(school: Asked) -> None:
    assert school.rows("How many teachers belong to Dance?") == [(2,)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many faculties have teachers?", [(3,)]),
        ("How many faculties with teachers are there?", [(3,)]),
        ("How many pupils have teachers?", None),
    ],
)
def test_what_things_have_is_no_second_figure_beside_their_count(
    school: Asked, question: str, rows: list[tuple[object, ...]] | None
) -> None:
    assert school.rows(question) == rows


@pytest.mark.parametrize("question", ["How many faculties and teachers are there?", "How many faculties, teachers?"])
def test_two_counts_in_a_row_are_told_both_or_neither(school: Asked, question: str) -> None:
    assert school.rows(question) in (None, [(4, 5)])


def test_what_a_metric_counts_in_part_is_asked_back_where_things_have_it(rentals: Rentals) -> None:
    assert rentals.plan("How many riders have rides?").not_understood == ("rides",)
    assert rentals.plan("How many riders and rides are there?").decision == "plan"


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Average number of teachers per faculty", None),
        ("What is the average number of pupils?", None),
        ("What is the average number of seats of rooms per storey?", None),
        ("Total number of teachers", [(5,)]),
    ],
)
def test_an_average_of_a_number_is_no_count_and_no_sum(
    school: Asked, question: str, rows: list[tuple[object, ...]] | None
) -> None:
    assert school.rows(question) == rows


def test_the_day_that_a_period_is_about_is_no_further_group(school: Asked) -> None:
    assert sorted(school.rows("How many pupils per state enrolled in 2022?") or ()) == [("expelled", 1), ("present", 4)]
    assert school.rows("Which state enrolled the most pupils?") in (None, [("present", 4), ("expelled", 1)])


def test_a_bound_on_rows_of_a_group_stays_one(school: Asked) -> None:
    assert school.rows("Which states have at least two pupils?") == [("present", 4)]


@pytest.mark.parametrize(
    "question", ["Which pupils with more than 3 fans are there?", "Which rooms hold more than 12 people?"]
)
def test_a_bound_on_something_unnamed_does_not_count_the_rows_themselves(school: Asked, question: str) -> None:
    assert school.rows(question) is None


def test_an_average_number_of_what_a_column_holds_is_the_columns_average(school: Asked) -> None:
    assert school.rows("What is the average number of seats per faculty?") in (None, [("Dance", 15), ("Law", 5)])


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many expelled pupils enrolled in 2022?", [(1,)]),
        ("How many teachers have resigned since 2024?", [(2,)]),
        ("Total seats per faculty in 2022", None),
    ],
)
def test_a_period_leaves_a_state_a_state_and_is_about_a_date(
    school: Asked, question: str, rows: list[tuple[object, ...]] | None
) -> None:
    assert school.rows(question) == rows


def test_a_year_that_a_thing_began_is_no_period_of_what_happens_there(tmp_path: Path) -> None:
    halls = """
    CREATE TABLE halls (hall_id INTEGER PRIMARY KEY, city TEXT NOT NULL, built_year INTEGER NOT NULL);
    CREATE TABLE shows (
        show_id INTEGER PRIMARY KEY, hall_id INTEGER NOT NULL REFERENCES halls, planned_on DATE NOT NULL,
        held_on DATE, visitors INTEGER NOT NULL, state TEXT NOT NULL);
    INSERT INTO halls VALUES (1, 'Lyon', 2024), (2, 'Rome', 1990);
    INSERT INTO shows VALUES (1, 1, '2023-02-01', '2023-02-03', 40, 'held'), (2, 2, '2024-02-01', NULL, 0, 'planned');
    """
    asked = Asked("halls", tmp_path / "halls.sqlite", halls)

    assert asked.rows("Total visitors by city in 2024") is None
    assert asked.rows("How many planned shows are there in 2024?") in (None, [(1,)])
