"""Values come back whole from the real databases, and evidence of any of them is JSON that reads back the same."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.scratch import own
from tests.sql.asking import ask
from tests.sql.conftest import ENGINES, open_shop
from tools.evidence import RowsEvidence
from tools.sql.database import Database

SCRATCH = own("values")
VALUES = {
    "sqlite": [
        ("DECIMAL(20, 4)", "12.5", "12.5000"),
        ("DATETIME", "'2025-03-30 02:30:00+02:00'", "2025-03-30T02:30:00+02:00"),
        ("BOOLEAN", "1", True),
        ("JSON", """'{"a": 1}'""", '{"a": 1}'),
        ("BLOB", "x'00ff'", "0x00ff"),
        ("FLOAT", "9e999", "inf"),
        ("BIGINT", "9223372036854775807", 9223372036854775807),
        ("DATE", "'someday'", "someday"),
        ("VARCHAR(9)", "CAST(x'61ff' AS TEXT)", "a\ufffd"),
    ],
    "mariadb": [
        ("DECIMAL(40, 10)", "123456789012345678901234567890.0123456789", "123456789012345678901234567890.0123456789"),
        ("DATETIME(6)", "'2025-03-30 02:30:00.123456'", "2025-03-30T02:30:00.123456"),
        ("DATE", "'0000-00-00'", "0000-00-00"),
        ("TIME", "'-838:59:59'", "-838:59:59"),
        ("JSON", """'{"a": 1}'""", '{"a": 1}'),
        ("VARBINARY(4)", "x'00ff'", "0x00ff"),
        ("BIGINT UNSIGNED", "18446744073709551615", 18446744073709551615),
        ("UUID", "'123e4567-e89b-12d3-a456-426655440000'", "123e4567-e89b-12d3-a456-426655440000"),
        ("BIT(8)", "b'10000001'", "0x81"),
        ("SET('p', 'q')", "'p,q'", "p,q"),
    ],
    "postgres": [
        ("NUMERIC", "'NaN'", "NaN"),
        ("NUMERIC(40, 0)", "1e30", "1" + "0" * 30),
        ("TIMESTAMPTZ", "'2025-03-30 02:30:00+02'", "2025-03-30T00:30:00Z"),
        ("TIMESTAMP", "'-infinity'", "-infinity"),
        ("DATE", "'0044-03-15 BC'", "0044-03-15 BC"),
        ("TIME", "'24:00'", "24:00:00"),
        ("TIMETZ", "'10:11:12+02'", "10:11:12+02:00"),
        ("INTERVAL", "'1 year 2 months 3 days 04:05:06'", "1 year 2 mons 3 days 04:05:06"),
        ("BOOLEAN", "true", True),
        ("JSONB", """'{"a": [1, 2.5]}'""", '{"a": [1, 2.5]}'),
        ("BYTEA", r"'\x00ff'", "0x00ff"),
        ("DOUBLE PRECISION", "'-Infinity'", "-inf"),
        ("UUID", "'123e4567-e89b-12d3-a456-426655440000'", "123e4567-e89b-12d3-a456-426655440000"),
        ("INTEGER[]", "'{1,NULL}'", "[1, null]"),
        ("INET", "'10.0.0.1'", "10.0.0.1"),
    ],
    "duckdb": [
        ("DECIMAL(38, 10)", "1234567890123456789012345678.0123456789", "1234567890123456789012345678.0123456789"),
        ("TIMESTAMPTZ", "'2025-03-30 02:30:00+02'", "2025-03-30T00:30:00Z"),
        ("DATE", "'0044-03-15 (BC)'", "0044-03-15 (BC)"),
        ("BOOLEAN", "true", True),
        ("BLOB", r"'\x00\xFF'", "0x00ff"),
        ("DOUBLE", "'NaN'", "nan"),
        ("HUGEINT", str(2**127 - 1), 2**127 - 1),
        ("INTERVAL", "INTERVAL 49 HOUR", "49:00:00"),
        ("UUID", "'123e4567-e89b-12d3-a456-426655440000'", "123e4567-e89b-12d3-a456-426655440000"),
        ("STRUCT(a INTEGER, b VARCHAR)", "{'a': 1, 'b': 'x'}", '{"a": 1, "b": "x"}'),
        ("INTEGER[]", "[1, NULL]", "[1, null]"),
    ],
}
"""For each engine a type, a literal, and how evidence holds it as JSON."""


@pytest.fixture(scope="module", params=ENGINES)
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Database]]:
    """A database with one row of all these values."""
    name, folder = request.param, tmp_path_factory.mktemp("values")
    url, drop = _MAKERS[name](folder)
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        if name == "mariadb":
            connection.exec_driver_sql("SET sql_mode = ''")
        columns = ", ".join(f"v{place} {kind}" for place, (kind, _, _) in enumerate(VALUES[name]))
        connection.exec_driver_sql(f"CREATE TABLE kept (id INTEGER PRIMARY KEY, {columns})")
        literals = ", ".join(literal for _, literal, _ in VALUES[name])
        connection.exec_driver_sql(f"INSERT INTO kept VALUES (1, {literals})")
        connection.exec_driver_sql("INSERT INTO kept (id) VALUES (2)")
    engine.dispose()
    database = open_shop(url)
    yield name, database
    database.close()
    drop()


def test_each_value_is_whole(kept):
    name, database = kept

    evidence = ask(database, "SELECT * FROM kept WHERE id = 1")

    shown = json.loads(evidence.model_dump_json())["rows"][0][1:]
    assert dict(enumerate(shown)) == {place: value for place, (_, _, value) in enumerate(VALUES[name])}


def test_json_of_any_value_reads_back_the_same(kept):
    evidence = ask(kept[1], "SELECT * FROM kept")

    again = RowsEvidence.model_validate_json(evidence.model_dump_json())

    assert again.sha256 == evidence.sha256


def test_columns_of_one_name_are_told_apart(kept):
    evidence = ask(kept[1], "SELECT id AS a, id + 1 AS a FROM kept WHERE id = 1")

    assert len({column.name for column in evidence.columns}) == 2
    assert evidence.rows == ((1, 2),)


def _file(name: str) -> Callable[[Path], tuple[str, Callable[[], None]]]:
    return lambda folder: (f"{name}:///{folder / 'values.db'}", lambda: None)


def _server(variable: str, ending: str) -> Callable[[Path], tuple[str, Callable[[], None]]]:
    def make(_folder: Path) -> tuple[str, Callable[[], None]]:
        if variable not in os.environ:
            pytest.skip(f"{variable} is not set")
        server = sa.create_engine(os.environ[variable], isolation_level="AUTOCOMMIT")

        def drop() -> None:
            with server.connect() as connection:
                connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {SCRATCH}{ending}")

        drop()
        with server.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {SCRATCH}")
        return server.url.set(database=SCRATCH).render_as_string(hide_password=False), drop

    return make


_MAKERS = {
    "sqlite": _file("sqlite"),
    "duckdb": _file("duckdb"),
    "mariadb": _server("CROSSCHECK_TEST_MARIADB_URL", ""),
    "postgres": _server("CROSSCHECK_TEST_POSTGRES_URL", " WITH (FORCE)"),
}
