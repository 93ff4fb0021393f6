"""Odd rows: told in a warning, or sent back so that they never reach a draft."""

import pytest

from tests.sql.asking import ask
from tools.evidence import NothingFound
from tools.sql.anomaly_specs import AnomalySpec, tighter
from tools.sql.errors import OddRows
from tools.sql.policy import tighten
from tools.sql.specs import MetricSpec, PolicySpec, SemanticSpec

SALES = SemanticSpec(metrics={"sales": MetricSpec(expression="sum(orders.total)")})


def policy(**anomalies) -> PolicySpec:
    return PolicySpec(anomalies=AnomalySpec(**anomalies))


def test_text_that_is_added_up_is_sent_back(sqlite_shop):
    with pytest.raises(OddRows, match=r"`orders\.region` holds text and is added up"):
        ask(sqlite_shop, "SELECT sum(region) AS n FROM orders")


def test_a_cast_says_that_text_holds_numbers(sqlite_shop):
    assert ask(sqlite_shop, "SELECT sum(CAST(region AS INTEGER)) AS n FROM orders").rows == ((0,),)


def test_a_date_compared_with_words_is_sent_back(sqlite_shop):
    with pytest.raises(OddRows, match="holds date and is compared with 'soon'"):
        ask(sqlite_shop, "SELECT id FROM orders WHERE ordered_on < 'soon'")


def test_a_value_spelt_as_none_in_the_column_is_sent_back_with_the_nearest(sqlite_shop):
    with pytest.raises(OddRows, match="nearest values are Europe") as refusal:
        ask(sqlite_shop, "SELECT sum(total) AS n FROM orders WHERE region = 'Europ'")

    assert refusal.value.nearest[0] == "Europe"


def test_a_value_unlike_any_is_nothing_found(sqlite_shop):
    assert isinstance(ask(sqlite_shop, "SELECT sum(total) AS n FROM orders WHERE region = 'Antarctica'"), NothingFound)


def test_no_row_without_a_condition_is_sent_back(sqlite_shop):
    confirmed = SemanticSpec(joins=("orders.region = salaries.person",))
    with pytest.raises(OddRows, match="empty: no condition"):
        ask(sqlite_shop, "SELECT o.id FROM orders o JOIN salaries s ON s.person = o.region", semantic=confirmed)


def test_a_threshold_of_the_domain_sends_rows_back(sqlite_shop):
    limits = policy(thresholds={"sales": {"max": 50}})

    with pytest.raises(OddRows, match="beyond what the domain holds possible"):
        ask(sqlite_shop, "SELECT sum(total) AS n FROM orders", policy=limits, semantic=SALES)


def test_a_kind_that_does_not_fail_is_a_warning(sqlite_shop):
    limits = policy(fail_on=(), thresholds={"orders.total": {"min": 1}})

    evidence = ask(sqlite_shop, "SELECT id, total FROM orders", policy=limits)

    assert evidence.warnings == ("threshold: `total` holds 0.10, beyond what the domain holds possible (at least 1)",)


def test_a_placeholder_that_fills_a_column_is_told(sqlite_shop):
    evidence = ask(sqlite_shop, "SELECT id, -999 AS weight FROM orders UNION ALL SELECT id + 10, -999 FROM orders")

    assert "constant: `weight` is -999 in 100% of the rows" in evidence.warnings


def test_columns_that_are_mostly_empty_may_be_made_to_fail(sqlite_shop):
    limits = policy(fail_on=("null_dominant",), fewest_rows=2, null_dominant=0.7)

    with pytest.raises(OddRows, match="null_dominant: `shipped_at` is empty in 75%"):
        ask(sqlite_shop, "SELECT id, shipped_at FROM orders", policy=limits)


def test_a_domain_can_only_tighten():
    base = policy(fail_on=("cartesian",), growth=5, thresholds={"sales": {"min": 0, "max": 100}})
    domain = policy(fail_on=("constant",), growth=50, thresholds={"sales": {"min": -5, "max": 50}})

    merged = tighten(base, domain).anomalies

    assert merged == tighter(base.anomalies, domain.anomalies)
    assert (merged.fail_on, merged.growth) == (("cartesian", "constant"), 5)
    assert (merged.thresholds["sales"].min, merged.thresholds["sales"].max) == (0, 50)


OF_A_TIME = "SELECT count(*) AS n FROM orders WHERE ordered_on >= '{start}' AND ordered_on < '{end}'"


def test_nothing_counted_in_a_time_without_any_data_is_no_zero(sqlite_shop):
    found = ask(sqlite_shop, OF_A_TIME.format(start="1999-01-01", end="2000-01-01"))

    assert isinstance(found, NothingFound)
    assert "the rows of `orders.ordered_on` run from" in found.reason


def test_nothing_counted_within_the_time_of_the_data_is_zero(sqlite_shop):
    first = ask(sqlite_shop, "SELECT min(ordered_on) AS first, max(ordered_on) AS last FROM orders")
    day = str(first.rows[0][0])[:10]

    found = ask(sqlite_shop, OF_A_TIME.format(start=day, end="2100-01-01") + " AND total < -1000000")

    assert found.rows == ((0,),)


def test_no_row_in_a_time_without_data_says_so(sqlite_shop):
    found = ask(sqlite_shop, OF_A_TIME.format(start="1999-01-01", end="2000-01-01").replace("count(*) AS n", "id"))

    assert "the rows of `orders.ordered_on` run from" in found.reason
