"""A database that nobody described gets a first semantic layer that can be asked."""

from datetime import UTC, datetime

import pytest

from tests.semantics.shop import shop_schema
from tools.sql.compile import compile_query
from tools.sql.draft_semantics import draft_semantics
from tools.sql.naming import phrase
from tools.sql.schema import Column, Schema, Table
from tools.sql.semantics import Semantics
from tools.terms import StructuredQuery


@pytest.fixture(scope="module")
def draft():
    return draft_semantics(shop_schema())


def test_amounts_become_totals_with_the_date_they_happened(draft):
    assert draft.metrics["total_gross_amount"].expression == "sum(order_lines.gross_amount)"
    assert draft.metrics["total_gross_amount"].time == "orders.ordered_at"
    assert draft.metrics["order_total"].time == "orders.ordered_at"


def test_a_price_is_averaged_and_never_added_up(draft):
    assert draft.metrics["average_product_price"].expression == "avg(products.price)"
    assert not [
        m for m in draft.metrics.values() if m.expression in ("sum(products.price)", "sum(order_lines.unit_price)")
    ]


def test_keys_are_no_amounts(draft):
    assert not [m for m in draft.metrics.values() if "_id)" in m.expression]


def test_rows_are_counted(draft):
    assert draft.metrics["number_of_customers"].expression == "count(customers.id)"


def test_names_label_rows_and_become_dimensions(draft):
    assert draft.tables["stores"].label == "name"
    assert draft.dimensions["store"].column == "stores.name"
    assert draft.dimensions["category"].column == "products.category"


def test_the_headline_is_revenue(draft):
    assert [name for name, metric in draft.metrics.items() if metric.is_headline] == ["order_total"]


def test_what_is_told_per_unit_is_not_told_in_it():
    feeds = _table("feeds", id="integer", price_per_kg="decimal", bag_weight_kg="decimal")
    draft = draft_semantics(_schema(feeds))
    assert draft.metrics["average_price_per_kg"].unit is None
    assert draft.metrics["average_bag_weight_kg"].unit == "kg"


def test_no_word_is_given_to_two_measures():
    """An invoice's total and its lines' value are both revenue; a payment's amount too."""
    invoices = _table("invoices", id="integer", total="decimal", invoiced_on="date")
    lines = _table("invoice_lines", id="integer", invoice_id="integer", quantity="integer", unit_price="decimal")
    payments = _table("payments", id="integer", amount="decimal", paid_on="date")
    draft = draft_semantics(_schema(invoices, lines, payments))
    words = [word for name, metric in draft.metrics.items() for word in (phrase(name), *metric.synonyms)]
    assert len(words) == len(set(words))
    (headline,) = (metric for metric in draft.metrics.values() if metric.is_headline)
    assert headline.expression == "sum(invoices.total)"
    assert "revenue" in headline.synonyms


def test_a_currency_at_the_end_of_a_name_is_the_unit() -> None:
    items = _table("order_items", id="integer", amount_eur="decimal", refund_eur="decimal", refund_usd="decimal")
    metrics = draft_semantics(_schema(items)).metrics
    assert (metrics["order_item_amount"].unit, "revenue" in metrics["order_item_amount"].synonyms) == ("EUR", True)
    assert {name: metrics[name].unit for name in metrics if name.startswith("total_refund")} == {
        "total_refund_eur": "EUR",
        "total_refund_usd": "USD",
    }


def test_the_draft_fits_its_database_and_every_metric_can_be_asked(draft, shop):
    schema = shop_schema()
    semantics = Semantics.of(draft, schema)
    assert semantics.problems == ()
    for name in semantics.metrics:
        compiled = compile_query(StructuredQuery(measures=(name,)), schema, semantics)
        assert len(shop.execute(compiled.statement, compiled.parameters).fetchall()) == 1


