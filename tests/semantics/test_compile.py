"""Statements written from comparable terms return the right rows."""

from datetime import date

import pytest

from tests.semantics.shop import SPEC
from tools.errors import ToolError
from tools.sql.columns import SeveralReadings, UnknownTerm
from tools.sql.compile import compile_query
from tools.sql.compile_part import WouldMultiply
from tools.sql.join_paths import NoJoin
from tools.sql.schema import Join
from tools.sql.semantics import Semantics, UnknownMeasure
from tools.terms import Filter, Period, StructuredQuery

Q3 = Period(start=date(2025, 7, 1), end=date(2025, 9, 30))
EUROPE = Filter(column="region", values=("Europe",))


@pytest.fixture
def rows(shop, schema, semantics):
    def fetch(**query):
        compiled = compile_query(StructuredQuery(**query), schema, semantics)
        return shop.execute(compiled.statement, compiled.parameters).fetchall()

    return fetch


def test_a_metric_counts_only_the_rows_it_means(rows):
    assert rows(measures=("net_revenue",)) == [(200,)]
    assert rows(measures=("gross_revenue",)) == [(300,)]


def test_a_period_takes_in_the_whole_of_its_last_day_and_nothing_before_its_first(rows):
    assert rows(measures=("net_revenue",), by=("country",), filters=(EUROPE,), period=Q3) == [
        ("France", 104),
        ("Germany", 20),
    ]


def test_a_period_over_a_plain_date_column_takes_in_its_last_day(rows):
    october = Period(start=date(2025, 10, 1), end=date(2025, 10, 4))
    shipped = {"measures": ("count(orders)",), "period": october, "time_column": "orders.shipped_on"}
    assert rows(**shipped) == [(2,)]


def test_measures_of_different_tables_stand_side_by_side_without_multiplying_rows(rows):
    found = rows(measures=("net_revenue", "returned", "count(orders)"), by=("region",))
    assert found == [("Europe", 194, 120, 3), ("Americas", 6, None, 2)]


def test_groups_without_a_name_are_kept_beside_each_other(rows):
    found = rows(measures=("net_revenue", "count(orders)"), by=("customers.segment",), order_by="customers.segment")
    assert sorted(found, key=str) == [("business", 70, 2), ("private", 124, 2), (None, 6, 1)]


def test_each_measure_counts_the_period_by_its_own_date(rows):
    assert rows(measures=("net_revenue", "returned"), period=Q3) == [(124, 20)]


def test_a_ratio_over_two_tables_divides_totals_and_keeps_fractions(rows):
    assert rows(measures=("return_rate",)) == [(120 / 250,)]
    assert rows(measures=("count(order_lines) / count(orders)",)) == [(1.4,)]


def test_a_ratio_without_a_denominator_is_empty_and_no_error(rows):
    nothing = Filter(column="orders.status", values=("lost",))
    assert rows(measures=("order_value",), filters=(nothing,)) == [(None,)]


def test_a_filter_on_the_many_side_keeps_each_row_once(rows):
    home = Filter(column="products.category", values=("home",))
    assert rows(measures=("sum(orders.total)",), filters=(home,)) == [(70 + 20 + 104 + 50,)]


def test_rows_are_counted_once_in_each_group_that_several_joins_lead_to(rows):
    assert rows(measures=("count(customers)",), by=("products.category",)) == [("home", 4), ("office", 1)]


def test_a_sum_that_would_count_rows_twice_is_refused(rows):
    with pytest.raises(WouldMultiply, match=r"orders.*several times.*SUM"):
        rows(measures=("sum(orders.total)",), by=("category",))


@pytest.mark.parametrize(
    ("unit", "values"),
    [
        ("year", ["2025"]),
        ("quarter", ["2025-Q2", "2025-Q3", "2025-Q4"]),
        ("month", ["2025-06", "2025-07", "2025-08", "2025-09", "2025-10"]),
        ("week", ["2025-06-30", "2025-08-11", "2025-09-29"]),
        ("day", ["2025-06-30", "2025-07-01", "2025-08-15", "2025-09-30", "2025-10-01"]),
    ],
)
def test_a_series_runs_forward_in_units_that_sort_as_text(rows, unit, values):
    found = rows(measures=("count(orders)",), by=(f"{unit}(orders.ordered_at)",))
    assert [row[0] for row in found] == values
    assert sum(row[1] for row in found) == 5


def test_a_bare_unit_is_that_of_the_measures_date(rows):
    assert rows(measures=("returned",), by=("month",)) == [("2025-07", 20), ("2025-10", 100)]


def test_the_top_rows_come_first_and_ties_are_in_order(rows):
    assert rows(measures=("count(customers)",), by=("customers.country",), limit=2) == [("Germany", 2), ("France", 1)]


def test_a_condition_on_a_total_leaves_out_groups(rows):
    large = Filter(column="net_revenue", operator=">", values=(50,))
    assert rows(measures=("net_revenue",), by=("country",), having=(large,)) == [("France", 104), ("Germany", 90)]
    assert rows(measures=("returned",), by=("country",), having=(large,)) == [("France", 100), ("Germany", 20)]


