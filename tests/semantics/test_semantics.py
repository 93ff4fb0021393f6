"""The semantic layer: what terms stand for, and what of it does not fit the database."""

import pytest

from tests.semantics.shop import SPEC
from tools.sql.semantics import Semantics, UnknownMeasure
from tools.sql.specs import DimensionSpec, MetricSpec, SemanticSpec, TableSpec, VerifiedQuerySpec


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("net_revenue", "net_revenue"),
        ("Net Revenue", "net_revenue"),
        ("sum(order_lines.gross_amount)", "gross_revenue"),
        ("SUM( Order_Lines.GROSS_AMOUNT )", "gross_revenue"),
        ("sum(order_lines.net_amount)", "sum(order_lines.net_amount)"),
        ("sum(order_lines.unit_price * order_lines.quantity)", "list_value"),
        ("count(distinct orders.customer_id)", "buyers"),
        ("count_distinct(orders.customer_id)", "buyers"),
        ("count(orders)", "count(orders.id)"),
        ("count(orders.status)", "count(orders.id)"),
        ("count_distinct(orders.id)", "count(orders.id)"),
        ("count(orders.shipped_on)", "count(orders.shipped_on)"),
        ("avg(orders.total)", "avg(orders.total)"),
        ("coalesce(sum(orders.total) * 1.0, 0)", "sum(orders.total)"),
        ("no such thing", "no such thing"),
    ],
)
def test_a_measure_has_one_name_however_it_is_written(semantics, text, canonical):
    assert semantics.canonical_measure(text) == canonical
    assert semantics.canonical_measure(canonical) == canonical


@pytest.mark.parametrize(
    ("measure", "unit", "time"),
    [
        ("net_revenue", "EUR", "orders.ordered_at"),
        ("sum(order_lines.net_amount)", "EUR", "orders.ordered_at"),
        ("count(orders)", "count", "orders.ordered_at"),
        ("count(returns)", "count", "returns.returned_on"),
        ("sum(orders.total)", "EUR", "orders.ordered_at"),
        ("count(orders) / count(stores)", "ratio", None),
        ("avg(order_lines.quantity)", None, "orders.ordered_at"),
    ],
)
def test_units_and_dates_follow_from_metrics_and_columns(semantics, measure, unit, time):
    assert semantics.unit_of(measure) == unit
    assert semantics.measure(measure).time == time


def test_words_come_from_names_and_synonyms_in_singular_and_plural(semantics):
    assert {"store", "stores", "shop", "shops"} <= set(semantics.words_of_table("stores"))
    assert {"country", "countries"} <= set(semantics.words_of_column("stores.country"))
    assert {"region", "areas"} <= set(semantics.words_of_column("stores.region"))
    assert "month" in semantics.words_of_column("month(orders.ordered_at)")
    assert {"net revenue", "revenue", "sales"} <= set(semantics.words_of_measure("net_revenue"))
    assert "number of orders" in semantics.words_of_measure("count(orders)")


def test_a_table_stands_for_the_column_that_names_its_rows(semantics):
    assert str(semantics.grain("stores")) == "stores.name"
    assert str(semantics.grain("region")) == "stores.region"
    assert str(semantics.grain("Month(orders.ordered_at)")) == "month(orders.ordered_at)"


def test_an_unknown_measure_names_the_nearest(semantics):
    with pytest.raises(UnknownMeasure, match="net_revenue"):
        semantics.measure("net revenu")


@pytest.mark.parametrize(
    ("spec", "key", "near"),
    [
        ({"tables": {"store": TableSpec()}}, "tables.store", "stores"),
        ({"tables": {"stores": TableSpec(label="nam")}}, "tables.stores.label", "name"),
        ({"metrics": {"m": MetricSpec(expression="sum(orders.totl)")}}, "metrics.m.expression", "orders.total"),
        ({"metrics": {"m": MetricSpec(expression="orders.total")}}, "metrics.m.expression", None),
        ({"metrics": {"m": MetricSpec(expression="sum((orders.total")}}, "metrics.m.expression", None),
        (
            {"metrics": {"m": MetricSpec(expression="sum(orders.total)", time="orders.order_at")}},
            "metrics.m.time",
            "orders.ordered_at",
        ),
        (
            {"metrics": {"m": MetricSpec(expression="sum(orders.total)", filters=("orders.state = 1",))}},
            "metrics.m.filters[0]",
            "orders.status",
        ),
        ({"dimensions": {"d": DimensionSpec(column="stores.contry")}}, "dimensions.d.column", "stores.country"),
        ({"dimensions": {"d": DimensionSpec(column="stores.country", parent="x")}}, "dimensions.d.parent", None),
        ({"joins": ("orders.store_id = shops.id",)}, "joins[0]", None),
        (
            {"verified_queries": {"q": VerifiedQuerySpec(about="", statement="SELECT id FROM ordrs")}},
            "verified_queries.q.statement",
            "orders",
        ),
        (
            {"verified_queries": {"q": VerifiedQuerySpec(about="", statement="SELECT totl FROM orders")}},
            "verified_queries.q.statement",
            "total",
        ),
    ],
)
def test_what_does_not_fit_the_database_is_listed_and_left_out(schema, spec, key, near):
    semantics = Semantics.of(SemanticSpec(**spec), schema)
    assert [problem.key for problem in semantics.problems] == [key]
    assert near is None or near in semantics.problems[0].nearest
    assert not semantics.metrics
    assert not semantics.dimensions
    assert not semantics.verified_queries


def test_the_shops_own_layer_fits(semantics):
    assert semantics.problems == ()
    assert set(semantics.metrics) == set(SPEC.metrics)


def test_a_confirmed_join_can_be_used_although_the_database_declares_none(schema):
    bare = schema.model_copy(update={"joins": ()})
    semantics = Semantics.of(SemanticSpec(joins=("stores.id = orders.store_id",)), bare)
    assert [(j.left, j.right, j.origin, j.is_unique) for j in semantics.joins] == [
        (("orders.store_id",), ("stores.id",), "confirmed", True)
    ]
