"""Empty databases that say whether they accept a statement, once the tables it names are made."""

import itertools
import os
import re
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import duckdb
import sqlalchemy as sa
from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

Columns = Mapping[str, str]
"""A table's columns with their types."""
KINDS = ("INT", "VARCHAR(200)", "DATE")
PLAIN = "col_1"
"""The column of a table of which none is named."""

_AFTER_FROM = re.compile(r"\b(?:FROM|JOIN)\s+([A-Za-z_]\w*)", re.IGNORECASE)
_WORD = re.compile(r"\b[a-z_]\w*")
_KEYS = re.compile(r"\b(?:INDEX|KEY)\b[^()]*\(([^()]*)\)", re.IGNORECASE)
_PARTITIONS = re.compile(r"\bPARTITION\s*\(([^()]*)\)", re.IGNORECASE)


class Server(Protocol):
    """One kind of database, emptied before each statement."""

    def accepts(self, statement: str, tables: Mapping[str, Columns]) -> bool:
        """Whether the statement runs once these tables are made."""

    def close(self) -> None:
        """Leave nothing behind."""


def accepted(server: Server, statement: str, dialect: str) -> bool:
    """Whether a statement runs over tables made for it, in one of the ways to guess its columns and their types."""
    return any(server.accepts(statement, tables) for tables in guessed_tables(statement, dialect))


def guessed_tables(statement: str, dialect: str) -> list[dict[str, Columns]]:
    """The tables a statement names, with the columns it may mean, guess after guess."""
    try:
        tree = parse_one(statement, dialect=dialect)
    except (SqlglotError, RecursionError):
        tables, words = set(_AFTER_FROM.findall(statement)), set(_WORD.findall(statement))
        return [{table: dict.fromkeys(sorted(words - tables), kind) for table in tables} for kind in KINDS]
    owners = _owners(tree)
    if not owners:
        return [{}]
    named, bare = _columns(tree, owners)
    guesses = []
    for everywhere, kind in itertools.product((False, True), KINDS):
        tables: dict[str, dict[str, str]] = {table: dict.fromkeys(sorted(named[table]), kind) for table in named}
        for table in tables if everywhere else list(tables)[:1]:
            tables[table] |= {name: kind for name in sorted(bare) if name not in tables[table]}
        guesses.append({table: columns or {PLAIN: kind} for table, columns in tables.items()})
    return guesses


def table_names(statement: str, dialect: str) -> set[str]:
    """The tables a statement names, as `sql check --tables` takes them."""
    try:
        return set(_owners(parse_one(statement, dialect=dialect)).values())
    except (SqlglotError, RecursionError):
        return set()


def open_servers() -> dict[str, Server]:
    """A server for each dialect; those of which no address is set are left out."""
    found: dict[str, Server] = {"sqlite": _Sqlite(), "duckdb": _Duckdb()}
    if url := os.environ.get("CROSSCHECK_TEST_MARIADB_URL"):
        found["mysql"] = _Mariadb(url)
    if url := os.environ.get("CROSSCHECK_TEST_POSTGRES_URL"):
        found["postgres"] = _Postgres(url)
    return found


class _Sqlite:
    def accepts(self, statement: str, tables: Mapping[str, Columns]) -> bool:
        connection = sqlite3.connect(":memory:")
        try:
            for schema in {_split(name)[0] for name in tables} - {""}:
                connection.execute("ATTACH ':memory:' AS " + _quoted(schema))
            for text in _definitions(tables, '"'):
                connection.execute(text)
            connection.execute(statement, _Anything()).fetchmany(5)
        except (sqlite3.Error, sqlite3.Warning):
            return False
        finally:
            connection.close()
        return True

    def close(self) -> None:
        return None


class _Duckdb:
    def accepts(self, statement: str, tables: Mapping[str, Columns]) -> bool:
        with duckdb.connect(":memory:", config={"enable_external_access": "false"}) as connection:
            try:
                for text in [*_schemas(tables, '"'), *_definitions(tables, '"')]:
                    connection.execute(text)
                connection.execute(statement).fetchmany(5)
            except Exception:  # noqa: BLE001  an internal error of the engine is a refusal as well
                return False
        return True

    def close(self) -> None:
        return None


