"""What a schema says of a database, and how long it is believed."""

import sqlite3

import pytest

from tests.sql.conftest import open_shop
from tools.asker import Asker
from tools.sql.introspect import SchemaCache, introspect
from tools.sql.specs import PolicySpec, SemanticSpec

ANN = Asker(id="ann")


def test_tables_views_keys_and_kinds_are_read(shop):
    schema = introspect(shop, PolicySpec())
    orders = schema.table("ORDERS")

    assert orders.primary_key == ("id",)
    assert {c.name: c.kind for c in orders.columns} == {
        "id": "integer",
        "customer_id": "integer",
        "region": "text",
        "total": "decimal",
        "ordered_on": "date",
        "shipped_at": "datetime",
    }
    assert orders.row_count == 4
    assert schema.table("regional").is_view


def test_short_columns_show_their_values_and_dates_their_range(shop):
    orders = introspect(shop, PolicySpec()).table("orders")

    assert orders.column("region").values == ("Asia", "Europe")
    assert (orders.column("ordered_on").low, orders.column("ordered_on").high) == ("2025-01-15", "2025-03-01")


def test_a_foreign_key_is_a_join_and_likely_keys_are_suggestions(shop):
    schema = introspect(shop, PolicySpec())

    declared = [(j.left, j.right) for j in schema.joins]
    likely = {(j.left, j.right): j for j in schema.suggestions}
    found = likely[("order_lines.order_id",), ("orders.id",)]

    assert declared in ([(("orders.customer_id",), ("customers.id",))], [])
    assert found.confidence == 1.0
    assert found.origin == "inferred"
    assert "100%" in found.reason


def test_declared_keys_are_known_where_the_database_keeps_them(sqlite_shop):
    schema = introspect(sqlite_shop, PolicySpec())

    assert [(j.left, j.right, j.origin) for j in schema.joins] == [
        (("orders.customer_id",), ("customers.id",), "declared")
    ]
    assert not any(j.left == ("orders.customer_id",) for j in schema.suggestions)


def test_a_join_the_domain_confirms_is_usable_at_once(shop):
    schema = introspect(shop, PolicySpec(), SemanticSpec(joins=("order_lines.order_id = orders.id",)))

    assert any(j.left == ("order_lines.order_id",) and j.origin == "confirmed" for j in schema.joins)
    assert not any(j.left == ("order_lines.order_id",) for j in schema.suggestions)


def test_only_the_listed_tables_exist(shop_url):
    database = open_shop(shop_url, tables=["Orders", "paid"])

    assert {t.name for t in introspect(database, PolicySpec()).tables} == {"orders", "paid"}
    database.close()


def test_names_keep_their_case(tmp_path):
    with sqlite3.connect(tmp_path / "case.db") as connection:
        connection.execute('CREATE TABLE "Order Lines" ("Line Id" INTEGER PRIMARY KEY, "Größe" TEXT)')
    schema = introspect(open_shop(f"sqlite:///{tmp_path / 'case.db'}"), PolicySpec())

    assert [c.name for c in schema.tables[0].columns] == ["Line Id", "Größe"]
    assert schema.tables[0].name == "Order Lines"


@pytest.fixture
def growing(tmp_path):
    path = tmp_path / "growing.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("CREATE TABLE first (id INTEGER)")
    yield open_shop(f"sqlite:///{path}"), connection
    connection.close()


def test_a_schema_is_kept_for_a_day_and_read_anew_on_demand(growing):
    database, connection = growing
    now = [0.0]
    cache = SchemaCache(clock=lambda: now[0])

    def tables():
        return [t.name for t in cache.schema(database, PolicySpec(), None, ANN).tables]

    assert tables() == ["first"]
    connection.execute("CREATE TABLE second (id INTEGER)")
    assert tables() == ["first"]
    now[0] = 24 * 3600.0
    assert tables() == ["first", "second"]
    connection.execute("CREATE TABLE third (id INTEGER)")
    cache.refresh(database, PolicySpec(), None, ANN)
    assert tables() == ["first", "second", "third"]


def test_askers_and_policies_do_not_share_a_schema(growing):
    database, connection = growing
    cache = SchemaCache()
    cache.schema(database, PolicySpec(), None, ANN)
    connection.execute("CREATE TABLE second (id INTEGER)")

    assert len(cache.schema(database, PolicySpec(), None, Asker(id="bob")).tables) == 2
    assert cache.schema(database, PolicySpec(exclude_tables=("first",)), None, ANN).table("first") is None
