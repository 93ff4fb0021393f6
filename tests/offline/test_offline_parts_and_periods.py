"""Values, years and superlatives that may be about other rows than those asked for, over a bike workshop."""

from pathlib import Path

import pytest
from asked import Asked

_TABLES = """
CREATE TABLE branches (branch_id INTEGER PRIMARY KEY, title TEXT);
CREATE TABLE coaches (coach_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE owners (
    owner_id INTEGER PRIMARY KEY, given_name TEXT, family_name TEXT, barred INTEGER, born DATE);
CREATE TABLE bikes (
    bike_id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owners, fate TEXT, fee_cents INTEGER,
    taken_on DATE NOT NULL, born DATE);
INSERT INTO owners VALUES
    (1, 'Uma', 'Roe', 0, '1990-01-01'), (2, 'Vic', 'Roe', 1, '1980-01-01'), (3, 'Wes', 'Poe', 0, NULL);
INSERT INTO bikes VALUES
    (1, 1, 'stolen', 100, '2025-01-01', '2024-03-03'), (2, 2, 'stolen', 200, '2024-01-01', '2023-03-03'),
    (3, 3, 'sold', 200, '2025-02-02', '2024-03-03'), (4, 3, NULL, 400, '2025-02-03', '2024-03-03');
CREATE TABLE lessons (
    lesson_id INTEGER PRIMARY KEY, rider_id INTEGER REFERENCES riders, coach_id INTEGER REFERENCES coaches);
INSERT INTO coaches VALUES (1, 'Zed');
INSERT INTO lessons VALUES (1, 1, 1), (2, 2, 1);
CREATE TABLE riders (
    coach_id INTEGER, rider_id INTEGER PRIMARY KEY, name TEXT NOT NULL, branch_id INTEGER REFERENCES branches,
    points INTEGER NOT NULL, created_at DATE NOT NULL, cancelled_at DATE);
CREATE TABLE repairs (
    repair_id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES riders, state TEXT NOT NULL,
    part TEXT NOT NULL, oil REAL NOT NULL, rating INTEGER NOT NULL);
CREATE TABLE dues (
    due_id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES riders, due_year INTEGER NOT NULL,
    amount REAL NOT NULL, paid_on DATE);
INSERT INTO branches VALUES (1, 'Lake'), (2, NULL);
INSERT INTO riders VALUES
    (1, 1, 'Ann', 1, 10, '2025-01-02', NULL), (NULL, 2, 'Ben', 1, 20, '2025-02-02', '2025-03-03'),
    (NULL, 3, 'Cat', 2, 60, '2024-01-02', '2024-08-08');
INSERT INTO repairs VALUES
    (1, 1, 'fresh', 'Chain', 2, 5), (2, 1, 'done', 'Brake', 3, 4), (3, 2, 'done', 'Chain', 4, 1),
    (4, 3, 'fresh', 'Chain', 1, 1);
INSERT INTO dues VALUES (1, 1, 2024, 10, '2025-01-05'), (2, 2, 2024, 20, NULL), (3, 3, 2025, 40, '2025-02-02');
"""


