"""Tables of which only the names are known: a statement may read any column of them."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

from tools.sql.schema import Column, Schema, Table

GUESSED = "is_guessed"
"""Set in the `meta` of a column whose table could be another one."""

_WITHOUT_WHOLE_ROWS = ("mysql", "sqlite")
"""Dialects in which a table's name cannot stand for its row."""


class OpenTable(Table):
    """A table that has every column."""

    def column(self, name: str) -> Column | None:
        """A column of that name."""
        return Column(name=name, type="unknown")


def open_schema(names: Iterable[str], dialect: str) -> Schema:
    """A schema of tables written `table` or `database.table`, any column of which may be read."""
    tables = tuple(_open(name.strip()) for name in names if name.strip())
    return Schema(source="", dialect=dialect, tables=tables, taken_at=datetime.now(UTC))


def place_columns(tree: exp.Query, tables: Mapping[int, Table], dialect: str) -> dict[str, set[str]]:
    """Give bare names in a statement in lower case the open table they may belong to, and mark them as GUESSED where
    they may belong to another source; returns the columns that each open table must have, for its joins.

    `tables` holds what each table node stands for, by its id.
    """
    joined: dict[str, set[str]] = {table.name: set() for table in tables.values() if isinstance(table, OpenTable)}
    for scope in traverse_scope(tree) if joined else ():
        shared = {name.name for join in scope.find_all(exp.Join) for name in join.args.get("using") or ()}
        for source in scope.sources.values():
            if isinstance(table := tables.get(id(source)), OpenTable):
                joined[table.name] |= shared
        outputs = _aliases(scope)
        around = () if dialect in _WITHOUT_WHOLE_ROWS else _around(scope)
        whole_rows = {alias for each in around for alias in each.sources}
        for column in scope.find_all(exp.Column):
            if column.table or column.name in {"*", *shared, *whole_rows}:
                continue
            if column.name not in outputs or not _may_be_output(column, scope):
                _place(column, scope, tables)
    return joined


_AFTER = (exp.Group, exp.Order, exp.Having, exp.Qualify)
"""Where a name may be that of a result."""


def _open(name: str) -> OpenTable:
    database, _dot, _table = name.rpartition(".")
    return OpenTable(name=name, columns=(), qualifier=database)


def _aliases(scope: Scope) -> set[str]:
    query = scope.expression
    return {p.alias for p in query.selects if isinstance(p, exp.Alias)} if isinstance(query, exp.Query) else set()


def _may_be_output(column: exp.Column, scope: Scope) -> bool:
    part = column.find_ancestor(*_AFTER, exp.Query)
    return part is not None and part.parent is scope.expression


def _place(column: exp.Column, scope: Scope, tables: Mapping[int, Table]) -> None:
    around = list(_around(scope))
    known = [alias for each in around for alias, source in each.sources.items() if _has(source, column.name, tables)]
    opened = [
        alias
        for each in around
        for alias, source in each.sources.items()
        if isinstance(tables.get(id(source)), OpenTable)
    ]
    for alias in (known or opened)[:1]:
        column.set("table", exp.to_identifier(alias, quoted=True))
        if sum(len(each.sources) for each in around) > 1:
            column.meta[GUESSED] = True


def _around(scope: Scope) -> Iterator[Scope]:
    """A scope and those whose columns it may read, the nearest first."""
    yield scope
    while scope.can_be_correlated and scope.parent:
        scope = scope.parent
        yield scope


def _has(source: exp.Expr | Scope, name: str, tables: Mapping[int, Table]) -> bool:
    """Whether a source is known to have a column of that name."""
    if isinstance(source, Scope):
        query = source.expression
        alias = query.parent.args.get("alias") if query.parent else None
        if isinstance(alias, exp.TableAlias) and alias.columns:
            return name in {column.name for column in alias.columns}
        return isinstance(query, exp.Query) and name in query.named_selects
    table = tables.get(id(source))
    return table is not None and not isinstance(table, OpenTable) and table.column(name) is not None
