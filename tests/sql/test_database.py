"""Statements run read-only under limits, and say what went wrong, in every kind of database."""

import sqlite3
import threading
import time
from contextlib import closing
from datetime import date, datetime
from decimal import Decimal

import pytest
from pydantic import ValidationError

from tests.sql.asking import ask
from tests.sql.conftest import open_shop
from tools.deadline import Deadline
from tools.errors import DeadlinePassed
from tools.sql.errors import (
    MissingDatabase,
    MissingDriver,
    SchemaChanged,
    SourceError,
    SourceUnreachable,
    StatementFailed,
    StatementTimeout,
)
from tools.sql.guard import check_statement
from tools.sql.introspect import introspect
from tools.sql.specs import DatabaseSpec, PolicySpec

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000000000) SELECT count(*) FROM n"


def test_decimals_are_exact_and_dates_are_dates(shop):
    found = ask(shop, "SELECT id, total, ordered_on, shipped_at FROM orders ORDER BY id LIMIT 2")

    assert [c.type for c in found.columns] == ["integer", "decimal", "date", "datetime"]
    assert found.rows[0] == (1, Decimal("10.10"), date(2025, 1, 15), datetime(2025, 1, 16, 10))
    assert found.rows[1][3] is None


def test_sums_of_decimals_stay_decimals(shop):
    found = ask(shop, "SELECT sum(total) AS sold, min(ordered_on) AS first FROM orders")

    assert found.rows == ((Decimal("60.70"), date(2025, 1, 15)),)


def test_values_are_bound_and_never_part_of_the_statement(shop):
    found = ask(shop, "SELECT id FROM orders WHERE region = :region", {"region": "x' OR '1'='1"})
    since = ask(shop, "SELECT id FROM orders WHERE ordered_on >= :since ORDER BY id", {"since": "2025-02-20"})

    assert found.kind == "nothing_found"
    assert since.rows == ((3,), (4,))
    assert since.parameters == {"since": "2025-02-20"}


def test_percent_signs_and_colons_inside_text_are_left_alone(shop):
    found = ask(shop, "SELECT id, '100% :x %s' AS note FROM orders WHERE region LIKE 'Eu%' AND id < :x", {"x": 2})

    assert found.rows == ((1, "100% :x %s"),)


def test_rows_beyond_the_limit_are_cut_and_counted(shop):
    found = ask(shop, "SELECT id FROM orders ORDER BY id", policy=PolicySpec(max_rows=3))

    assert found.rows == ((1,), (2,), (3,))
    assert (found.row_count, found.row_count_is_exact, found.truncated) == (4, True, True)


def test_a_limit_of_the_statement_is_kept(shop):
    found = ask(shop, "SELECT id FROM orders ORDER BY id LIMIT 3", policy=PolicySpec(max_rows=3))

    assert (found.row_count, found.truncated) == (3, False)


def test_bytes_and_cells_are_bounded(shop):
    text = "x" * 900
    many = ask(shop, f"SELECT id, '{text}' AS t FROM orders", policy=PolicySpec(max_bytes=1000))
    long = ask(shop, f"SELECT '{text}' AS t", policy=PolicySpec(max_cell_bytes=100))

    assert (len(many.rows), many.row_count, many.truncated) == (1, 4, True)
    assert long.rows[0][0] == "x" * 100 + "…"
    assert long.warnings == ("cut_cells: 1 long values are shortened",)


def test_a_statement_without_end_is_cancelled_where_it_runs(shop):
    with pytest.raises(StatementTimeout, match="filter"):
        ask(shop, ENDLESS, policy=PolicySpec(statement_seconds=0.3))

    assert ask(shop, "SELECT count(*) FROM orders").rows == ((4,),)


def test_cancelling_the_question_cancels_its_statement(shop):
    schema = introspect(shop, PolicySpec())
    checked = check_statement(ENDLESS, schema, schema.dialect)
    deadline = Deadline(60)
    canceller = threading.Timer(0.3, deadline.cancel)
    canceller.start()
    started = time.monotonic()

    with pytest.raises(DeadlinePassed):
        shop.fetch(checked.tree, {}, PolicySpec(statement_seconds=50), deadline)

    canceller.join()
    assert time.monotonic() - started < 40


@pytest.mark.parametrize("writing", ["DELETE FROM orders", "CREATE TABLE stolen (id INTEGER)"])
def test_the_session_itself_cannot_write(shop, writing):
    with pytest.raises(SourceError), shop.connection(Deadline(20), 10) as connection:
        connection.exec_driver_sql(writing)

    assert ask(shop, "SELECT count(*) FROM orders").rows == ((4,),)


def test_a_sqlite_file_keeps_its_catalogue(sqlite_shop):
    with pytest.raises(SourceError), sqlite_shop.connection(Deadline(20), 10) as connection:
        connection.exec_driver_sql("UPDATE sqlite_master SET sql = ''")


def test_text_and_spatial_indexes_of_sqlite_can_be_searched(tmp_path):
    with closing(sqlite3.connect(tmp_path / "notes.db")) as connection:
        connection.executescript(
            "CREATE VIRTUAL TABLE notes USING fts5(body); INSERT INTO notes VALUES ('late post');"
            "CREATE VIRTUAL TABLE places USING rtree(id, low, high); INSERT INTO places VALUES (1, 2, 3)"
        )
    database = open_shop(f"sqlite:///{tmp_path / 'notes.db'}")

    assert ask(database, "SELECT body FROM notes WHERE body MATCH 'post'").rows == (("late post",),)
    assert ask(database, "SELECT id FROM places WHERE low > 1").rows == ((1,),)
    database.close()


