"""What a database says of its own tables, views, columns and keys, read for all tables at once."""

import re
import warnings
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SAWarning

from tools.sql.catalog_duckdb import DuckdbCatalog
from tools.sql.catalog_kinds import kind_of
from tools.sql.catalog_mysql import MysqlCatalog
from tools.sql.catalog_schemas import Catalog, Columns, SchemasCatalog
from tools.sql.catalog_sqlite import SqliteCatalog
from tools.sql.schema import Column
from tools.sql.values import kind_of_type


def catalog_of(connection: Connection, home: str, schemas: Iterable[str] = ()) -> SchemasCatalog:
    """The catalogue of the database behind a connection: of its home schema, and of further ones.

    Schemas are found without regard to case where only one is meant; one that the account cannot see has no tables.
    """
    made = _CATALOGS.get(connection.dialect.name, InspectedCatalog)
    catalogs: dict[str, Catalog] = {"": made(connection, None)}
    wanted = list(schemas)
    spelled = _spelled(wanted, catalogs[""].schemas()) if wanted else []
    catalogs.update({name: made(connection, name) for name in spelled if name != home})
    return SchemasCatalog(home, catalogs)


def _spelled(wanted: Iterable[str], known: Collection[str]) -> list[str]:
    """The known names that are wanted, as the database spells them."""
    found: dict[str, None] = {}
    for name in wanted:
        like = [name] if name in known else [each for each in known if each.lower() == name.lower()]
        if len(like) == 1:
            found[like[0]] = None
    return list(found)


class InspectedCatalog:
    """The catalogue as SQLAlchemy's inspector reads it."""

    _key_options: Mapping[str, Any] = {}
    """What the inspector is told of foreign keys, so that it names the schema of each."""

    def __init__(self, connection: Connection, schema: str | None = None) -> None:
        self._inspector = inspect(connection)
        self._dialect: Any = connection.dialect
        self._schema = self._dialect.normalize_name(schema) if schema and self._folds_case else schema

    def schemas(self) -> list[str]:
        return [self._spelled(name) for name in self._inspector.get_schema_names()]

    def tables(self) -> list[str]:
        return [self._spelled(name) for name in self._inspector.get_table_names(self._schema)]

    def views(self) -> dict[str, str | None]:
        names = self._inspector.get_view_names(self._schema)
        return {self._spelled(name): self._inspector.get_view_definition(name, self._schema) for name in names}

    def columns(self, only: str | None = None) -> Columns:
        from sqlalchemy.engine.reflection import ObjectKind

        wanted = [self._dialect.normalize_name(only) if self._folds_case else only] if only else None
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Did not recognize type", category=SAWarning)
            found = self._inspector.get_multi_columns(self._schema, kind=ObjectKind.ANY, filter_names=wanted)
        return {
            self._spelled(name): [_column(column, self._spelled(column["name"])) for column in columns]
            for (_schema, name), columns in found.items()
        }

    def primary_keys(self) -> dict[str, tuple[str, ...]]:
        found = self._inspector.get_multi_pk_constraint(self._schema)
        return {
            self._spelled(name): tuple(map(self._spelled, key.get("constrained_columns") or ()))
            for (_schema, name), key in found.items()
            if key
        }

    def foreign_keys(self) -> dict[str, list[Any]]:
        found = self._inspector.get_multi_foreign_keys(self._schema, **self._key_options)
        return {
            self._spelled(name): [self._spelled_key(key) for key in keys] for (_schema, name), keys in found.items()
        }

    def comments(self) -> dict[str, str]:
        from sqlalchemy.engine.reflection import ObjectKind

        try:
            found = self._inspector.get_multi_table_comment(self._schema, kind=ObjectKind.ANY)
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
        schema = key.get("referred_schema")
        return {
            **key,
            **columns,
            "referred_schema": self._spelled(schema) if schema else None,
            "referred_table": self._spelled(key["referred_table"]),
        }


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

    _key_options = {"postgresql_ignore_search_path": True}

    def __init__(self, connection: Connection, schema: str | None = None) -> None:
        super().__init__(connection, schema)
        self._connection = connection
        self._place = {"schema": schema or connection.dialect.default_schema_name}
        self._readable = _grouped(connection.execute(text(_POSTGRES_READABLE), self._place))

    def tables(self) -> list[str]:
        return [name for name in super().tables() if name in self._readable]

    def views(self) -> dict[str, str | None]:
        found = self._connection.execute(text(_POSTGRES_VIEWS), self._place)
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
  AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
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


_CATALOGS: dict[str, Callable[[Connection, str | None], Catalog]] = {
    "sqlite": SqliteCatalog,
    "duckdb": DuckdbCatalog,
    "postgresql": PostgresCatalog,
    "snowflake": SnowflakeCatalog,
    "mysql": MysqlCatalog,
    "mariadb": MysqlCatalog,
}
