"""The tables, asked with SQL, on every database at hand."""

import os
import uuid
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
import sqlalchemy as sa

from crew.demo.create import DATABASE, DemoReport
from crew.demo.database import counts, write_tables
from crew.demo.facts import draw_facts
from crew.demo.places import COUNTRIES, EUROPE, countries_of
from crew.demo.quarters import FIRST_DAY, LAST_QUARTER, TODAY, Quarter
from crew.demo.records import Records
from crew.demo.tables import METADATA

_SERVERS = {"MariaDB": "CROSSCHECK_TEST_MARIADB_URL", "PostgreSQL": "CROSSCHECK_TEST_POSTGRES_URL"}
_REVENUE = sa.text(
    """
    SELECT countries.name, countries.region, sum(order_lines.net_amount) AS net_revenue,
           sum(order_lines.net_amount - order_lines.cost_amount) AS gross_margin
    FROM order_lines
    JOIN orders ON orders.id = order_lines.order_id
    JOIN stores ON stores.id = orders.store_id
    JOIN countries ON countries.id = stores.country_id
    WHERE orders.status <> 'cancelled' AND orders.ordered_on BETWEEN :start AND :end
    GROUP BY countries.name, countries.region
    """
)


@pytest.fixture(scope="module", params=["SQLite", *_SERVERS])
def engine(
    request: pytest.FixtureRequest, records: Records, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[sa.Engine]:
    if request.param == "SQLite":
        yield from _filled(f"sqlite:///{tmp_path_factory.mktemp('tables') / 'shop.sqlite'}", records)
        return
    server = os.environ.get(_SERVERS[request.param])
    if not server:
        pytest.skip(f"{_SERVERS[request.param]} is not set")
    name = f"crosscheck_test_demo_{uuid.uuid4().hex[:8]}"
    admin = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    try:
        yield from _filled(sa.make_url(server).set(database=name).render_as_string(hide_password=False), records)
    finally:
        with admin.connect() as connection:
            connection.execute(sa.text(f"DROP DATABASE {name}"))
        admin.dispose()


def test_sql_gives_the_figures_that_documents_quote(engine: sa.Engine, records: Records) -> None:
    for quarter in (LAST_QUARTER, LAST_QUARTER.before, LAST_QUARTER.year_before):
        by_country = _by_country(engine, quarter)
        for country in COUNTRIES:
            result = records.figures.of_country(country, quarter)
            assert by_country[country.name] == (result.net_revenue, result.gross_margin)


def test_sql_shows_the_largest_fall_within_europe_in_the_planted_country(engine: sa.Engine) -> None:
    now = _by_country(engine, LAST_QUARTER)
    for earlier in (LAST_QUARTER.before, LAST_QUARTER.year_before):
        then = _by_country(engine, earlier)
        falls = {c: then[c.name][0] - now[c.name][0] for c in countries_of(EUROPE)}

        assert max(falls, key=lambda c: falls[c]) == draw_facts(1).setback.country
        assert sum(falls.values()) > 0


def test_every_row_has_arrived(engine: sa.Engine, records: Records) -> None:
    url = engine.url.render_as_string(hide_password=False)

    assert counts(url) == {name: len(rows) for name, rows in records.tables.items()}


def test_undeclared_references_hold_all_the_same(engine: sa.Engine) -> None:
    references = {
        "returns.order_line_id": "order_lines.id",
        "shipments.order_id": "orders.id",
        "customers.country_code": "countries.code",
    }
    declared = {(key.parent.table.name, key.parent.name) for t in METADATA.tables.values() for key in t.foreign_keys}
    with engine.connect() as connection:
        for left, right in references.items():
            (table, column), (other, key) = left.split("."), right.split(".")
            orphans = f"SELECT count(*) FROM {table} WHERE {column} NOT IN (SELECT {key} FROM {other})"
            assert (table, column) not in declared
            assert connection.scalar(sa.text(orphans)) == 0


def test_the_content_of_the_file_depends_on_nothing_but_the_seed(
    made: tuple[Path, DemoReport], records: Records, tmp_path: Path
) -> None:
    again = tmp_path / "again.sqlite"
    write_tables(f"sqlite:///{again}", records.tables)

    assert again.read_bytes() == (made[0] / DATABASE).read_bytes()


def test_trade_covers_three_years_up_to_today_with_holes_where_they_belong(records: Records) -> None:
    orders, shipments = records.tables["orders"], records.tables["shipments"]
    days = [order["ordered_on"] for order in orders]

    assert FIRST_DAY <= min(days) < FIRST_DAY + timedelta(days=7)
    assert TODAY - timedelta(days=7) < max(days) <= TODAY
    assert all((order["status"] == "cancelled") or order["cancel_reason"] is None for order in orders)
    assert {order["status"] for order in orders} == {"completed", "cancelled", "open"}
    assert any(shipment["delivered_on"] is None for shipment in shipments)
    assert any(customer["email"] is None for customer in records.tables["customers"])
    assert 20_000 <= len(records.tables["order_lines"]) <= 40_000


def _filled(url: str, records: Records) -> Iterator[sa.Engine]:
    write_tables(url, records.tables)
    engine = sa.create_engine(url)
    yield engine
    engine.dispose()


def _by_country(engine: sa.Engine, quarter: Quarter) -> dict[str, tuple[Decimal, Decimal]]:
    with engine.connect() as connection:
        found = connection.execute(_REVENUE, {"start": quarter.start.isoformat(), "end": quarter.end.isoformat()})
        return {name: (_cents(revenue), _cents(margin)) for name, _, revenue, margin in found}


def _cents(value: float | Decimal) -> Decimal:
    return Decimal(str(value)).quantize(Decimal("0.01"))
