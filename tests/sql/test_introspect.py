"""What a schema says of a database."""

import sqlite3

import sqlalchemy as sa

from tests.sql.conftest import on, open_shop
from tools.deadline import Deadline
from tools.sql.introspect import MOST_PROFILED, introspect, profiled
from tools.sql.schema import Schema
from tools.sql.specs import PolicySpec, SemanticSpec


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


def test_whole_numbers_that_are_0_and_1_show_it(shop_url):
    engine = sa.create_engine(shop_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE visits (id INT PRIMARY KEY, paid INT, done INT, n INT)")
        connection.exec_driver_sql("INSERT INTO visits VALUES (1, 1, 1, 0), (2, 0, 1, 1), (3, NULL, 1, 2)")
    engine.dispose()
    shop = open_shop(shop_url)
    columns = introspect(shop, PolicySpec()).table("visits").columns
    shop.close()
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE visits")
    engine.dispose()

    assert {c.name: c.values for c in columns if c.is_zero_or_one} == {"paid": ("0", "1")}
    assert [c.values for c in columns if not c.is_zero_or_one] == [(), (), ()]


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


@on("duckdb", "mariadb", "postgres")  # SQLite keeps no comments
def test_what_was_written_of_tables_and_columns_in_the_database_is_read(shop, shop_url):
    comments = _comments(shop.dialect)
    shop.close()
    engine = sa.create_engine(shop_url)
    with engine.begin() as connection:
        for statement in comments:
            connection.exec_driver_sql(statement)
    engine.dispose()
    order_lines = _read(shop_url).table("order_lines")
    discreet = _read(shop_url, PolicySpec(exclude_columns=("salaries.pieces",)))

    assert order_lines.comment == "Positions of invoices"
    assert order_lines.column("quantity").comment == "Pieces"
    assert discreet.table("order_lines").column("quantity").comment == ""


def _read(url: str, policy: PolicySpec | None = None) -> Schema:
    database = open_shop(url)
    try:
        return introspect(database, policy or PolicySpec())
    finally:
        database.close()


def _comments(dialect: str) -> list[str]:
    if dialect == "mysql":
        return [
            "ALTER TABLE order_lines COMMENT = 'Positions of invoices'",
            "ALTER TABLE order_lines MODIFY quantity INTEGER COMMENT 'Pieces'",
        ]
    if dialect in ("postgres", "duckdb"):
        return [
            "COMMENT ON TABLE order_lines IS 'Positions of invoices'",
            "COMMENT ON COLUMN order_lines.quantity IS 'Pieces'",
        ]
    return []


def test_names_of_any_kind_are_read_as_they_are(shop, shop_url):
    shop.close()
    engine = sa.create_engine(shop_url)
    quote = engine.dialect.identifier_preparer.quote_identifier
    names = ["Order Lines 2", "select", "MixedCase", "заказы", "注文"]
    with engine.begin() as connection:
        for name in names:
            columns = f"{quote('Line Id')} INTEGER PRIMARY KEY, {quote('group')} VARCHAR(20), {quote('値')} VARCHAR(20)"
            connection.exec_driver_sql(f"CREATE TABLE {quote(name)} ({columns})")
    engine.dispose()
    try:
        schema = _read(shop_url)
    finally:
        with engine.begin() as connection:
            for name in names:
                connection.exec_driver_sql(f"DROP TABLE {quote(name)}")
        engine.dispose()

    for name in names:
        assert [c.name for c in schema.table(name).columns] == ["Line Id", "group", "値"]
        assert schema.table(name).primary_key == ("Line Id",)


def test_of_a_large_schema_no_rows_are_looked_at_until_a_table_is_needed(tmp_path):
    with sqlite3.connect(tmp_path / "large.db") as connection:
        for number in range(MOST_PROFILED + 1):
            connection.execute(f"CREATE TABLE t{number} (id INTEGER PRIMARY KEY, colour TEXT)")
        connection.execute("INSERT INTO t7 VALUES (1, 'red')")
    database = open_shop(f"sqlite:///{tmp_path / 'large.db'}")
    schema = introspect(database, PolicySpec())
    (seven,) = profiled(database, schema, PolicySpec(), ["T7"], asker=database.asker, deadline=Deadline(10))

    assert not any(table.is_profiled for table in schema.tables)
    assert (seven.row_count, seven.column("colour").values, seven.is_profiled) == (1, ("red",), True)
