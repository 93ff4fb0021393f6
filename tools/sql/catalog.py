"""What a database says of its own tables, views, columns and keys, read for all tables at once."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from sqlalchemy import Connection, inspect, text

from tools.sql.catalog_duckdb import DuckdbCatalog
from tools.sql.catalog_mysql import MysqlCatalog
from tools.sql.catalog_sqlite import SqliteCatalog
from tools.sql.schema import Column
from tools.sql.values import kind_of_type

Columns = dict[str, list[Column]]


class Catalog(Protocol):
    """The default schema of one database. Each method is a fixed number of statements, however many tables there are.

    `only` narrows an answer to one table or view.
    """

    def tables(self) -> list[str]:
        """The names of the tables."""

    def views(self) -> dict[str, str | None]:
        """The views with their definitions."""

    def columns(self, only: str | None = None) -> Columns:
        """The columns of every table and view, in order."""

    def primary_keys(self) -> dict[str, tuple[str, ...]]:
        """The columns of each table's primary key; tables without one may be missing."""

    def foreign_keys(self) -> dict[str, list[Any]]:
        """Mappings with `constrained_columns`, `referred_table` and `referred_columns`, by table."""

    def comments(self) -> dict[str, str]:
        """What was written of tables and views in the database."""


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

    def columns(self, only: str | None = None) -> Columns:
        from sqlalchemy.engine.reflection import ObjectKind

        found = self._inspector.get_multi_columns(kind=ObjectKind.ANY, filter_names=[only] if only else None)
        return {name: [_column(column) for column in columns] for (_schema, name), columns in found.items()}

    def primary_keys(self) -> dict[str, tuple[str, ...]]:
        found = self._inspector.get_multi_pk_constraint()
        return {name: tuple(key.get("constrained_columns") or ()) for (_schema, name), key in found.items() if key}

    def foreign_keys(self) -> dict[str, list[Any]]:
        return {name: list(keys) for (_schema, name), keys in self._inspector.get_multi_foreign_keys().items()}

    def comments(self) -> dict[str, str]:
        from sqlalchemy.engine.reflection import ObjectKind

        try:
            found = self._inspector.get_multi_table_comment(kind=ObjectKind.ANY)
        except NotImplementedError:
            return {}
        return {name: str(said["text"]) for (_schema, name), said in found.items() if said and said.get("text")}


class PostgresCatalog(InspectedCatalog):
    """PostgreSQL's catalogue, without what the account or its role may not read."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._connection = connection
        self._schema = {"schema": connection.dialect.default_schema_name}
        self._readable = _grouped(connection.execute(text(_POSTGRES_READABLE), self._schema))

    def tables(self) -> list[str]:
        return [name for name in super().tables() if name in self._readable]

    def views(self) -> dict[str, str | None]:
        found = self._connection.execute(text(_POSTGRES_VIEWS), self._schema)
        return {name: definition for name, definition in found if name in self._readable}

    def columns(self, only: str | None = None) -> Columns:
        return {
            name: [column for column in columns if column.name in self._readable.get(name, ())]
            for name, columns in super().columns(only).items()
        }


_POSTGRES_READABLE = """
SELECT c.relname, a.attname
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname = :schema AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
"""
_POSTGRES_VIEWS = "SELECT viewname, definition FROM pg_catalog.pg_views WHERE schemaname = :schema"


def _grouped(pairs: Iterable[Any]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for table, column in pairs:
        found[table].add(column)
    return found


def _column(column: Any) -> Column:
    return Column(
        name=column["name"],
        type=str(column["type"]),
        kind=kind_of_type(column["type"]),
        is_nullable=bool(column.get("nullable", True)),
        comment=column.get("comment") or "",
    )


_CATALOGS: dict[str, Callable[[Connection], Catalog]] = {
    "sqlite": SqliteCatalog,
    "duckdb": DuckdbCatalog,
    "postgresql": PostgresCatalog,
    "mysql": MysqlCatalog,
    "mariadb": MysqlCatalog,
}
