"""Labs on servers: MariaDB and PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pymysql
import sqlalchemy as sa
from pymysql.constants import CLIENT

from tests.sql.labs.lab import SECRET, SHOP, scratch

_FOLDER = "/tmp"  # noqa: S108 - on the server's machine, where its account may write


_PATIENT_MARIADB = "SET SESSION lock_wait_timeout = 60"
"""A loop that was killed may go on for a while, and hold its tables."""


class MariadbLab:
    """A database of its own on a MariaDB server."""

    locked_out = pymysql.err.OperationalError

    def __init__(self, url: str) -> None:
        self._server, self._name = sa.make_url(url), scratch()
        self.url = self._server.set(database=self._name).render_as_string(hide_password=False)
        with closing(self._connection(None)) as connection:
            self.run(connection, f"CREATE DATABASE {self._name}")
        folder = f"{_FOLDER}/{self._name}"
        self.words = {"folder": folder, "file": f"{folder}.secret", "database": self._name}
        self.restore()
        with closing(self.connect()) as connection:
            self.run(connection, f"SELECT '{SECRET}' INTO OUTFILE '{folder}.secret'")
            ((account, version),) = self.run(connection, "SELECT CURRENT_USER(), VERSION()")
        self.words |= {"account": account, "version": version, "hexfile": f"{folder}.secret".encode().hex()}

    def connect(self) -> Any:
        return self._connection(self._name)

    def run(self, connection: Any, statements: str) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = []
        with connection.cursor() as cursor:
            cursor.execute(statements)
            rows += cursor.fetchall()
            while cursor.nextset():
                rows += cursor.fetchall()
        return rows

    def stopper(self, connection: Any) -> Callable[[], None]:
        def stop() -> None:
            with closing(self._connection(None)) as second:
                self.run(second, f"KILL QUERY {connection.thread_id()}")

        return stop

    def has_file(self, path: str) -> bool:
        with closing(self.connect()) as connection:
            return self.run(connection, f"SELECT LOAD_FILE('{path}') IS NOT NULL") == [(1,)]

    def restore(self) -> None:
        with closing(self.connect()) as connection:
            self.run(connection, _PATIENT_MARIADB)
            self.run(connection, ";".join((*_MARIADB_DROPS, *SHOP, *_MARIADB_EXTRAS)))

    def close(self) -> None:
        with closing(self._connection(None)) as connection:
            self.run(connection, _PATIENT_MARIADB)
            self.run(connection, f"DROP DATABASE IF EXISTS {self._name}")
        for left in Path(_FOLDER).glob(f"{self._name}*"):
            left.unlink(missing_ok=True)

    def _connection(self, database: str | None) -> Any:
        url = self._server
        return pymysql.connect(
            host=url.host,
            port=url.port or 3306,
            user=url.username,
            password=url.password or "",
            database=database,
            client_flag=CLIENT.MULTI_STATEMENTS,
            local_infile=True,
            init_command="SET SESSION innodb_lock_wait_timeout = 0, lock_wait_timeout = 1",
        )


class PostgresLab:
    """A database of its own on a PostgreSQL server."""

    locked_out = psycopg.errors.LockNotAvailable

    def __init__(self, url: str) -> None:
        self._server, self._name = sa.make_url(url), scratch()
        self.url = self._server.set(database=self._name).render_as_string(hide_password=False)
        with closing(self._connection(self._server.database)) as connection:
            self.run(connection, f"CREATE DATABASE {self._name}")
        folder = f"{_FOLDER}/{self._name}"
        self.words = {"folder": folder, "file": f"{folder}.secret", "database": self._name}
        self.restore()
        with closing(self.connect()) as connection:
            self.run(connection, f"COPY (SELECT '{SECRET}') TO '{folder}.secret'")
            ((account, version),) = self.run(connection, "SELECT current_user, current_setting('server_version')")
        self.words |= {"account": account, "version": version}

    def connect(self) -> Any:
        connection = self._connection(self._name)
        self.run(connection, "SET lock_timeout = '100ms'")
        return connection

    def run(self, connection: Any, statements: str) -> list[tuple[Any, ...]]:
        cursor = connection.execute(statements)
        return [row for result in _results(cursor) if result.description for row in result.fetchall()]

    def stopper(self, connection: Any) -> Callable[[], None]:
        return connection.cancel

    def has_file(self, path: str) -> bool:
        with closing(self.connect()) as connection:
            return self.run(connection, f"SELECT size IS NOT NULL FROM pg_stat_file('{path}', true)") == [(True,)]

    def restore(self) -> None:
        with closing(self.connect()) as connection:
            self.run(connection, "SET lock_timeout = '60s'")
            self.run(connection, ";".join((*_POSTGRES_DROPS, *SHOP, *_POSTGRES_EXTRAS)))

    def close(self) -> None:
        with closing(self.connect()) as connection:
            self.run(connection, f"COPY (SELECT 1) TO PROGRAM 'rm -rf {_FOLDER}/{self._name}*'")
        with closing(self._connection(self._server.database)) as connection:
            self.run(connection, f"DROP DATABASE IF EXISTS {self._name} WITH (FORCE)")

    def _connection(self, database: str | None) -> Any:
        url = self._server.set(drivername="postgresql", database=database)
        return psycopg.connect(url.render_as_string(hide_password=False), autocommit=True)


def _results(cursor: Any) -> Iterator[Any]:
    yield cursor
    while cursor.nextset():
        yield cursor


_MARIADB_DROPS = (
    "DROP VIEW IF EXISTS leaks, regional, planted",
    "DROP TABLE IF EXISTS customers, orders, secrets, planted",
    "DROP SEQUENCE IF EXISTS tickets",
    "DROP FUNCTION IF EXISTS wiped",
    "DROP FUNCTION IF EXISTS leaked",
    "DROP PROCEDURE IF EXISTS wipe",
    "DROP PROCEDURE IF EXISTS planted",
    "DROP EVENT IF EXISTS planted",
)
_MARIADB_EXTRAS = (
    "CREATE SEQUENCE tickets START WITH 100",
    "CREATE FUNCTION wiped() RETURNS INT MODIFIES SQL DATA BEGIN DELETE FROM orders; RETURN 1; END",
    "CREATE FUNCTION leaked() RETURNS TEXT READS SQL DATA RETURN (SELECT max(word) FROM secrets)",
    "CREATE PROCEDURE wipe() DELETE FROM orders",
)
_POSTGRES_DROPS = (
    "DROP SCHEMA IF EXISTS public CASCADE",
    "DROP SCHEMA IF EXISTS planted CASCADE",
    "CREATE SCHEMA public",
)
_POSTGRES_EXTRAS = (
    "SELECT lo_unlink(oid) FROM pg_largeobject_metadata",
    "SELECT lo_from_bytea(4711, 'x')",
    "CREATE SEQUENCE tickets START 100",
    "CREATE FUNCTION wiped() RETURNS int LANGUAGE sql AS 'DELETE FROM orders; SELECT 1'",
    "CREATE PROCEDURE wipe() LANGUAGE sql AS 'DELETE FROM orders'",
    "CREATE FUNCTION leaked(orders) RETURNS text LANGUAGE sql AS 'SELECT max(word) FROM secrets'",
    "CREATE FUNCTION leaked(int) RETURNS text LANGUAGE sql AS 'SELECT max(word) FROM secrets'",
    "CREATE FUNCTION leaked(int, int) RETURNS text LANGUAGE sql AS 'SELECT max(word) FROM secrets'",
    "CREATE FUNCTION upper(int) RETURNS text LANGUAGE sql AS 'SELECT max(word) FROM secrets'",
    "CREATE OPERATOR @@@ (FUNCTION = leaked, LEFTARG = int, RIGHTARG = int)",
    "CREATE OPERATOR || (FUNCTION = leaked, LEFTARG = int, RIGHTARG = int)",
    "CREATE TYPE leak AS (word text)",
    "CREATE FUNCTION to_leak(text) RETURNS leak LANGUAGE sql AS 'SELECT max(word) FROM secrets'",
    "CREATE CAST (text AS leak) WITH FUNCTION to_leak(text)",
    "CREATE DOMAIN short AS text CHECK (length(VALUE) < 5)",
    "CREATE AGGREGATE leaked_all(int) (SFUNC = int4pl, STYPE = int, FINALFUNC = upper)",
)
