"""Resolving every name of a statement against the schema, so that what runs names only what may be read."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlglot import exp
from sqlglot.errors import OptimizeError
from sqlglot.optimizer.qualify_columns import qualify_columns
from sqlglot.optimizer.qualify_tables import qualify_tables
from sqlglot.optimizer.scope import Scope, traverse_scope

from tools.sql.dialects import reader_of_names
from tools.sql.errors import StatementRefused, UnknownColumn, UnknownTable
from tools.sql.json_rows import JSON_COLUMNS, is_json_rows
from tools.sql.known_columns import KnownColumns
from tools.sql.nearest import nearest_columns, nearest_tables
from tools.sql.open_tables import GUESSED, OpenTable, place_columns
from tools.sql.outputs import name_outputs, written_aliases
from tools.sql.qualified import has_qualified, part_namesakes
from tools.sql.schema import Column, Schema, Table
from tools.sql.stumbling import refusing_stumbles
from tools.sql.table_names import spell, table_named, written_name
from tools.sql.walking import copied, nodes_of

BASE_TABLE = "is_base_table"
"""Set in the `meta` of a table node that stands for a table of the database, not for a CTE."""

_NAMING_RESULTS = frozenset({exp.Alias, exp.Group, exp.Having, exp.Qualify})
"""Without any of these nothing can speak of a result by its name, save ORDER BY."""
_QUALIFY_MESSAGES = re.compile(r"(?:Unknown column: |Column ')([^\s']+)|Cannot automatically join: (\S+)")


def resolve(tree: exp.Query, schema: Schema, dialect: str) -> exp.Query:
    """A copy with every table, column and `*` written out; raises UnknownTable, UnknownColumn, StatementRefused.

    Names are compared without regard to case and come back as the database spells them.
    """
    resolved = copied(tree)
    nodes = nodes_of(resolved)
    aliases = written_aliases(nodes)
    quoted = _lower(nodes)
    if has_qualified(nodes):
        part_namesakes(nodes, schema)
    names_results = any(type(node) in _NAMING_RESULTS for node in nodes)
    tables: dict[int, Table] = {}
    with refusing_stumbles(dialect):
        resolved = qualify_tables(
            resolved, dialect=reader_of_names(dialect), on_qualify=lambda node: _mark(node, schema, tables)
        )
    used = tuple(dict.fromkeys(table.name for table in tables.values()))
    joined = place_columns(resolved, tables, dialect)
    names = _Names(schema, used, quoted, is_open=bool(joined))
    known = KnownColumns(tables.values(), joined, dialect)
    with refusing_stumbles(dialect):
        try:
            resolved = qualify_columns(resolved, known, expand_alias_refs=not names.is_open and names_results)
        except OptimizeError as cause:
            raise names.unresolved(cause) from cause
    _settle(resolved, names)
    name_outputs(resolved, aliases, dialect)
    return resolved


def base_table(scope: Scope | None, alias: str, schema: Schema) -> Table | None:
    """The table of the database that an alias stands for in a scope or around it; None for a CTE or subquery."""
    source = _source(scope, alias)
    return table_named(source, schema) if isinstance(source, exp.Table) else None


def base_column(scope: Scope, column: exp.Column, schema: Schema) -> tuple[Table, Column] | None:
    """The table and column of the database behind a column; None for one that a CTE or subquery computes."""
    table = base_table(scope, column.table, schema)
    found = table.column(column.name) if table else None
    return (table, found) if table and found else None


@dataclass(frozen=True)
class _Names:
    """What a name that cannot be resolved may have meant."""

    schema: Schema
    used: tuple[str, ...]
    quoted: Mapping[str, str]
    """The names that were written in quotes, by their lower case."""
    is_open: bool
    """Whether the columns of a table are not known."""

    def unknown(self, column: str) -> UnknownColumn:
        hint = " Text values stand in single quotes." if column in self.quoted else ""
        return UnknownColumn(column, nearest_columns(self.schema, column, self.used), hint)

    def unresolved(self, error: OptimizeError) -> StatementRefused:
        text = str(error).splitlines()[0]
        if match := _QUALIFY_MESSAGES.search(text):
            return self.unknown((match[1] or match[2]).strip('"`.'))
        return StatementRefused(f"A name in the statement cannot be resolved: {text}")


def _lower(nodes: Iterable[exp.Expr]) -> dict[str, str]:
    """Write every name in lower case and quoted; returns the names that were quoted, by their lower case."""
    quoted = {}
    for node in nodes:
        if type(node) is exp.Identifier and not isinstance(node.parent, _UNCLASSED):
            name = node.args["this"]
            lower = name.lower()
            if node.args.get("quoted"):
                quoted[lower] = name
            node.args.update(this=lower, quoted=True)
    return quoted


_UNCLASSED = (exp.Anonymous, exp.AnonymousAggFunc)


def _mark(node: exp.Table, schema: Schema, tables: dict[int, Table]) -> None:
    """Mark a source as a table of the database, and note which; raises UnknownTable when it is none."""
    if is_json_rows(node, schema.dialect):
        return
    table = table_named(node, schema)
    if table is None or node.catalog:
        raise UnknownTable(".".join(part.name for part in node.parts), nearest_tables(schema, node.name))
    node.meta[BASE_TABLE] = True
    tables[id(node)] = table
    if node.db:
        _name_as_one(node, written_name(node, schema))


def _name_as_one(node: exp.Table, name: str) -> None:
    """Let a qualified table be one name while columns are resolved."""
    node.set("db", None)
    node.this.set("this", name)


def _settle(tree: exp.Query, names: _Names) -> None:
    """Quote names and give base tables and columns the database's spelling; raises for a column that nothing in scope
    provides.
    """
    nodes = nodes_of(tree)
    if not names.is_open:
        _check_joins(nodes)
    seen: set[int] = set()
    for scope in traverse_scope(tree):
        seen.update(id(node) for alias, node in scope.references if _is_known_source(scope.sources.get(alias), names))
        for column in scope.columns:
            if column.table:
                seen.add(id(column))
                _settle_column(scope, column, names)
    for node in nodes:
        kind: Any = type(node)
        if settle := _settling(kind):
            settle(node, names, is_seen=id(node) in seen)


def _is_known_source(source: exp.Expr | Scope | None, names: _Names) -> bool:
    if isinstance(source, exp.Table) and not is_json_rows(source, names.schema.dialect):
        return source.meta.get(BASE_TABLE) is True
    return source is not None


def _settle_identifier(node: exp.Identifier, _names: _Names, *, is_seen: bool) -> None:
    if not node.args.get("quoted") and not isinstance(node.parent, exp.Func):
        node.set("quoted", True)


def _settle_reference(node: exp.Column, names: _Names, *, is_seen: bool) -> None:
    if not is_seen and not isinstance(node.this, exp.Star) and not _is_output_name(node, names):
        raise names.unknown(node.name)
    if names.is_open and node.meta.get(GUESSED):
        node.set("table", None)


def _settle_star(node: exp.Star, names: _Names, *, is_seen: bool) -> None:
    if not names.is_open and not isinstance(node.parent, exp.Count):
        raise StatementRefused("What `*` stands for is not known here; name the columns.")


def _settle_table(node: exp.Table, names: _Names, *, is_seen: bool) -> None:
    if not is_seen:
        raise UnknownTable(node.name, nearest_tables(names.schema, node.name))
    if node.meta.get(BASE_TABLE) and (known := names.schema.table(node.name)):
        spell(node, known)


@cache
def _settling(kind: type[exp.Expr]) -> Callable[..., None] | None:
    return next((settle for settled, settle in _SETTLES.items() if issubclass(kind, settled)), None)


_SETTLES: dict[type[exp.Expr], Callable[..., None]] = {
    exp.Identifier: _settle_identifier,
    exp.Column: _settle_reference,
    exp.Star: _settle_star,
    exp.Table: _settle_table,
}


def _check_joins(nodes: Iterable[exp.Expr]) -> None:
    for join in nodes:
        if isinstance(join, exp.Join) and (join.method == "NATURAL" or join.args.get("using")):
            raise StatementRefused("Join with ON and named columns; NATURAL and USING find no common column here.")


def _settle_column(scope: Scope, column: exp.Column, names: _Names) -> None:
    source, name = _source(scope, column.table), column.name
    if is_json_rows(source, names.schema.dialect):
        if name not in JSON_COLUMNS:
            raise names.unknown(name)
    elif isinstance(source, exp.Table):
        table = names.schema.table(source.name)
        known = table.column(name) if table else None
        if known is None:
            raise names.unknown(name)
        column.this.set("this", names.quoted.get(name, known.name) if isinstance(table, OpenTable) else known.name)
    elif source is None or not _provides(source, name, names):
        raise names.unknown(name)


def _provides(source: Scope, name: str, names: _Names) -> bool:
    outputs = _outputs(source)
    return name in outputs or (names.is_open and "*" in outputs)


_AFTER = (exp.Order, exp.Distinct, exp.Group, exp.Having, exp.Qualify)


def _is_output_name(column: exp.Column, names: _Names) -> bool:
    """Whether a bare name in ORDER BY or DISTINCT ON, or in what is not traced to columns, is a result of the query."""
    part = column.find_ancestor(*_AFTER, exp.Query)
    is_after = isinstance(part, exp.Order | exp.Distinct) or (names.is_open and isinstance(part, _AFTER))
    query = part.parent if part and is_after else None
    return not column.table and isinstance(query, exp.Query) and column.name in query.named_selects


def _source(scope: Scope | None, alias: str) -> exp.Table | Scope | None:
    while scope is not None:
        if alias in scope.sources:
            return scope.sources[alias]
        scope = scope.parent
    return None


def _outputs(scope: Scope) -> list[str]:
    query = scope.expression
    holder = query if isinstance(query, exp.UDTF) else query.parent
    alias = holder.args.get("alias") if holder else None
    if isinstance(alias, exp.TableAlias) and alias.columns:
        return [column.name for column in alias.columns]
    selects = query.this.unnest() if isinstance(query, exp.Lateral) else query
    return list(selects.named_selects) if isinstance(selects, exp.Query | exp.UDTF) else []
