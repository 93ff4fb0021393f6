"""Reading a database's schema with the asking user's rights, and keeping it for a day."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection

from tools.asker import Asker
from tools.deadline import Deadline
from tools.errors import ToolError
from tools.sql.catalog import catalog_of
from tools.sql.check_semantics import read_join
from tools.sql.database import Database
from tools.sql.identity import Identity
from tools.sql.joins import declared_joins, infer_joins
from tools.sql.policy import is_table_excluded, names_column
from tools.sql.profile import Profiler
from tools.sql.schema import Join, Schema, Table
from tools.sql.specs import PolicySpec, SemanticSpec
from tools.sql.views import readable_views

SECONDS = 60.0
"""How long reading a schema may take, its values included."""
TTL_SECONDS = 24 * 3600.0


def introspect(
    database: Database,
    policy: PolicySpec,
    semantic: SemanticSpec | None = None,
    *,
    asker: Asker | None = None,
    deadline: Deadline | None = None,
) -> Schema:
    """The tables, views, keys, joins and small sets of values that the asker may see.

    What policy excludes is as if it did not exist. Raises SourceError, or DeadlinePassed when time is over.
    """
    deadline = deadline or Deadline(SECONDS)
    with database.connection(deadline, SECONDS) as connection:
        reader = _Reader(connection, database, policy)
        tables, declared = reader.tables(), reader.foreign_keys()
    bare = Schema(source=database.name, dialect=database.dialect, tables=tables, taken_at=datetime.now(UTC))
    profiler = Profiler(database, bare, policy, asker or database.asker, deadline)
    schema = bare.model_copy(update={"tables": tuple(profiler.profiled(table) for table in tables)})
    joins = declared_joins(schema, declared)
    joins += tuple(j for j in _confirmed(semantic, schema) if j not in joins)
    suggestions = infer_joins(schema, joins, profiler)
    return schema.model_copy(update={"joins": joins, "suggestions": suggestions})


class SchemaCache:
    """Schemas in memory, by source and identity, until they are a day old. Thread-safe."""

    def __init__(self, ttl_seconds: float = TTL_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._ttl = ttl_seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: dict[_Key, _Kept] = {}

    def schema(self, database: Database, policy: PolicySpec, semantic: SemanticSpec | None, asker: Asker) -> Schema:
        """The schema, read again when it is too old or was taken under another policy."""
        with self._lock:
            kept = self._kept.get(_key(database, asker))
        if kept and kept.policy == policy and kept.semantic == semantic and self._clock() - kept.at < self._ttl:
            return kept.schema
        return self.refresh(database, policy, semantic, asker)

    def refresh(self, database: Database, policy: PolicySpec, semantic: SemanticSpec | None, asker: Asker) -> Schema:
        """The schema as it is now."""
        schema = introspect(database, policy, semantic, asker=asker)
        with self._lock:
            self._kept[_key(database, asker)] = _Kept(schema, policy, semantic, self._clock())
        return schema


_Key = tuple[str, str, Identity]


def _key(database: Database, asker: Asker) -> _Key:
    return database.name, asker.id, database.identity


@dataclass(frozen=True)
class _Kept:
    schema: Schema
    policy: PolicySpec
    semantic: SemanticSpec | None
    at: float


class _Reader:
    """What the database says of itself, without what policy excludes."""

    def __init__(self, connection: Connection, database: Database, policy: PolicySpec) -> None:
        self._catalog = catalog_of(connection)
        self._policy = policy
        views = self._catalog.views()
        self._views = readable_views(views, policy, database.dialect)
        wanted = {name.lower() for name in database.spec.tables}
        listed = sorted({*self._catalog.tables(), *views} - (set(views) - self._views))
        named = [name for name in listed if not wanted or name.lower() in wanted]
        self._names = [name for name in named if not is_table_excluded(name, policy)]

    def tables(self) -> tuple[Table, ...]:
        return tuple(table for name in self._names if (table := self._table(name)).columns)

    def foreign_keys(self) -> dict[str, list[Any]]:
        return {name: self._catalog.foreign_keys(name) for name in self._names if name not in self._views}

    def _table(self, name: str) -> Table:
        is_view = name in self._views
        key = () if is_view else self._catalog.primary_key(name)
        columns = tuple(
            column.model_copy(update={"is_key": column.name in key})
            for column in self._catalog.columns(name)
            if not names_column(self._policy.exclude_columns, name, column.name)
        )
        seen = {column.name for column in columns}
        return Table(name=name, columns=columns, primary_key=key if set(key) <= seen else (), is_view=is_view)


def _confirmed(semantic: SemanticSpec | None, schema: Schema) -> list[Join]:
    joins = []
    for text in semantic.joins if semantic else ():
        try:
            joins.append(read_join(text, schema))
        except ToolError:
            continue
    return joins