class _Postgres:
    def __init__(self, url: str) -> None:
        self._engine = sa.create_engine(url)

    def accepts(self, statement: str, tables: Mapping[str, Columns]) -> bool:
        with self._engine.connect() as connection:
            try:
                connection.exec_driver_sql("CREATE SCHEMA guard_corpus")
                connection.exec_driver_sql("SET LOCAL search_path = guard_corpus")
                connection.exec_driver_sql("SET LOCAL statement_timeout = 5000")
                for text in [*_schemas(tables, '"'), *_definitions(tables, '"')]:
                    connection.exec_driver_sql(text)
                connection.exec_driver_sql(statement.replace("%", "%%"))
            except sa.exc.SQLAlchemyError:
                return False
            finally:
                connection.rollback()
        return True

    def close(self) -> None:
        self._engine.dispose()


class _Mariadb:
    def __init__(self, url: str) -> None:
        self._engine = sa.create_engine(url)
        self._made: set[str] = set()

    def accepts(self, statement: str, tables: Mapping[str, Columns]) -> bool:
        with self._engine.connect() as connection:
            known = {row[0] for row in connection.exec_driver_sql("SHOW DATABASES")} - self._made
            wanted = {"guard_corpus"} | ({_split(name)[0] for name in tables} - {""})
            try:
                for name in wanted - known:
                    self._made.add(name)
                    connection.exec_driver_sql(f"CREATE OR REPLACE DATABASE `{name}`")
                connection.exec_driver_sql("USE guard_corpus")
                connection.exec_driver_sql("SET SESSION max_statement_time = 5")
                for text in _definitions(tables, "`"):
                    connection.exec_driver_sql(text + _partitions(statement, text))
                for table, key in itertools.product(tables, _names(_KEYS, statement)):
                    column = _quoted(next(iter(tables[table])), "`")
                    connection.exec_driver_sql(
                        f"ALTER TABLE {_quoted(table, '`')} ADD KEY {_quoted(key, '`')} ({column})"
                    )
                connection.exec_driver_sql(statement.replace("%", "%%"))
            except sa.exc.SQLAlchemyError:
                return False
        return True

    def close(self) -> None:
        with self._engine.connect() as connection:
            for name in self._made:
                connection.exec_driver_sql(f"DROP DATABASE IF EXISTS `{name}`")
        self._engine.dispose()


class _Anything(dict[str, Any]):
    """A value for every named parameter."""

    def __missing__(self, key: str) -> int:
        return 1


def _owners(tree: exp.Expr) -> dict[str, str]:
    """The table, with its database, behind each alias."""
    made = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    return {
        table.alias_or_name.lower(): ".".join(part.name for part in table.parts if isinstance(part, exp.Identifier))
        for table in tree.find_all(exp.Table)
        if isinstance(table.this, exp.Identifier) and (table.db or table.name.lower() not in made)
    }


def _columns(tree: exp.Expr, owners: Mapping[str, str]) -> tuple[dict[str, set[str]], set[str]]:
    named: dict[str, set[str]] = {table: set() for table in owners.values()}
    bare: set[str] = set()
    for column in tree.find_all(exp.Column):
        if column.name in ("*", ""):
            continue
        if column.table.lower() in owners:
            named[owners[column.table.lower()]].add(column.name)
        elif not column.table:
            bare.add(column.name)
    for join in tree.find_all(exp.Join):
        for using in join.args.get("using") or ():
            for columns in named.values():
                columns.add(using.name)
    return named, bare


def _definitions(tables: Mapping[str, Columns], quote: str) -> Iterable[str]:
    for name, columns in tables.items():
        listed = ", ".join(f"{_quoted(column, quote)} {kind}" for column, kind in columns.items())
        schema, table = _split(name)
        place = f"{_quoted(schema, quote)}." if schema else ""
        yield f"CREATE TABLE {place}{_quoted(table, quote)} ({listed})"


def _names(pattern: re.Pattern[str], statement: str) -> set[str]:
    return {name.strip(" `") for listed in pattern.findall(statement) for name in listed.split(",") if name.strip()}


def _partitions(statement: str, definition: str) -> str:
    """How a table is cut into the partitions that a statement names."""
    listed = [f"PARTITION `{n}` VALUES IN ({i})" for i, n in enumerate(sorted(_names(_PARTITIONS, statement)))]
    column = definition.partition("(")[2].split()[0]
    return f" PARTITION BY LIST ({column}) ({', '.join(listed)})" if listed else ""


def _schemas(tables: Mapping[str, Columns], quote: str) -> Iterable[str]:
    return [f"CREATE SCHEMA {_quoted(s, quote)}" for s in sorted({_split(name)[0] for name in tables} - {""})]


def _split(name: str) -> tuple[str, str]:
    schema, _dot, table = name.rpartition(".")
    return schema, table


def _quoted(name: str, quote: str = '"') -> str:
    return quote + name.replace(quote, quote * 2) + quote