def test_a_name_that_has_gone_since_the_schema_was_read_is_a_changed_schema(shop):
    schema = introspect(shop, PolicySpec())
    orders = schema.table("orders")
    older = orders.model_copy(
        update={"columns": (*orders.columns, orders.columns[2].model_copy(update={"name": "branch"}))}
    )
    stale = schema.model_copy(update={"tables": (older,)})
    checked = check_statement("SELECT branch FROM orders", stale, stale.dialect)

    with pytest.raises(SchemaChanged) as change:
        shop.fetch(checked.tree, {}, PolicySpec(), Deadline(20))

    assert change.value.name == "branch"


def test_what_the_database_refuses_is_said_in_its_words(shop):
    with pytest.raises(StatementFailed, match="database refused"):
        ask(shop, "SELECT region, sum(sum(total)) FROM orders GROUP BY region")


def test_a_missing_file_is_not_created(tmp_path):
    with pytest.raises(MissingDatabase, match="no database file"):
        open_shop(f"sqlite:///{tmp_path / 'absent.db'}")

    assert not (tmp_path / "absent.db").exists()


def test_a_file_of_another_kind_is_told_apart(tmp_path):
    (tmp_path / "notes.db").write_text("These are notes, not a database. " * 50)

    with pytest.raises(MissingDatabase, match="not a database file"):
        open_shop(f"sqlite:///{tmp_path / 'notes.db'}")


def test_an_unreachable_server_is_named_without_its_password():
    with pytest.raises(SourceUnreachable) as failure:
        open_shop("mysql+pymysql://ann:hunter2@127.0.0.1:9/shop")

    assert "127.0.0.1:9" in str(failure.value)
    assert "hunter2" not in str(failure.value)


def test_a_missing_driver_names_what_to_install():
    with pytest.raises(MissingDriver, match="pip install"):
        open_shop("snowflake://ann:hunter2@account/shop")


def test_an_address_that_is_none_is_not_repeated():
    with pytest.raises(SourceUnreachable) as failure:
        open_shop("hunter2")

    assert "hunter2" not in str(failure.value)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("sum(total) - sum(fee)", Decimal("-0.30")),
        ("sum(total - fee)", Decimal("-0.30")),
        ("sum(total * quantity)", Decimal("3.00")),
        ("sum(total * fee)", Decimal("0.1800")),
        ("coalesce(sum(total), 0) + count(*)", Decimal("3.60")),
        ("sum(CASE WHEN quantity > 1 THEN total ELSE 0 END)", Decimal("0.60")),
        ("abs(sum(total) FILTER (WHERE quantity > 1) - sum(fee))", Decimal("0.30")),
        ("round(sum(total), 1)", Decimal("0.6")),
        ("100.0 * sum(total)", Decimal("60.000")),
        ("sum(total) - (SELECT sum(fee) FROM sales)", Decimal("-0.30")),
    ],
)
def test_sums_and_differences_of_decimals_are_exact_in_sqlite(sales, expression, expected):
    found = ask(sales, f"SELECT {expression} AS amount FROM sales")

    assert found.columns[0].type == "decimal"
    assert str(found.rows[0][0]) == str(expected)


@pytest.mark.parametrize("expression", ["sum(total) / sum(fee)", "avg(total)", "sum(rate)", "sum(total) * sum(rate)"])
def test_ratios_means_and_floats_stay_floats_in_sqlite(sales, expression):
    found = ask(sales, f"SELECT {expression} AS ratio FROM sales")

    assert found.columns[0].type == "float"


def test_decimals_stay_exact_through_common_table_expressions_and_set_operations(sales):
    through = ask(sales, "WITH s AS (SELECT sum(total) - sum(fee) AS rest FROM sales) SELECT rest * 2 AS r FROM s")
    united = ask(sales, "SELECT sum(total) AS x FROM sales UNION ALL SELECT avg(total) FROM sales")

    assert str(through.rows[0][0]) == "-0.60"
    assert united.columns[0].type == "float"


@pytest.fixture
def sales(tmp_path):
    """Amounts whose sums are not exact as floats."""
    with closing(sqlite3.connect(tmp_path / "sales.db")) as connection:
        connection.executescript(
            "CREATE TABLE sales (total DECIMAL(12,2), fee DECIMAL(12,2), quantity INTEGER, rate REAL);"
            "INSERT INTO sales VALUES (0.1, 0.3, 5, 0.1), (0.2, 0.3, 5, 0.2), (0.3, 0.3, 5, 0.3)"
        )
    database = open_shop(f"sqlite:///{tmp_path / 'sales.db'}")
    yield database
    database.close()


@pytest.mark.parametrize("name", ["information_schema", "pg_catalog", "MYSQL", "performance_schema", "sys", "a.b", ""])
def test_no_catalogue_can_be_let_in(name: str) -> None:
    with pytest.raises(ValidationError):
        DatabaseSpec(url="duckdb:///x", schemas=(name,))
