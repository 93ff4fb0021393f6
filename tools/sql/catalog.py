"""What a database says of its own tables, views, columns and keys."""

from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy import Connection, inspect, text
from sqlglot import exp

from tools.sql.schema import Column
from tools.sql.values import kind_of_type


class Catalog(Protocol):
    """The default schema of one database."""

    def tables(self) -> list[str]:
        """The names of the tables."""

    def views(self) -> dict[str, str | None]:
        """The views with their definitions."""

    def columns(self, table: str) -> list[Column]:
        """The columns of a table or view, in order."""

    def primary_key(self, table: str) -> tuple[str, ...]:
        """The columns of a table's primary key; empty when it has none."""

    def foreign_keys(self, table: str) -> list[Any]:
        """Mappings with `constrained_columns`, `referred_table` and `referred_columns`."""


def catalog_of(connection: Connection) -> Catalog:
    """The catalogue of the database behind a connection."""
    catalog = _CATALOGS.get(connection.dialect.name, InspectedCatalog)
    return catalog(connection)


class InspectedCatalog:
    """The catalogue as SQLAlchemy's inspector reads it."""

    def __init__(self, connection: Connection) -> None:
        self._inspector = inspect(connection)

    def tables(self) -> list[str]:
        return list(self._inspector.get_table_names())

    def views(self) -> dict[str, str | None]:
        return {name: self._inspector.get_view_definition(name) for name in self._inspector.get_view_names()}

    def columns(self, table: str) -> list[Column]:
        return [
            Column(
                name=column["name"],
                type=str(column["type"]),
                kind=kind_of_type(column["type"]),
                is_nullable=bool(column.get("nullable", True)),
            )
            for column in self._inspector.get_columns(table)
        ]

    def primary_key(self, table: str) -> tuple[str, ...]:
        return tuple(self._inspector.get_pk_constraint(table).get("constrained_columns") or ())

    def foreign_keys(self, table: str) -> list[Any]:
        return list(self._inspector.get_foreign_keys(table))


class PostgresCatalog(InspectedCatalog):
    """PostgreSQL's catalogue, without what the account or its role may not read."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        question = text(_POSTGRES_READABLE)
        rows = connection.execute(question, {"schema": connection.dialect.default_schema_name})
        self._readable = {(table, column) for table, column in rows}
        self._tables = {table for table, _column in self._readable}

    def tables(self) -> list[str]:
        return [name for name in super().tables() if name in self._tables]

    def views(self) -> dict[str, str | None]:
        return {name: definition for name, definition in super().views().items() if name in self._tables}

    def columns(self, table: str) -> list[Column]:
        return [column for column in super().columns(table) if (table, column.name) in self._readable]


_POSTGRES_READABLE = """
SELECT c.relname, a.attname
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname = :schema AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
"""


class DuckdbCatalog:
    """DuckDB's own catalogue: its SQLAlchemy dialect borrows PostgreSQL's queries, which DuckDB does not understand."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def tables(self) -> list[str]:
        return [row["table_name"] for row in self._rows("SELECT table_name FROM duckdb_tables() WHERE NOT internal")]

    def views(self) -> dict[str, str | None]:
        rows = self._rows("SELECT view_name, sql FROM duckdb_views() WHERE NOT internal")
        return {row["view_name"]: row["sql"] for row in rows}

    def columns(self, table: str) -> list[Column]:
        rows = self._rows(
            "SELECT column_name, data_type, is_nullable FROM duckdb_columns() WHERE NOT internal "
            "AND table_name = $table ORDER BY column_index",
            table=table,
        )
        return [
            Column(
                name=row["column_name"],
                type=row["data_type"],
                kind=_kind(row["data_type"], "duckdb"),
                is_nullable=row["is_nullable"],
            )
            for row in rows
        ]

    def primary_key(self, table: str) -> tuple[str, ...]:
        return next((tuple(key["constrained_columns"]) for key in self._keys(table, "PRIMARY KEY")), ())

    def foreign_keys(self, table: str) -> list[Any]:
        return self._keys(table, "FOREIGN KEY")

    def _keys(self, table: str, kind: str) -> list[Any]:
        return self._rows(
            "SELECT constraint_column_names AS constrained_columns, referenced_table AS referred_table, "
            "referenced_column_names AS referred_columns FROM duckdb_constraints() "
            "WHERE table_name = $table AND constraint_type = $kind",
            table=table,
            kind=kind,
        )

    def _rows(self, query: str, **parameters: str) -> list[Any]:
        return [dict(row) for row in self._connection.exec_driver_sql(query, parameters or None).mappings()]