def test_years_places_flags_codes_and_secrets_are_not_measured():
    columns = {
        "id": "integer", "year": "integer", "latitude": "float", "is_active": "integer", "zip": "integer",
        "password": "text", "weight_kg": "float", "country": "text", "updated_at": "datetime",
    }  # fmt: skip
    table = Table(
        name="parcels", primary_key=("id",), columns=tuple(Column(name=n, type="", kind=k) for n, k in columns.items())
    )
    draft = draft_semantics(
        Schema(source="s", dialect="sqlite", tables=(table,), taken_at=datetime(2025, 1, 1, tzinfo=UTC))
    )
    assert {m.expression for m in draft.metrics.values()} == {"avg(parcels.weight_kg)", "count(parcels.id)"}
    assert draft.metrics["average_weight_kg"].unit == "kg"
    assert {d.column for d in draft.dimensions.values()} == {"parcels.country"}
    assert all(metric.time is None for metric in draft.metrics.values())


def _table(table, **kinds):
    columns = tuple(Column(name=column, type="", kind=kind) for column, kind in kinds.items())
    return Table(name=table, primary_key=("id",), columns=columns)


def _schema(*tables):
    return Schema(source="s", dialect="sqlite", tables=tables, taken_at=datetime(2025, 1, 1, tzinfo=UTC))


def test_a_person_is_named_by_first_and_last_name():
    names = ("id", "first_name", "last_name", "title")
    columns = tuple(Column(name=n, type="", kind="integer" if n == "id" else "text") for n in names)
    table = Table(name="employees", primary_key=("id",), columns=columns)
    schema = Schema(source="s", dialect="sqlite", tables=(table,), taken_at=datetime(2025, 1, 1, tzinfo=UTC))
    semantics = Semantics.of(draft_semantics(schema), schema)
    assert semantics.names_of("employees") == ("employees.first_name", "employees.last_name")
    compiled = compile_query(StructuredQuery(measures=("number_of_employees",), by=("employees",)), schema, semantics)
    assert '"first_name"' in compiled.statement
    assert '"last_name"' in compiled.statement


def test_text_that_holds_only_numbers_is_no_dimension():
    columns = (
        Column(name="id", type="INT", kind="integer", is_key=True),
        Column(name="active", type="CHAR(1)", kind="text", values=("0", "1")),
        Column(name="rating", type="TEXT", kind="text", values=("G", "PG")),
    )
    table = Table(name="films", columns=columns, primary_key=("id",))
    drafted = draft_semantics(Schema(source="s", dialect="sqlite", tables=(table,), taken_at=datetime.now(UTC)))
    assert {dimension.column for dimension in drafted.dimensions.values()} == {"films.rating"}


def test_a_number_of_which_nothing_is_known_is_added_up_only_where_it_is_said():
    beers = _table("beers", id="integer", label="text", abv="float", bottles="integer", tasted_on="date")

    metrics = draft_semantics(_schema(beers)).metrics

    assert metrics["total_abv"].synonyms == ()
    assert metrics["total_bottles"].synonyms == ("bottles",)


def test_a_column_of_0_and_1_is_not_measured():
    paid = Column(name="paid", type="", kind="integer", values=("0", "1"))
    visits = _table("visits", id="integer", made_on="date")
    visits = visits.model_copy(update={"columns": (*visits.columns, paid)})

    assert {m.expression for m in draft_semantics(_schema(visits)).metrics.values()} == {"count(visits.id)"}


@pytest.mark.parametrize(
    ("days", "day"),
    [
        (("visited_on",), "visits.visited_on"),
        (("booked_at", "visited_on"), "visits.visited_on"),
        (("date", "billed_on"), "visits.date"),
        (("booked_at", "planned_at"), None),
    ],
)
def test_of_several_days_the_one_called_like_its_rows_dates_them(days, day):
    visits = _table("visits", id="integer", **dict.fromkeys(days, "date"))

    assert draft_semantics(_schema(visits)).metrics["number_of_visits"].time == day


@pytest.mark.parametrize("day", ["deceased_on", "opened_on"])
def test_what_has_a_name_is_not_dated_by_its_beginning_or_end(day):
    branches = _table("branches", id="integer", name="text", **{day: "date"})

    assert draft_semantics(_schema(branches)).metrics["number_of_branches"].time is None


def test_what_stands_for_performance_is_no_sum_of_which_nothing_is_known():
    visits = _table("visits", id="integer", depth="float", tide="float", priority="integer", visited_on="date")

    metrics = draft_semantics(_schema(visits)).metrics

    assert [name for name, metric in metrics.items() if metric.is_headline] == ["number_of_visits"]
    assert not any("priority" in metric.expression for metric in metrics.values())
