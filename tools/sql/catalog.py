"""What a database says of its own tables, views, columns and keys, read for all tables at once."""

import re
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SAWarning

from tools.sql.catalog_duckdb import DuckdbCatalog
from tools.sql.catalog_kinds import kind_of
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
        self._dialect: Any = connection.dialect

    def tables(self) -> list[str]:
        return [self._spelled(name) for name in self._inspector.get_table_names()]

    def views(self) -> dict[str, str | None]:
        names = self._inspector.get_view_names()
        return {self._spelled(name): self._inspector.get_view_definition(name) for name in names}

    def columns(self, only: str | None = None) -> Columns:
        from sqlalchemy.engine.reflection import ObjectKind

        wanted = [self._dialect.normalize_name(only) if self._folds_case else only] if only else None
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Did not recognize type", category=SAWarning)
            found = self._inspector.get_multi_columns(kind=ObjectKind.ANY, filter_names=wanted)
        return {
            self._spelled(name): [_column(column, self._spelled(column["name"])) for column in columns]
            for (_schema, name), columns in found.items()
        }

    def primary_keys(self) -> dict[str, tuple[str, ...]]:
        found = self._inspector.get_multi_pk_constraint()
        return {
            self._spelled(name): tuple(map(self._spelled, key.get("constrained_columns") or ()))
            for (_schema, name), key in found.items()
            if key
        }

    def foreign_keys(self) -> dict[str, list[Any]]:
        found = self._inspector.get_multi_foreign_keys()
        return {
            self._spelled(name): [self._spelled_key(key) for key in keys] for (_schema, name), keys in found.items()
        }

    def comments(self) -> dict[str, str]:
        from sqlalchemy.engine.reflection import ObjectKind

        try:
            found = self._inspector.get_multi_table_comment(kind=ObjectKind.ANY)
        except NotImplementedError:
            return {}
        said = {self._spelled(name): comment.get("text") for (_schema, name), comment in found.items() if comment}
        return {name: str(text) for name, text in said.items() if text}

    @property
    def _folds_case(self) -> bool:
        """True where SQLAlchemy gives names in lower case that the database keeps in upper case, as Snowflake does."""
        return bool(getattr(self._dialect, "requires_name_normalize", False))

    def _spelled(self, name: str) -> str:
        """A name as the database itself spells it."""
        return str(self._dialect.denormalize_name(name)) if self._folds_case else name

    def _spelled_key(self, key: Any) -> dict[str, Any]:
        columns = {part: [*map(self._spelled, key[part])] for part in ("constrained_columns", "referred_columns")}
        return {**key, **columns, "referred_table": self._spelled(key["referred_table"])}


class SnowflakeCatalog(InspectedCatalog):
    """Snowflake's catalogue; its whole numbers are NUMBER with no places after the point."""

    def columns(self, only: str | None = None) -> Columns:
        return {name: [_with_kind(column) for column in columns] for name, columns in super().columns(only).items()}


def _with_kind(column: Column) -> Column:
    kind = "integer" if _WHOLE_NUMBER.match(column.type) else column.kind
    return column.model_copy(update={"kind": kind_of(column.type, "snowflake") if kind == "other" else kind})


_WHOLE_NUMBER = re.compile(r"(?i)(?:number|decimal|numeric)\(\d+, ?0\)$")


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


def _column(column: Any, name: str) -> Column:
    return Column(
        name=name,
        type=str(column["type"]),
        kind=kind_of_type(column["type"]),
        is_nullable=bool(column.get("nullable", True)),
        comment=column.get("comment") or "",
    )


_CATALOGS: dict[str, Callable[[Connection], Catalog]] = {
    "sqlite": SqliteCatalog,
    "duckdb": DuckdbCatalog,
    "postgresql": PostgresCatalog,
    "snowflake": SnowflakeCatalog,
    "mysql": MysqlCatalog,
    "mariadb": MysqlCatalog,
}