class MysqlCatalog:
    """MySQL's and MariaDB's information schema: the inspector's SHOW CREATE TABLE needs more rights than SELECT."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def tables(self) -> list[str]:
        rows = self._rows(
            "SELECT table_name AS name FROM information_schema.tables WHERE {here} AND table_type = 'BASE TABLE'"
        )
        return [row["name"] for row in rows]

    def views(self) -> dict[str, str | None]:
        rows = self._rows(
            "SELECT table_name AS name, view_definition AS text FROM information_schema.views WHERE {here}"
        )
        return {row["name"]: row["text"] or None for row in rows}

    def columns(self, table: str) -> list[Column]:
        rows = self._rows(
            "SELECT column_name AS name, column_type AS type, data_type AS kind, is_nullable AS nullable "
            "FROM information_schema.columns WHERE {here} AND table_name = %(table)s ORDER BY ordinal_position",
            table=table,
        )
        return [
            Column(
                name=row["name"],
                type=row["type"].upper(),
                kind=_kind(row["kind"], "mysql"),
                is_nullable=row["nullable"] == "YES",
            )
            for row in rows
        ]

    def primary_key(self, table: str) -> tuple[str, ...]:
        return tuple(row["name"] for row in self._key_columns(table) if row["key"] == "PRIMARY")

    def foreign_keys(self, table: str) -> list[Any]:
        keys: dict[str, Any] = {}
        for row in self._key_columns(table):
            if row["other_table"]:
                empty = {"constrained_columns": [], "referred_table": row["other_table"], "referred_columns": []}
                key = keys.setdefault(row["key"], empty)
                key["constrained_columns"].append(row["name"])
                key["referred_columns"].append(row["other_column"])
        return list(keys.values())

    def _key_columns(self, table: str) -> list[Any]:
        return self._rows(
            "SELECT constraint_name AS `key`, column_name AS name, referenced_table_name AS other_table, "
            "referenced_column_name AS other_column FROM information_schema.key_column_usage "
            "WHERE {here} AND table_name = %(table)s ORDER BY constraint_name, ordinal_position",
            table=table,
        )

    def _rows(self, query: str, **parameters: str) -> list[Any]:
        written = query.replace("{here}", "table_schema = DATABASE()")
        return [dict(row) for row in self._connection.exec_driver_sql(written, parameters or None).mappings()]


def _kind(data_type: str, dialect: str) -> str:
    parsed = exp.DataType.build(data_type, dialect=dialect, udt=True)
    return next((kind for types, kind in _KINDS if parsed.is_type(*types)), "other")


_KINDS = (
    (exp.DataType.INTEGER_TYPES, "integer"),
    ({exp.DataType.Type.DECIMAL}, "decimal"),
    ({exp.DataType.Type.FLOAT, exp.DataType.Type.DOUBLE}, "float"),
    ({*exp.DataType.TEXT_TYPES, exp.DataType.Type.ENUM, exp.DataType.Type.SET}, "text"),
    ({exp.DataType.Type.DATE}, "date"),
    ({*exp.DataType.TEMPORAL_TYPES} - {exp.DataType.Type.DATE}, "datetime"),
    ({exp.DataType.Type.BOOLEAN}, "boolean"),
)

_CATALOGS: dict[str, Callable[[Connection], Catalog]] = {
    "duckdb": DuckdbCatalog,
    "postgresql": PostgresCatalog,
    "mysql": MysqlCatalog,
    "mariadb": MysqlCatalog,
}