@pytest.fixture(scope="module", params=[False, True], ids=["bare", "drafted"])
def workshop(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    path = tmp_path_factory.mktemp("workshop") / "workshop.sqlite"
    return Asked("workshop", path, _TABLES, is_drafted=request.param)


def test_a_state_of_what_belongs_to_rows_is_none_of_theirs(workshop: Asked) -> None:
    assert workshop.rows("How many fresh riders are there?") is None
    assert workshop.rows("How many fresh repairs are there?") == [(2,)]


def test_a_value_of_what_rows_refer_to_is_one_of_theirs(workshop: Asked) -> None:
    assert workshop.rows("How many Lake riders are there?") == [(2,)]


def test_a_value_per_member_without_a_figure_lists_nobody(workshop: Asked) -> None:
    assert workshop.rows("What is the chain used per rider?") is None


@pytest.mark.parametrize("question", ["Repairs per rider and part", "Repairs by part and rider"])
def test_rows_per_several_things_are_counted(workshop: Asked, question: str) -> None:
    assert sorted(row[-1] for row in workshop.rows(question) or ()) == [1, 1, 1, 1]


def test_rows_without_a_name_keep_no_bound(workshop: Asked) -> None:
    assert [row[-2:] for row in workshop.rows("Which branches have fewer than 5 riders?") or ()] == [("Lake", 2)]


def test_the_oldest_was_created_first_and_not_ended_first(workshop: Asked) -> None:
    assert [row[-2] for row in workshop.rows("Who is the oldest rider?") or ()] in ([], ["Cat"])
    assert workshop.rows("How many riders were there in 2024?") in (None, [(1,)])


@pytest.mark.parametrize("question", ["How many dues for 2024 have not been paid?", "Total amount of dues for 2025"])
def test_a_year_beside_bare_years_is_about_no_day(workshop: Asked, question: str) -> None:
    assert workshop.rows(question) is None


def test_a_year_in_which_something_was_done_is_about_its_day(workshop: Asked) -> None:
    assert workshop.rows("How many dues were paid in 2025?") == [(2,)]


def test_the_most_of_something_is_all_of_it_and_not_the_most_at_once(workshop: Asked) -> None:
    told = workshop.rows("Which rider used the most oil?") or ()
    assert [row[-2:] for row in told][:2] == [("Ann", 5), ("Ben", 4)]
    assert workshop.rows("Which rider got the most rating?") is None


def test_an_average_per_row_is_one_figure(workshop: Asked) -> None:
    assert workshop.rows("What are the average points per rider in Lake?") in (None, [(15,)])
    assert workshop.rows("What is the average oil per repair?") == [(2.5,)]


@pytest.mark.parametrize("question", ["Which rider got the highest due?", "Which rider has the largest due?"])
def test_the_highest_of_single_rows_is_no_number_of_them(workshop: Asked, question: str) -> None:
    assert [(row[-2], row[-1]) for row in workshop.rows(question) or ()][:1] in ([], [("Cat", 40)])


@pytest.mark.parametrize("question", ["Which rider had the longest repair?", "Which rider has the highest lesson?"])
def test_rows_without_an_amount_have_no_highest(workshop: Asked, question: str) -> None:
    assert workshop.rows(question) is None


def test_the_most_rows_are_still_a_number_of_them(workshop: Asked) -> None:
    assert [row[-2:] for row in workshop.rows("Which rider has the most repairs?") or ()][:1] == [("Ann", 2)]


def test_what_rows_name_themselves_is_not_looked_for_through_others(workshop: Asked) -> None:
    assert workshop.rows("How many riders have no coach?") in (None, [(2,)])
    assert workshop.rows("How many riders have no lessons?") == [(1,)]


def test_rows_that_may_have_no_state_are_not_left_out_of_those_to_whom_nothing_was_done(workshop: Asked) -> None:
    assert workshop.rows("How many bikes have not been stolen?") in (None, [(2,)])
    assert workshop.rows("How many bikes have been stolen?") == [(2,)]


def test_a_number_called_like_a_flag_is_not_empty_where_it_says_no(workshop: Asked) -> None:
    assert workshop.rows("How many owners are not barred?") in (None, [(2,)])


def test_how_much_lists_nothing(workshop: Asked) -> None:
    assert workshop.rows("How much bike fee income did we have in 2025?") in (None, [(700,)])


def test_people_who_share_a_family_name_stay_apart(workshop: Asked) -> None:
    assert sorted(row[-1] for row in workshop.rows("Bikes per owner") or ()) in ([], [1, 1, 2])
    assert [row[-1] for row in workshop.rows("Top 2 owners by number of bikes") or ()] in ([], [2, 1])


def test_a_day_of_birth_is_no_day_on_which_rows_happened(workshop: Asked) -> None:
    assert workshop.rows("How many bikes were there in 2024?") in (None, [(1,)])


def test_members_of_one_name_stay_apart(tmp_path: Path) -> None:
    tables = """
    CREATE TABLE patrons (patron_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
    CREATE TABLE loans (loan_id INTEGER PRIMARY KEY, patron_id INTEGER NOT NULL REFERENCES patrons);
    INSERT INTO patrons VALUES (1, 'Al Roe'), (2, 'Al Roe'), (3, 'Bo Poe');
    INSERT INTO loans VALUES (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 3);
    """
    asked = Asked("patrons", tmp_path / "patrons.sqlite", tables, is_drafted=True)

    assert [row[-1] for row in asked.rows("Loans per patron") or ()] in ([], [3, 2, 2])
    assert [row[-2:] for row in asked.rows("Which patron has the most loans?") or ()][:1] == [("Bo Poe", 3)]


def test_a_year_is_not_that_in_which_what_is_grouped_by_began(tmp_path: Path) -> None:
    tables = """
    CREATE TABLE halls (hall_id INTEGER PRIMARY KEY, name TEXT NOT NULL, opened_year INTEGER NOT NULL);
    CREATE TABLE repairs (
        repair_id INTEGER PRIMARY KEY, hall_id INTEGER NOT NULL REFERENCES halls, cost REAL NOT NULL, note TEXT);
    INSERT INTO halls VALUES (1, 'Elm', 2021), (2, 'Oak', 2019);
    INSERT INTO repairs VALUES (1, 1, 10, NULL), (2, 2, 20, 'late');
    """
    asked = Asked("halls", tmp_path / "halls.sqlite", tables)

    assert asked.rows("Total repair cost per hall in 2021") is None
    assert asked.rows("How many halls opened in 2021?") in (None, [(1,)])


def test_rows_of_an_event_are_as_old_as_it_whenever_something_further_happened_to_some(tmp_path: Path) -> None:
    tables = """
    CREATE TABLE checks (check_id INTEGER PRIMARY KEY, checked_on DATE NOT NULL);
    CREATE TABLE flaws (
        flaw_id INTEGER PRIMARY KEY, check_id INTEGER NOT NULL REFERENCES checks, mended_on DATE, depth REAL NOT NULL);
    INSERT INTO checks VALUES (1, '2024-12-20'), (2, '2025-01-10');
    INSERT INTO flaws VALUES (1, 1, '2025-01-02', 1), (2, 1, NULL, 2), (3, 2, '2025-02-01', 3);
    """
    for is_drafted in (False, True):
        asked = Asked("flaws", tmp_path / f"{is_drafted}.sqlite", tables, is_drafted=is_drafted)

        assert asked.rows("How many flaws were there in 2025?") in (None, [(1,)])
        assert asked.rows("How many flaws were mended in 2025?") == [(2,)]
