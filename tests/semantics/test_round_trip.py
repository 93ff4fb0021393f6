"""What a statement was written from is read out of it again."""

from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlglot import parse_one

from tasks.coverage.compare import compare
from tasks.plan import Need
from tests.semantics.shop import SPEC, shop_schema
from tools.errors import ToolError
from tools.sql.compile import compile_query
from tools.sql.computed import read_computed
from tools.sql.semantics import Semantics
from tools.terms import Filter, Period, StructuredQuery

DIALECTS = ("sqlite", "mysql", "postgres", "duckdb", "snowflake", "bigquery", "redshift")
LAYERS = {dialect: Semantics.of(SPEC, shop_schema(dialect)) for dialect in DIALECTS}
PLAIN = [
    "sum(orders.total)", "avg(order_lines.unit_price)", "count(orders)", "count(customers)", "min(returns.amount)",
    "count_distinct(orders.customer_id)", "sum(order_lines.gross_amount) / count(orders)", "max(order_lines.quantity)",
]  # fmt: skip
TEXTS = ["stores.country", "stores.region", "customers.segment", "products.category", "orders.status", "products.name"]
UNITS = ["day", "week", "month", "quarter", "year"]

measures = st.lists(st.sampled_from([*SPEC.metrics, *PLAIN]), min_size=1, max_size=3, unique=True).map(tuple)
grains = st.lists(
    st.sampled_from([*TEXTS, *(f"{unit}(orders.ordered_at)" for unit in UNITS)]), max_size=2, unique=True
).map(tuple)
values = st.lists(st.sampled_from(["a", "b", "it's", "100%", "7"]), min_size=1, max_size=3, unique=True).map(tuple)
membership = st.sampled_from(["=", "in", "!=", "not in"])
filters = st.lists(
    st.one_of(
        st.builds(Filter, column=st.sampled_from(TEXTS), operator=membership, values=values),
        st.builds(Filter, column=st.sampled_from(TEXTS), operator=st.just("like"), values=values.map(lambda v: v[:1])),
        st.builds(Filter, column=st.just("customers.segment"), operator=st.sampled_from(["is null", "is not null"])),
        st.builds(
            Filter,
            column=st.just("order_lines.quantity"),
            operator=st.sampled_from(["<", "<=", ">", ">=", "="]),
            values=st.integers(-5, 5).map(lambda n: (n,)),
        ),
    ),
    max_size=2,
    unique_by=lambda f: f.column,
).map(tuple)  # fmt: skip
starts = st.dates(date(2000, 1, 1), date(2030, 12, 31))
periods = st.none() | st.builds(
    lambda start, days: Period(start=start, end=start + timedelta(days=days)), starts, st.integers(0, 800)
)


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(measures=measures, grains=grains, filters=filters, period=periods, limit=st.none() | st.integers(1, 9))
def test_a_written_statement_reads_as_the_need_it_was_written_from(dialect, measures, grains, filters, period, limit):
    layer = LAYERS[dialect]
    query = StructuredQuery(measures=measures, by=grains, filters=filters, period=period, limit=limit)
    try:
        compiled = compile_query(query, layer.schema, layer)
    except ToolError:
        return
    computed = read_computed(parse_one(compiled.statement, dialect=dialect), layer.schema, layer, compiled.parameters)
    need = Need(measures=measures, grain=grains, filters=filters, period=period)

    assert [m.words for m in compare(need, computed, layer)] == [], (compiled.statement, compiled.parameters)
    assert set(computed.measures) == {layer.canonical_measure(m) for m in measures}
    assert (computed.period and (computed.period.start, computed.period.end)) == (period and (period.start, period.end))
    assert computed.limit == limit


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(measures=measures, grains=grains, filters=filters, period=periods, other=st.data())
def test_a_statement_written_from_another_need_is_never_taken_for_it(dialect, measures, grains, filters, period, other):
    layer = LAYERS[dialect]
    changed = other.draw(
        st.sampled_from(
            [
                {"filters": (*filters, Filter(column="stores.name", values=("Berlin",)))},
                {"by": (*grains, "stores.name")},
                {"period": Period(start=date(1999, 1, 1), end=date(1999, 3, 31))},
                {"measures": (*measures, "avg(orders.total)")},
            ]
        )
    )
    query = {"measures": measures, "by": grains, "filters": filters, "period": period} | changed
    try:
        compiled = compile_query(StructuredQuery(**query), layer.schema, layer)
    except ToolError:
        return
    computed = read_computed(parse_one(compiled.statement, dialect=dialect), layer.schema, layer, compiled.parameters)
    assert compare(Need(measures=measures, grain=grains, filters=filters, period=period), computed, layer)