def test_a_listing_selects_rows(rows):
    assert rows(by=("products.name", "products.price"), order_by="products.price", limit=2) == [
        ("Chair", 50),
        ("Lamp", 20),
    ]
    assert rows(by=("stores.region",), distinct=True) == [("Americas",), ("Europe",)]


def test_a_listing_over_several_tables_names_each_pair_once(rows):
    found = rows(by=("customers.name", "products.name"), filters=(Filter(column="customers.name", values=("Bo",)),))
    assert sorted(found) == [("Bo", "Chair"), ("Bo", "Pen")]


@pytest.mark.parametrize(
    ("operator", "values", "names"),
    [
        ("=", ("Ada",), ["Ada"]),
        ("=", ("Ada", "Bo"), ["Ada", "Bo"]),
        ("!=", ("Ada",), ["Bo", "Cy", "Di"]),
        ("in", ("Ada", "Cy"), ["Ada", "Cy"]),
        ("not in", ("Ada", "Cy"), ["Bo", "Di"]),
        ("like", ("%d%",), ["Ada", "Di"]),
        ("not like", ("%d%",), ["Bo", "Cy"]),
        (">", ("Bo",), ["Cy", "Di"]),
        ("is not null", (), ["Ada", "Bo", "Cy", "Di"]),
        ("is null", (), []),
    ],
)
def test_every_operator_filters(rows, operator, values, names):
    condition = Filter(column="customers.name", operator=operator, values=values)
    assert [name for (name,) in rows(by=("customers.name",), filters=(condition,))] == names


def test_a_filter_on_a_month_takes_its_text(rows):
    september = Filter(column="month(orders.ordered_at)", values=("2025-09",))
    assert rows(measures=("count(orders)",), filters=(september,)) == [(1,)]


def test_values_never_stand_in_the_statement(schema, semantics):
    nasty = "x'; DROP TABLE orders; --"
    query = StructuredQuery(measures=("net_revenue",), filters=(Filter(column="country", values=(nasty,)),), period=Q3)
    compiled = compile_query(query, schema, semantics)
    assert nasty not in compiled.statement
    assert compiled.parameters == {"country": nasty, "since": "2025-07-01", "before": "2025-10-01"}


def test_columns_of_the_same_name_get_names_of_their_own(schema, semantics):
    compiled = compile_query(StructuredQuery(by=("customers.name", "products.name")), schema, semantics)
    assert '"customer_name"' in compiled.statement
    assert '"product_name"' in compiled.statement


@pytest.mark.parametrize(
    ("query", "error", "words"),
    [
        ({"measures": ("net_revenu",)}, UnknownMeasure, "net_revenue"),
        ({"measures": ("sum(order_lines.net_amont)",)}, UnknownTerm, "order_lines.net_amount"),
        ({"measures": ("net_revenue",), "by": ("stores.contry",)}, UnknownTerm, "stores.country"),
        ({"measures": ("net_revenue",), "by": ("status_of",)}, UnknownTerm, "orders.status"),
        ({"by": ("name",)}, SeveralReadings, "customers.name"),
        ({}, ToolError, "at least one measure"),
        ({"measures": ("count(products)",), "period": Q3}, ToolError, "time_column"),
        ({"measures": ("count(*)",)}, ToolError, r"count\(table\)"),
        ({"measures": ("net_revenue",), "by": ("region",), "order_by": "colour"}, ToolError, "order"),
        ({"measures": ("net_revenue",), "filters": (Filter(column="region"),)}, ToolError, "no value"),
        ({"measures": ("returned",), "filters": (Filter(column="orders.id", values=("one",)),)}, ToolError, "numbers"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_what_is_nearest(rows, query, error, words):
    with pytest.raises(error, match=words):
        rows(**query)


def test_tables_that_nothing_joins_are_refused(schema, semantics):
    apart = schema.model_copy(update={"joins": ()})
    query = StructuredQuery(measures=("sum(order_lines.net_amount)",), by=("stores.country",))
    with pytest.raises(NoJoin, match=r"order_lines.*stores"):
        compile_query(query, apart, Semantics.of(SPEC.model_copy(update={"metrics": {}}), apart))


def test_of_two_equally_short_ways_none_is_guessed_but_a_confirmed_one_is_taken(schema):
    second = Join(left=("orders.shipped_by",), right=("stores.id",))
    columns = (*schema.table("orders").columns, schema.table("orders").column("store_id").model_copy(
        update={"name": "shipped_by"}
    ))  # fmt: skip
    tables = tuple(t.model_copy(update={"columns": columns}) if t.name == "orders" else t for t in schema.tables)
    doubled = schema.model_copy(update={"tables": tables, "joins": (*schema.joins, second)})
    query = StructuredQuery(measures=("sum(orders.total)",), by=("stores.country",))
    with pytest.raises(SeveralReadings, match="shipped_by"):
        compile_query(query, doubled, Semantics.of(SPEC, doubled))
    confirmed = SPEC.model_copy(update={"joins": ("orders.store_id = stores.id",)})
    assert "shipped_by" not in compile_query(query, doubled, Semantics.of(confirmed, doubled)).statement
