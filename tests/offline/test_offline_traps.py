"""Questions that are easily answered wrongly: the offline model computes what was asked or asks back."""

import sqlite3
from pathlib import Path

import pytest
from asked import Asked
from rentals import SPEC, Rentals

from tools.sql.specs import DimensionSpec, MetricSpec, SemanticSpec
from tools.terms import StructuredQuery


@pytest.mark.parametrize(
    "question",
    [
        "Fees in the North in Q3 2025 and rides in the South in Q2 2025",
        "Fees in the North in Q3 2025 and in the South in Q2 2025",
        "What were fees in the North last quarter and how many riders are there in the South?",
        "Fees in the North and rides in the South in Q3 2025",
        "Fees in the North in Q3 2025; fees in the South in Q2 2025",
    ],
)
def test_two_questions_in_one_are_not_merged(rentals: Rentals, question: str) -> None:
    plan = rentals.plan(question)

    assert plan.decision == "clarify"
    assert "one at a time" in plan.message
    assert len(plan.choices) == 2
    assert all(choice in question for choice in plan.choices)


@pytest.mark.parametrize(
    "question",
    ["Fees in the North and the South in Q3 2025", "fees and rides in the North", "How many rides by station?"],
)
def test_members_and_measures_of_one_question_are_answered_together(rentals: Rentals, question: str) -> None:
    assert rentals.plan(question).decision == "plan"


@pytest.mark.parametrize(
    ("question", "column", "values"),
    [
        ("Fees excluding Quay and Mill in Q3 2025", "stations.name", ("Quay", "Mill")),
        ("Rides that are neither completed nor cancelled", "rides.state", ("completed", "cancelled")),
    ],
)
def test_a_negation_reaches_all_values_it_is_joined_to(
    rentals: Rentals, question: str, column: str, values: tuple[str, ...]
) -> None:
    condition = _query(rentals, question).filters[0]

    assert (condition.column, condition.operator, condition.values) == (column, "not in", values)


def test_what_is_left_out_is_told_as_left_out(rentals: Rentals) -> None:
    assert rentals.draft("Fees excluding Quay and Mill in Q3 2025")[1] == [
        "Fees excluding Quay and Mill in Q3 2025 was €260."
    ]
    assert rentals.draft("How many rides were not cancelled?")[1] == ["Number of rides excluding cancelled was 6."]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many stations have over 15 docks?", "Number of stations with docks > 15 was 2."),
        ("How many stations have at least 20 docks?", "Number of stations with docks ≥ 20 was 2."),
        ("How many stations in the North have over 15 docks?", "for North with docks > 15 was 1."),
        ("How many riders are members?", "Number of riders with is member = true was 2."),
        ("How many riders are not members?", "Number of riders with is member ≠ true was 1."),
    ],
)
def test_a_condition_on_what_is_counted_stands_in_the_sentence(rentals: Rentals, question: str, said: str) -> None:
    assert [said in sentence for sentence in rentals.draft(question)[1]] == [True]


@pytest.mark.parametrize("question", ["riders without rides at Quay", "fees not in the North and in the South"])
def test_a_negation_whose_reach_is_unclear_is_asked_back(rentals: Rentals, question: str) -> None:
    assert rentals.plan(question).decision == "clarify"


def test_a_ranking_by_a_change_is_not_answered_by_a_level(rentals: Rentals) -> None:
    plan = rentals.plan("Which district had the largest drop in fees from Q2 2025 to Q3 2025?")

    assert plan.decision == "clarify"
    assert "change between two periods" in plan.message


@pytest.mark.parametrize("question", ["top two stations by fees", "Which 2 stations have the highest fees?"])
def test_a_number_in_words_or_before_what_is_ranked_says_how_many(rentals: Rentals, question: str) -> None:
    assert _query(rentals, question).limit == 2


def test_a_comparison_without_a_number_is_asked_back_in_the_words_of_the_question(rentals: Rentals) -> None:
    assert rentals.plan("stations with fees over").not_understood == ("over",)


def test_a_ranking_tells_five_and_what_equals_the_last_and_says_how_many_there_are(tmp_path: Path) -> None:
    rentals = Rentals(tmp_path / "many.sqlite")
    with sqlite3.connect(tmp_path / "many.sqlite") as connection:
        for number, fee in enumerate([90, 80, 70, 60, 50, 50, 10], 10):
            connection.execute("INSERT INTO stations VALUES (?, ?, 'East', 5)", (number, f"Stop {number}"))
            connection.execute(
                "INSERT INTO rides VALUES (?, ?, 1, '2025-09-02', ?, 5, 'completed')", (number, number, fee)
            )

    _draft, texts = rentals.draft("Which station had the highest fees in September 2025?")

    assert len(texts) == 7
    assert texts[0] == "Stop 10 had the highest fees in September 2025: €90."
    assert texts[5] == "Fees for Stop 15 in September 2025 was €50."
    assert texts[6] == "There are 7 rows in all."


