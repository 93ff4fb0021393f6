"""What each kind of database needs to be read and nothing else: opening, read-only sessions, cancelling."""

import os
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, text
from sqlalchemy.exc import OperationalError

from tools.sql.errors import MissingDatabase, NoIdentity
from tools.sql.identity import Identity
from tools.sql.postgres_values import load_whole
from tools.sql.sqlite_limits import authorize_statement, restrict
from tools.sql.values import text_of

CONNECT_SECONDS = 10
_KILLING_SECONDS = 3.0
"""How long a server may take to end a statement that was cancelled, before its connection is given up."""


@dataclass(frozen=True)
class Scope:
    """What a connection is about to read."""

    search_path: tuple[str, ...] = ()
    """Schemas in which functions and unqualified tables are looked up beside the system's own."""
    reads_catalogue: bool = False


class Session(Protocol):
    """How one kind of database is opened, kept read-only and interrupted."""

    probe: str
    """A statement that fails when the database cannot be read."""

    def engine(self, url: URL) -> Engine:
        """An engine whose connections can only read; raises MissingDatabase for a file that is not there."""

    def begin(self, connection: Connection, seconds: float, scope: Scope) -> None:
        """Make what follows read-only, and end it on the server as well after some seconds."""

    def identify(self, connection: Connection, identity: Identity) -> None:
        """Take on a role and set session variables; raises NoIdentity where the kind of database has none."""

    def stopper(self, connection: Connection) -> Callable[[], None]:
        """A function for another thread that cancels what the connection is running."""

    def writable(self, connection: Connection) -> str | None:
        """What the account could change, in words; None when it can only read."""


def session_for(url: URL) -> Session:
    """The session for an address; databases not known here get one without server-side cancelling."""
    return _SESSIONS.get(url.get_backend_name(), OtherSession)()


class SqliteSession:
    """SQLite: opened read-only by URI, with an authorizer that allows reading only."""

    probe = "SELECT count(*) FROM sqlite_master"

    def engine(self, url: URL) -> Engine:
        path = _existing_file(url)
        address = f"file:{quote(str(path))}?mode=ro"
        engine = create_engine(
            "sqlite://",
            creator=lambda: sqlite3.connect(address, uri=True, check_same_thread=False, timeout=CONNECT_SECONDS),
            poolclass=NullPool,
        )
        event.listen(engine, "connect", restrict)
        event.listen(engine, "connect", lambda connection, _: setattr(connection, "text_factory", text_of))
        return engine

    def begin(self, connection: Connection, seconds: float, scope: Scope) -> None:
        if not scope.reads_catalogue:
            _driver(connection).set_authorizer(authorize_statement)

    def identify(self, connection: Connection, identity: Identity) -> None:
        _refuse_identity(identity)

    def stopper(self, connection: Connection) -> Callable[[], None]:
        return _driver(connection).interrupt

    def writable(self, connection: Connection) -> str | None:
        return None


class MysqlSession:
    """MySQL and MariaDB: a read-only transaction, cancelled by KILL QUERY from a second connection.

    MariaDB ends a recursion silently after 1000 rounds, with wrong results; the deadline ends it instead.
    """

    probe = "SELECT 1"

    def engine(self, url: URL) -> Engine:
        self._url = url
        return create_engine(url, pool_pre_ping=True, pool_size=4, connect_args={"connect_timeout": CONNECT_SECONDS})

    def begin(self, connection: Connection, seconds: float, scope: Scope) -> None:
        connection.exec_driver_sql(f"SET SESSION sql_mode = '{self._sql_mode(connection)}'")
        connection.exec_driver_sql("SET SESSION TRANSACTION READ ONLY")
        if getattr(connection.dialect, "is_mariadb", False):
            connection.exec_driver_sql(f"SET SESSION max_statement_time = {seconds + 1:.3f}")
            connection.exec_driver_sql("SET SESSION max_recursive_iterations = 4294967295")
        else:
            connection.exec_driver_sql(f"SET SESSION max_execution_time = {int(seconds * 1000) + 1000}")
        connection.rollback()
        connection.exec_driver_sql("START TRANSACTION READ ONLY")
        _give_up_after(connection, seconds + _KILLING_SECONDS)

    def identify(self, connection: Connection, identity: Identity) -> None:
        if identity.role:
            connection.exec_driver_sql(f"SET ROLE `{identity.role.replace('`', '``').replace('%', '%%')}`")
        for name, value in identity.variables:
            connection.exec_driver_sql(
                f"SET @`{name.replace('`', '``').replace('%', '%%')}` = %(value)s", {"value": value}
            )

    def stopper(self, connection: Connection) -> Callable[[], None]:
        number = int(connection.exec_driver_sql("SELECT CONNECTION_ID()").scalar_one())

        def kill() -> None:
            killer = create_engine(self._url, poolclass=NullPool)
            try:
                with killer.connect() as second:
                    second.exec_driver_sql(f"KILL QUERY {number}")
            except OperationalError as error:
                if error.orig is None or error.orig.args[0] != _MYSQL_NO_SUCH_THREAD:
                    raise

        return kill

    def writable(self, connection: Connection) -> str | None:
        for (grant,) in connection.exec_driver_sql("SHOW GRANTS"):
            privileges = grant.removeprefix("GRANT ").partition(" ON ")[0] if " ON " in grant else ""
            names = {p.partition("(")[0].strip().upper() for p in privileges.split(",")}
            if found := names & _MYSQL_WRITES:
                return ", ".join(sorted(found))
        return None

    @staticmethod
    def _sql_mode(connection: Connection) -> str:
        """The server's mode without what would make it read quotes and operators otherwise than the guard did."""
        modes = str(connection.exec_driver_sql("SELECT @@sql_mode").scalar_one()).split(",")
        return ",".join(m for m in modes if m.isidentifier() and m not in _MYSQL_OTHER_READINGS)


