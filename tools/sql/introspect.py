"""Reading a database's schema with the asking user's rights."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection

from tools.asker import Asker
from tools.deadline import Deadline
from tools.errors import ToolError
from tools.sql.catalog import catalog_of
from tools.sql.check_semantics import read_join
from tools.sql.database import Database
from tools.sql.joins import KeyLooks, Side, declared_joins, infer_joins
from tools.sql.policy import is_table_excluded, names_column
from tools.sql.profile import Profiler
from tools.sql.schema import Column, Join, Schema, Table
from tools.sql.specs import PolicySpec, SemanticSpec
from tools.sql.views import readable_views

SECONDS = 60.0
"""How long reading a schema may take, its values included."""
MOST_PROFILED = 100
"""Of a schema with more tables, only the rows of those that a question needs are looked at."""

_WORD = re.compile(r"\w+")


def introspect(
    database: Database,
    policy: PolicySpec,
    semantic: SemanticSpec | None = None,
    *,
    asker: Asker | None = None,
    deadline: Deadline | None = None,
) -> Schema:
    """The tables, views, keys, joins and small sets of values that the asker may see.

    Of a schema with more than MOST_PROFILED tables no rows are looked at; `profiled` does that for single tables. What
    policy excludes is as if it did not exist. Raises SourceError, or DeadlinePassed when time is over.
    """
    deadline = deadline or Deadline(SECONDS)
    with database.connection(deadline, SECONDS) as connection:
        reader = _Reader(connection, database, policy)
        tables, declared = reader.tables(), reader.foreign_keys()
    schema = Schema(
        source=database.name,
        dialect=database.dialect,
        tables=tables,
        taken_at=datetime.now(UTC),
        home=database.home_schema,
    )
    looks: KeyLooks = _NoLooks()
    if len(tables) <= MOST_PROFILED:
        looks = Profiler(database, schema, policy, asker or database.asker, deadline)
        schema = schema.model_copy(update={"tables": tuple(looks.profiled(table) for table in tables)})
    joins = declared_joins(schema, declared)
    known = [{j.left, j.right} for j in joins]
    joins += tuple(j for j in _confirmed(semantic, schema) if {j.left, j.right} not in known)
    suggestions = infer_joins(schema, joins, looks)
    return schema.model_copy(update={"joins": joins, "suggestions": suggestions})


def all_columns(database: Database, deadline: Deadline | None = None) -> dict[str, list[str]]:
    """Every table and view with its columns, also those that policy excludes: for checking a policy, for no asker."""
    with database.connection(deadline or Deadline(SECONDS), SECONDS) as connection:
        columns = catalog_of(connection, database.home_schema, database.spec.further_schemas).columns()
    return {table: [column.name for column in listed] for table, listed in columns.items()}


def profiled(
    database: Database, schema: Schema, policy: PolicySpec, names: Iterable[str], *, asker: Asker, deadline: Deadline
) -> list[Table]:
    """Tables of a schema with their values and numbers of rows, as far as time allows."""
    profiler = Profiler(database, schema, policy, asker, deadline)
    found = []
    for table in filter(None, map(schema.table, names)):
        if deadline.is_over:
            break
        found.append(profiler.profiled(table).model_copy(update={"is_profiled": True}))
    return found


class _NoLooks:
    """Joins of a large schema are judged by their names only."""

    def share_found(self, left: Side, right: Side) -> None:
        return None

    def is_unique(self, side: Side) -> None:
        return None


class _Reader:
    """What the database says of itself, without what policy excludes."""

    def __init__(self, connection: Connection, database: Database, policy: PolicySpec) -> None:
        self._catalog = catalog_of(connection, database.home_schema, database.spec.further_schemas)
        self._policy = policy
        hidden = (*policy.exclude_tables, *policy.exclude_columns)
        self._hidden = {name.lower().rpartition(".")[2] for name in hidden}
        views = self._catalog.views()
        self._views = readable_views(views, policy, database.dialect, database.home_schema)
        wanted = {name.lower() for name in database.spec.tables}
        listed = sorted({*self._catalog.tables(), *views} - (set(views) - self._views))
        named = [name for name in listed if not wanted or {name.lower(), self._all_of(name)} & wanted]
        self._names = [name for name in named if not is_table_excluded(name, policy)]

    def tables(self) -> tuple[Table, ...]:
        columns, keys, comments = self._catalog.columns(), self._catalog.primary_keys(), self._catalog.comments()
        is_bare = len(self._names) > MOST_PROFILED
        tables = (
            self._table(
                name, columns.get(name, ()), keys.get(name, ()), comments.get(name, ""), is_profiled=not is_bare
            )
            for name in self._names
        )
        return tuple(table for table in tables if table.columns)

    def _all_of(self, name: str) -> str:
        """How all tables of a table's schema are listed at once: `crm.*`."""
        return f"{self._catalog.qualifier(name)}.*".lower()

    def foreign_keys(self) -> dict[str, list[Any]]:
        keys = self._catalog.foreign_keys()
        return {name: keys[name] for name in self._names if name not in self._views and name in keys}

    def _table(
        self, name: str, listed: Sequence[Column], declared: tuple[str, ...], comment: str, *, is_profiled: bool
    ) -> Table:
        is_view = name in self._views
        key = () if is_view else declared
        hidden = self._policy.exclude_columns
        columns = tuple(
            self._column(column, is_key=column.name in key)
            for column in listed
            if not (hidden and names_column(hidden, name, column.name))
        )
        seen = {column.name for column in columns}
        return Table(
            name=name,
            columns=columns,
            primary_key=key if set(key) <= seen else (),
            qualifier=self._catalog.qualifier(name),
            is_view=is_view,
            comment=self._said(comment),
            is_profiled=is_profiled,
        )

    def _column(self, column: Column, *, is_key: bool) -> Column:
        comment = self._said(column.comment)
        if not is_key and comment == column.comment:
            return column
        return column.model_copy(update={"is_key": is_key, "comment": comment})

    def _said(self, comment: str) -> str:
        """A comment, unless it tells of what policy excludes."""
        if not comment or not self._hidden:
            return comment
        return "" if self._hidden & {word.lower() for word in _WORD.findall(comment)} else comment


def _confirmed(semantic: SemanticSpec | None, schema: Schema) -> list[Join]:
    joins = []
    for text in semantic.joins if semantic else ():
        try:
            joins.append(read_join(text, schema))
        except ToolError:
            continue
    return joins
