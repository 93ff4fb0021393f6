"""A small shop in every kind of database that is at hand."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.scratch import own
from tests.sql.labs.files import DuckdbLab, SqliteLab
from tests.sql.labs.guarded import GuardedLab
from tests.sql.labs.lab import HIDING, Lab
from tests.sql.labs.servers import MariadbLab, PostgresLab
from tools.asker import Asker
from tools.sql.database import Database
from tools.sql.specs import DatabaseSpec, PolicySpec

SCRATCH = own("sql_shop")
STATEMENTS = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, email VARCHAR(60), country VARCHAR(20));
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), region VARCHAR(20),
  total DECIMAL(10, 2), ordered_on DATE, shipped_at TIMESTAMP NULL);
CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER, product VARCHAR(20), quantity INTEGER);
CREATE TABLE salaries (id INTEGER PRIMARY KEY, person VARCHAR(20), amount DECIMAL(10, 2));
CREATE VIEW regional AS SELECT region, SUM(total) AS sold FROM orders GROUP BY region;
CREATE VIEW paid AS SELECT person, amount FROM salaries;
INSERT INTO customers VALUES (1, 'Ada', 'ada@example.org', 'UK'), (2, 'Bo', 'bo@example.org', 'SE'),
  (3, 'Cy', NULL, 'UK');
INSERT INTO orders VALUES (1, 1, 'Europe', 10.10, '2025-01-15', '2025-01-16 10:00:00'),
  (2, 1, 'Europe', 20.20, '2025-02-15', NULL), (3, 2, 'Asia', 30.30, '2025-02-20', NULL),
  (4, NULL, 'Asia', 0.10, '2025-03-01', NULL);
INSERT INTO order_lines VALUES (1, 1, 'pen', 2), (2, 1, 'ink', 1), (3, 2, 'pen', 5), (4, 3, 'pad', 7);
INSERT INTO salaries VALUES (1, 'Ada', 1000);
"""
ENGINES = ["sqlite", "duckdb", "mariadb", "postgres"]


@pytest.fixture(scope="session", params=ENGINES)
def shop_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a shop in one kind of database."""
    folder = tmp_path_factory.mktemp(request.param)
    yield from _MAKERS[request.param](folder)


def on(*engines: str) -> pytest.MarkDecorator:
    """Lets a test's shop be of some kinds of database only: those that have what it is about."""
    return pytest.mark.parametrize("shop_url", engines, indirect=True, scope="session")


@pytest.fixture
def shop(shop_url: str) -> Iterator[Database]:
    """The shop, opened."""
    database = open_shop(shop_url)
    yield database
    database.close()


@pytest.fixture(scope="session")
def sqlite_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a shop in SQLite."""
    return next(_sqlite(tmp_path_factory.mktemp("shop")))


@pytest.fixture
def sqlite_shop(sqlite_url: str) -> Iterator[Database]:
    """The shop in SQLite, opened."""
    database = open_shop(sqlite_url)
    yield database
    database.close()


@pytest.fixture(scope="session")
def labs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], GuardedLab]]:
    """Opens the lab of a dialect, with things to hide, when it is first asked for."""
    yield from _opening(tmp_path_factory, HIDING)


@pytest.fixture(scope="session")
def open_labs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], GuardedLab]]:
    """Opens the lab of a dialect, where nothing is hidden, when it is first asked for."""
    yield from _opening(tmp_path_factory, PolicySpec())


def _opening(folders: pytest.TempPathFactory, policy: PolicySpec) -> Iterator[Callable[[str], GuardedLab]]:
    opened: dict[str, GuardedLab] = {}

    def lab(dialect: str) -> GuardedLab:
        if dialect not in opened:
            opened[dialect] = GuardedLab(_LABS[dialect](folders.mktemp(f"lab_{dialect}")), policy)
        return opened[dialect]

    yield lab
    for guarded in opened.values():
        guarded.close()


def open_shop(url: str, asker: str = "ann", **spec: object) -> Database:
    return Database("shop", DatabaseSpec.model_validate(spec), url, Asker(id=asker))


def fill(engine: sa.Engine) -> None:
    with engine.begin() as connection:
        for statement in STATEMENTS.split(";\n"):
            if statement.strip():
                connection.exec_driver_sql(statement)
    engine.dispose()


def _sqlite(folder: Path) -> Iterator[str]:
    url = f"sqlite:///{folder / 'shop.db'}"
    fill(sa.create_engine(url))
    yield url


def _duckdb(folder: Path) -> Iterator[str]:
    pytest.importorskip("duckdb_engine")
    url = f"duckdb:///{folder / 'shop.duckdb'}"
    fill(sa.create_engine(url))
    yield url


def _server(variable: str, drop: str) -> Iterator[str]:
    server = sa.create_engine(_server_url(variable), isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.exec_driver_sql(drop)
        connection.exec_driver_sql(f"CREATE DATABASE {SCRATCH}")
    url = server.url.set(database=SCRATCH)
    fill(sa.create_engine(url))
    yield url.render_as_string(hide_password=False)
    with server.connect() as connection:
        connection.exec_driver_sql(drop)
    server.dispose()


def _server_url(variable: str) -> str:
    if variable not in os.environ:
        pytest.skip(f"{variable} is not set")
    return os.environ[variable]


def _mariadb(_folder: Path) -> Iterator[str]:
    yield from _server("CROSSCHECK_TEST_MARIADB_URL", f"DROP DATABASE IF EXISTS {SCRATCH}")


def _postgres(_folder: Path) -> Iterator[str]:
    yield from _server("CROSSCHECK_TEST_POSTGRES_URL", f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")


_MAKERS = {"sqlite": _sqlite, "duckdb": _duckdb, "mariadb": _mariadb, "postgres": _postgres}
_LABS: dict[str, Callable[[Path], Lab]] = {
    "sqlite": SqliteLab,
    "duckdb": DuckdbLab,
    "mariadb": lambda _folder: MariadbLab(_server_url("CROSSCHECK_TEST_MARIADB_URL")),
    "postgres": lambda _folder: PostgresLab(_server_url("CROSSCHECK_TEST_POSTGRES_URL")),
}