class PostgresSession:
    """PostgreSQL: a read-only transaction that looks functions and operators up in `pg_catalog` only."""

    probe = "SELECT 1"

    def engine(self, url: URL) -> Engine:
        engine = create_engine(url, pool_pre_ping=True, pool_size=4, connect_args={"connect_timeout": CONNECT_SECONDS})
        return load_whole(engine).execution_options(postgresql_readonly=True)

    def begin(self, connection: Connection, seconds: float, scope: Scope) -> None:
        connection.exec_driver_sql("SET TRANSACTION READ ONLY")
        connection.exec_driver_sql(f"SET LOCAL statement_timeout = {int(seconds * 1000) + 1000}")
        connection.exec_driver_sql("SET LOCAL standard_conforming_strings = on")
        path = text("SELECT pg_catalog.set_config('search_path', :path, true)")
        connection.execute(path, {"path": ",".join(_quoted(name) for name in ("pg_catalog", *scope.search_path))})

    def identify(self, connection: Connection, identity: Identity) -> None:
        if identity.role:
            connection.exec_driver_sql(f"SET LOCAL ROLE {_quoted(identity.role).replace('%', '%%')}")
        for name, value in identity.variables:
            setting = text("SELECT pg_catalog.set_config(:name, :value, true)")
            connection.execute(setting, {"name": name, "value": value})

    def stopper(self, connection: Connection) -> Callable[[], None]:
        return _driver(connection).cancel

    def writable(self, connection: Connection) -> str | None:
        for words, question in _POSTGRES_WRITES.items():
            if connection.exec_driver_sql(question).scalar():
                return words
        return None


class DuckdbSession:
    """DuckDB: the file opened read-only, without access to other files or the network."""

    probe = "SELECT 1"

    def engine(self, url: URL) -> Engine:
        _existing_file(url)
        return create_engine(url, pool_size=4, connect_args={"read_only": True, "config": _DUCKDB_CONFIG})

    def begin(self, connection: Connection, seconds: float, scope: Scope) -> None:
        return None

    def identify(self, connection: Connection, identity: Identity) -> None:
        _refuse_identity(identity)

    def stopper(self, connection: Connection) -> Callable[[], None]:
        return _driver(connection).interrupt

    def writable(self, connection: Connection) -> str | None:
        return None


class OtherSession:
    """Any other SQLAlchemy dialect. Not tested here: cancelling closes the connection, and the rights of the account
    are all that keeps it from writing, so it must be an account that can only read."""

    probe = "SELECT 1"

    def engine(self, url: URL) -> Engine:
        return create_engine(url, pool_pre_ping=True)

    def begin(self, connection: Connection, seconds: float, scope: Scope) -> None:
        return None

    def identify(self, connection: Connection, identity: Identity) -> None:
        _refuse_identity(identity)

    def stopper(self, connection: Connection) -> Callable[[], None]:
        return connection.invalidate

    def writable(self, connection: Connection) -> str | None:
        return "unknown rights: this kind of database does not tell them here"


_SESSIONS: dict[str, type[Session]] = {
    "sqlite": SqliteSession,
    "mysql": MysqlSession,
    "mariadb": MysqlSession,
    "postgresql": PostgresSession,
    "duckdb": DuckdbSession,
}

_MYSQL_NO_SUCH_THREAD = 1094
"""The statement, and its connection, ended before it could be cancelled."""
_MYSQL_OTHER_READINGS = {
    "ANSI", "ANSI_QUOTES", "DB2", "MAXDB", "MSSQL", "ORACLE", "POSTGRESQL",
    "HIGH_NOT_PRECEDENCE", "IGNORE_SPACE", "NO_BACKSLASH_ESCAPES", "PIPES_AS_CONCAT",
}  # fmt: skip
_MYSQL_WRITES = {
    "ALL PRIVILEGES", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "INDEX", "TRIGGER", "EVENT", "EXECUTE",
    "CREATE VIEW", "CREATE ROUTINE", "ALTER ROUTINE", "CREATE TEMPORARY TABLES", "CREATE USER", "FILE", "SUPER",
    "DELETE HISTORY", "REFERENCES",
}  # fmt: skip
_POSTGRES_WRITES = {
    "everything, as a superuser": "SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user",
    "rows of its tables": """
        SELECT bool_or(has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema')""",
    "its schema": "SELECT has_schema_privilege(current_schema(), 'CREATE')",
}
_DUCKDB_CONFIG = {"enable_external_access": "false", "autoload_known_extensions": "false", "lock_configuration": "true"}


def _existing_file(url: URL) -> Path:
    path = url.database or ""
    if path in ("", ":memory:") or path.startswith("file:"):
        raise MissingDatabase("Give the path of a database file, as in `sqlite:///path/to/shop.db`.")
    if not Path(path).is_file():
        raise MissingDatabase(f"There is no database file `{path}`. Check the path in `url` or `url_env`.")
    if not os.access(path, os.R_OK):
        raise MissingDatabase(f"The database file `{path}` may not be read by this account.")
    return Path(path).resolve()


def _refuse_identity(identity: Identity) -> None:
    if identity:
        raise NoIdentity("This kind of database has no roles or session variables; use `identity.url_envs`.")


def _driver(connection: Connection) -> Any:
    return connection.connection.driver_connection


def _give_up_after(connection: Connection, seconds: float) -> None:
    """Bound the wait for a MySQL server, which does not end every function when told to.

    PyMySQL reads its own attribute before each read, and offers no other way once connected.
    """
    driver = _driver(connection)
    if hasattr(driver, "_read_timeout"):
        driver._read_timeout = seconds


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