_DISTINCT = MetricSpec(expression="count(distinct rides.id)", synonyms=("rides",), time="rides.started_on")


@pytest.mark.parametrize(
    "spec",
    [SPEC, SemanticSpec(), SemanticSpec(metrics={"trip_count": _DISTINCT})],
    ids=["described", "bare", "distinct"],
)
@pytest.mark.parametrize(
    ("question", "measures"),
    [
        ("Which station had the most rides?", ["completed_rides", "count(rides)", "trip_count"]),
        ("Which station had the largest ride?", ["max(rides.fee)"]),
        ("Which rider has the longest ride?", []),
        ("On which day was the biggest ride?", ["max(rides.fee)"]),
        ("Which station had the latest ride?", ["max(rides.started_on)"]),
        ("Which rider had the earliest ride?", ["min(rides.started_on)"]),
        ("What was the latest ride by station?", ["max(rides.started_on)"]),
        ("When was the first ride?", ["min(rides.started_on)"]),
        ("What was the highest fee?", ["max(rides.fee)"]),
        ("What was the lowest fee in 2024?", ["min(rides.fee)"]),
        ("Which station had the highest fees in 2025?", ["fees", "max(rides.fee)"]),
        ("What were the highest takings?", []),
        ("What is the average ride?", ["avg(rides.fee)"]),
        ("What is the average station?", []),
        ("Which was the biggest ride?", ["max(rides.fee)"]),
        ("Which is the largest station?", []),
    ],
)
def test_one_of_the_rows_is_not_how_many_there_are(
    tmp_path: Path, spec: SemanticSpec, question: str, measures: list[str]
) -> None:
    plan = Rentals(tmp_path / "rentals.sqlite", spec=spec).plan(question)

    measured = [measure for step in plan.steps if step.query is not None for measure in step.query.measures]
    assert (plan.decision, measured) in [("plan", [measure]) for measure in measures] or (not measures and not measured)


def test_the_highest_count_is_the_count_and_no_row(tmp_path: Path) -> None:
    spec = SemanticSpec(metrics={"trip_count": _DISTINCT})
    plan = Rentals(tmp_path / "rentals.sqlite", spec=spec).plan("Which station had the highest trip count?")

    assert plan.steps[0].query is not None
    assert plan.steps[0].query.measures == ("trip_count",)


_VISITS = """
CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL);
CREATE TABLE visits (
    visit_id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests, visit_date DATE NOT NULL);
INSERT INTO guests VALUES (1, 'Ada', 'Berg'), (2, 'Bo', 'Carls');
INSERT INTO visits VALUES (1, 1, '2024-03-01'), (2, 2, '2024-04-02'), (3, 1, '2025-01-05');
"""


@pytest.mark.parametrize("is_drafted", [True, False])
@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("What was the first visit date?", "min(visits.visit_date)"),
        ("What was the last visit date of Ada Berg?", "max(visits.visit_date)"),
        ("Which guest had the first visit?", "min(visits.visit_date)"),
        ("Which guest had the last visit?", "max(visits.visit_date)"),
    ],
)
def test_the_first_date_is_not_a_first_name(tmp_path: Path, question: str, measure: str, is_drafted: bool) -> None:
    plan = Asked("visits", tmp_path / "visits.sqlite", _VISITS, is_drafted=is_drafted).plan(question)

    assert plan.decision == "plan", plan.message
    assert plan.steps[0].query is not None
    assert plan.steps[0].query.measures == (measure,)


_SALES = """
CREATE TABLE agents (agent_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE clients (
    client_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, agent_id INTEGER REFERENCES agents);
INSERT INTO agents VALUES (1, 'Ada', 'Oslo'), (2, 'Bo', 'Lund');
INSERT INTO clients VALUES (1, 'Cy', 'Rome', 1), (2, 'Di', 'Pisa', 1), (3, 'Ed', 'Oslo', 2);
"""


@pytest.mark.parametrize("question", ["agents by city", "How many agents are there per city?"])
def test_rows_are_grouped_by_what_is_their_own(tmp_path: Path, question: str) -> None:
    spec = SemanticSpec(dimensions={"client_city": DimensionSpec(column="clients.city", synonyms=("city",))})
    plan = Asked("sales", tmp_path / "sales.sqlite", _SALES, spec=spec).plan(question)

    assert plan.steps[0].query is not None
    assert plan.steps[0].query.by == ("agents.city",)


def _query(rentals: Rentals, question: str) -> StructuredQuery:
    plan = rentals.plan(question)
    assert plan.decision == "plan", plan.message
    query = plan.steps[0].query
    assert query is not None
    return query
