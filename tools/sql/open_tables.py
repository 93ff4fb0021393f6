"""Tables of which only the names are known: a statement may read any column of them."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

from tools.sql.schema import Column, Schema, Table

_WITHOUT_WHOLE_ROWS = ("mysql", "sqlite")
"""Dialects in which a table's name cannot stand for its row."""


class OpenTable(Table):
    """A table that has every column; `database` is the qualifier it must be named with, if any."""

    database: str = ""

    def column(self, name: str) -> Column | None:
        """A column of that name."""
        return Column(name=name, type="unknown")


def open_schema(names: Iterable[str], dialect: str) -> Schema:
    """A schema of tables written `table` or `database.table`, any column of which may be read."""
    tables = tuple(_open(name.strip()) for name in names if name.strip())
    return Schema(source="", dialect=dialect, tables=tables, taken_at=datetime.now(UTC))


def columns_read(tree: exp.Query, tables: Mapping[int, Table], dialect: str) -> dict[str, set[str]]:
    """The columns that a statement in lower case reads of its open tables, by the table's name.

    `tables` holds what each table node stands for, by its id. A bare name that could belong to several open tables is
    taken for a column of the first.
    """
    read: dict[str, set[str]] = {table.name: set() for table in tables.values() if isinstance(table, OpenTable)}
    scopes = traverse_scope(tree) if read else []
    for scope in scopes:
        for column in scope.columns:
            if column.table and (table := _named(scope, column.table, tables)):
                read[table.name].add(column.name)
        for join in scope.find_all(exp.Join):
            for table in _open_sources(scope, tables).values():
                read[table.name].update(name.name for name in join.args.get("using") or ())
    for scope in reversed(scopes):
        for column in scope.columns:
            if not column.table and (table := _first(scope, column, tables, read, dialect)):
                read[table.name].add(column.name)
    return read


def _open(name: str) -> OpenTable:
    database, _dot, _table = name.rpartition(".")
    return OpenTable(name=name, columns=(), database=database)


def _open_sources(scope: Scope, tables: Mapping[int, Table]) -> dict[str, OpenTable]:
    found = {alias: tables.get(id(source)) for alias, source in scope.sources.items()}
    return {alias: table for alias, table in found.items() if isinstance(table, OpenTable)}


def _named(scope: Scope | None, alias: str, tables: Mapping[int, Table]) -> OpenTable | None:
    while scope is not None and alias not in scope.sources:
        scope = scope.parent
    return _open_sources(scope, tables).get(alias) if scope else None


def _first(
    scope: Scope, column: exp.Column, tables: Mapping[int, Table], read: Mapping[str, set[str]], dialect: str
) -> OpenTable | None:
    """The open table to which a bare name belongs, unless it stands for something else in the scope."""
    name, around = column.name, scope
    if _is_alias(scope, column) or (dialect not in _WITHOUT_WHOLE_ROWS and name in scope.sources):
        return None
    while around is not None:
        known = [tables.get(id(source)) for source in around.sources.values()]
        if any(isinstance(table, OpenTable) and name in read[table.name] for table in known):
            return None
        if any(table and not isinstance(table, OpenTable) and table.column(name) for table in known):
            return None
        if any(isinstance(s, Scope) and name in _outputs(s) for s in around.sources.values()):
            return None
        if found := list(_open_sources(around, tables).values()):
            return found[0]
        around = around.parent
    return None


def _outputs(scope: Scope) -> list[str]:
    query = scope.expression
    alias = query.parent.args.get("alias") if query.parent else None
    if isinstance(alias, exp.TableAlias) and alias.columns:
        return [column.name for column in alias.columns]
    return list(query.named_selects) if isinstance(query, exp.Query) else []


def _is_alias(scope: Scope, column: exp.Column) -> bool:
    """Whether a name outside the list of columns is that of a result."""
    query = scope.expression
    aliases = {p.alias for p in query.selects if isinstance(p, exp.Alias)} if isinstance(query, exp.Query) else set()
    return column.name in aliases and column.find_ancestor(exp.Group, exp.Order, exp.Having, exp.Query) is not query
