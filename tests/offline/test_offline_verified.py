"""A checked statement of the domain is found by its words, and only where it heeds all of the question."""

from pathlib import Path

import pytest
from rentals import SPEC, Rentals

from tasks.plan import VerifiedCall
from tools.sql.specs import ParameterSpec, VerifiedQuerySpec

QUERIES = {
    "busiest_stations": VerifiedQuerySpec(
        about="Stations by completed rides between two days.",
        synonyms=("busiest stations", "stations ranked by use"),
        statement=(
            "SELECT stations.name AS station, count(rides.id) AS rides FROM rides "
            "JOIN stations ON stations.id = rides.station_id "
            "WHERE rides.started_on >= :first_day AND rides.started_on <= :last_day GROUP BY stations.name"
        ),
        parameters={"first_day": ParameterSpec(type="date"), "last_day": ParameterSpec(type="date")},
    ),
    "long_rides": VerifiedQuerySpec(
        about="Rides of at least so many minutes.",
        synonyms=("marathon rides",),
        statement="SELECT rides.id AS id, rides.minutes AS minutes FROM rides WHERE rides.minutes >= :minutes",
        parameters={"minutes": ParameterSpec(type="integer")},
    ),
}
QUARTER = {"first_day": "2025-07-01", "last_day": "2025-09-30"}


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Rentals:
    spec = SPEC.model_copy(update={"verified_queries": QUERIES})
    return Rentals(tmp_path_factory.mktemp("checked") / "rental.sqlite", spec=spec)


@pytest.mark.parametrize(
    ("question", "call"),
    [
        ("What were the busiest stations in Q3 2025?", VerifiedCall(name="busiest_stations", parameters=QUARTER)),
        ("Stations that are busiest, Q3 2025", VerifiedCall(name="busiest_stations", parameters=QUARTER)),
        ("show marathon rides of 40 minutes", VerifiedCall(name="long_rides", parameters={"minutes": 40})),
    ],
)
def test_a_checked_statement_is_found_by_its_words(checked: Rentals, question: str, call: VerifiedCall) -> None:
    plan = checked.plan(question)

    assert plan.steps[0].verified_query == call


def test_its_need_is_what_the_statement_computes(checked: Rentals) -> None:
    need = checked.plan("What were the busiest stations in Q3 2025?").slots[0].need

    assert (need.measures, need.grain) == (("count(rides.id)",), ("stations.name",))
    assert need.period is not None
    assert (str(need.period.start), str(need.period.end)) == ("2025-07-01", "2025-09-30")


@pytest.mark.parametrize(
    "question",
    [
        "What were the busiest stations?",
        "What were the busiest stations in the North in Q3 2025?",
        "What were the 3 busiest stations in Q3 2025?",
        "busiest stations by weather in Q3 2025",
        "marathon rides",
    ],
)
def test_where_it_would_not_heed_all_of_the_question_it_is_not_used(checked: Rentals, question: str) -> None:
    assert all(step.verified_query is None for step in checked.plan(question).steps)


def test_the_test_domain_without_checked_statements_plans_as_before(tmp_path: Path) -> None:
    plan = Rentals(tmp_path / "rental.sqlite").plan("What were the busiest stations in Q3 2025?")

    assert all(step.verified_query is None for step in plan.steps)
