"""The same questions give the same rows on every database that can be asked here."""

import os
from collections.abc import Iterator
from datetime import date

import pytest
from sqlalchemy import Connection, create_engine, text

from tests.scratch import own
from tests.semantics.shop import ROWS, SPEC, TABLES, shop_schema
from tools.sql.compile import compile_query
from tools.sql.durations import between_dates
from tools.sql.semantics import Semantics
from tools.terms import Filter, Period, StructuredQuery

SERVERS = {
    "mysql": "CROSSCHECK_TEST_MARIADB_URL",
    "postgres": "CROSSCHECK_TEST_POSTGRES_URL",
    "duckdb": None,
    "sqlite": None,
}
OWN = own("semantics")
Q3 = Period(start=date(2025, 7, 1), end=date(2025, 9, 30))
QUESTIONS = {
    "metric": (
        StructuredQuery(measures=("net_revenue",), by=("country",), period=Q3),
        [("France", 104), ("Germany", 20)],
    ),
    "years": (StructuredQuery(measures=("count(orders)",), by=("year(orders.ordered_at)",)), [("2025", 5)]),
    "quarters": (
        StructuredQuery(measures=("count(orders)",), by=("quarter(orders.ordered_at)",)),
        [("2025-Q2", 1), ("2025-Q3", 3), ("2025-Q4", 1)],
    ),
    "months of a plain date": (
        StructuredQuery(measures=("returned",), by=("month(returns.returned_on)",)),
        [("2025-07", 20), ("2025-10", 100)],
    ),
    "weeks": (
        StructuredQuery(measures=("count(orders)",), by=("week(orders.ordered_at)",)),
        [("2025-06-30", 2), ("2025-08-11", 1), ("2025-09-29", 2)],
    ),
    "days": (
        StructuredQuery(measures=("count(orders)",), by=("day",), limit=2, order_by="day(orders.ordered_at)"),
        [("2025-10-01", 1), ("2025-09-30", 1)],
    ),
    "weekdays": (
        StructuredQuery(measures=("count(orders)",), by=("weekday(orders.ordered_at)",)),
        [("Tuesday", 2), ("Friday", 1), ("Monday", 1), ("Wednesday", 1)],
    ),
    "some weekdays": (
        StructuredQuery(
            measures=("count(orders)",),
            filters=(Filter(column="weekday(orders.shipped_on)", operator="in", values=("Saturday", "Sunday")),),
        ),
        [(1,)],
    ),
    "measures apart": (
        StructuredQuery(measures=("net_revenue", "returned"), by=("region",)),
        [("Europe", 194, 120), ("Americas", 6, None)],
    ),
    "ratio": (StructuredQuery(measures=("count(order_lines) / count(orders)",)), [(1.4,)]),
    "date filter": (
        StructuredQuery(
            measures=("count(orders)",),
            filters=(Filter(column="orders.shipped_on", operator=">", values=("2025-10-02",)),),
        ),
        [(1,)],
    ),
    "empty last": (
        StructuredQuery(measures=("sum(orders.total)",), by=("customers.segment",), limit=1),
        [("private", 124)],
    ),
    "listing": (StructuredQuery(by=("products.name",), limit=2), [("Chair",), ("Lamp",)]),
}  # fmt: skip


@pytest.fixture(scope="module", params=SERVERS)
def server(request) -> Iterator[tuple[str, Connection]]:
    dialect, variable = request.param, SERVERS[request.param]
    url = os.environ.get(variable, "") if variable else f"{dialect}:///:memory:"
    if not url:
        pytest.skip(f"{variable} is not set")
    with create_engine(url).connect() as connection:
        if variable:
            connection.execute(text(f"DROP SCHEMA IF EXISTS {OWN} {'CASCADE' if dialect == 'postgres' else ''}"))
            connection.execute(text(f"CREATE SCHEMA {OWN}"))
            connection.execute(text(f"USE {OWN}" if dialect == "mysql" else f"SET search_path TO {OWN}"))
        _fill(connection, dialect)
        yield dialect, connection
        if variable:
            connection.execute(text(f"DROP SCHEMA {OWN} {'CASCADE' if dialect == 'postgres' else ''}"))
            connection.commit()


DURATIONS = {
    ("orders.ordered_at", "orders.shipped_on", "hour"): 43.375069,
    ("orders.ordered_at", "orders.shipped_on", "day"): 1.807295,
    ("orders.shipped_on", "2025-12-01", "day"): 105.25,
    ("orders.shipped_on", "2025-12-01", "week"): 15.035714,
    ("customers.joined_on", "2025-12-01", "year"): 1.247091,
}


@pytest.mark.parametrize("ends", DURATIONS, ids=" ".join)
def test_every_database_counts_the_same_time_between_two_dates(server, ends):
    dialect, connection = server
    schema = shop_schema(dialect)
    measure = f"avg({between_dates(*ends, schema)})"
    compiled = compile_query(StructuredQuery(measures=(measure,)), schema, Semantics.of(SPEC, schema))

    row = connection.execute(text(compiled.statement), compiled.parameters).one()

    assert float(row[0]) == pytest.approx(DURATIONS[ends], abs=1e-5), compiled.statement
    since = f"since_{_spoken(ends[0])}"
    assert row._fields in {(f"avg_{ends[2]}s_{since}",), (f"avg_{ends[2]}s_from{since[5:]}_to_{_spoken(ends[1])}",)}


def _spoken(end: str) -> str:
    return end.rpartition(".")[2]


@pytest.mark.parametrize("title", QUESTIONS)
def test_every_database_gives_the_same_rows(server, title):
    dialect, connection = server
    query, expected = QUESTIONS[title]
    schema = shop_schema(dialect)
    compiled = compile_query(query, schema, Semantics.of(SPEC, schema))
    rows = [tuple(row) for row in connection.execute(text(compiled.statement), compiled.parameters)]
    assert [tuple(_plain(value) for value in row) for row in rows] == expected, compiled.statement


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, str) else float(value)  # type: ignore[arg-type]


def _fill(connection: Connection, dialect: str) -> None:
    types = {"datetime": "timestamp" if dialect in ("postgres", "duckdb") else "datetime", "decimal": "decimal(10,2)"}
    for name, columns in TABLES.items():
        typed = columns
        for ours, theirs in types.items():
            typed = typed.replace(f" {ours}", f" {theirs}")
        connection.execute(text(f"CREATE TABLE {name} ({typed})"))
        for row in ROWS[name]:
            values = {f"v{i}": value for i, value in enumerate(row)}
            connection.execute(text(f"INSERT INTO {name} VALUES ({', '.join(f':{key}' for key in values)})"), values)
    connection.commit()
