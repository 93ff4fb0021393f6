"""Resolving every name of a statement against the schema, so that what runs names only what may be read."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import OptimizeError
from sqlglot.optimizer.qualify import qualify
from sqlglot.optimizer.scope import Scope, traverse_scope
from sqlglot.schema import MappingSchema

from tools.sql.errors import StatementRefused, UnknownColumn, UnknownTable
from tools.sql.json_rows import JSON_COLUMNS, is_json_rows
from tools.sql.nearest import nearest_columns, nearest_tables
from tools.sql.outputs import name_outputs, written_aliases
from tools.sql.schema import Column, Schema, Table

BASE_TABLE = "is_base_table"
"""Set in the `meta` of a table node that stands for a table of the database, not for a CTE."""

_NAMELESS = ""
"""What qualify takes a function in FROM for."""
_QUALIFY_MESSAGES = re.compile(r"(?:Unknown column: |Column ')([^\s']+)|Cannot automatically join: (\S+)")


def resolve(tree: exp.Query, schema: Schema, dialect: str) -> exp.Query:
    """A copy with every table, column and `*` written out; raises UnknownTable, UnknownColumn, StatementRefused.

    Names are compared without regard to case and come back as the database spells them.
    """
    aliases = written_aliases(tree)
    quoted = {i.name.lower() for i in tree.find_all(exp.Identifier) if i.args.get("quoted")}
    resolved = tree.copy()
    _lower(resolved)
    names = _Names(schema, tuple(_known_tables(resolved, schema)), frozenset(quoted))
    try:
        resolved = qualify(
            resolved,
            dialect=dialect,
            schema=_mapping(schema, names.used, dialect),
            validate_qualify_columns=False,
            identify=True,
        )
    except OptimizeError as cause:
        raise names.unresolved(cause) from cause
    _check_joins(resolved)
    _settle(resolved, names)
    name_outputs(resolved, aliases, dialect)
    return resolved


def base_table(scope: Scope | None, alias: str, schema: Schema) -> Table | None:
    """The table of the database that an alias stands for in a scope or around it; None for a CTE or subquery."""
    source = _source(scope, alias)
    return schema.table(source.name) if isinstance(source, exp.Table) else None


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
    quoted: frozenset[str]

    def unknown(self, column: str) -> UnknownColumn:
        hint = " Text values stand in single quotes." if column in self.quoted else ""
        return UnknownColumn(column, nearest_columns(self.schema, column, self.used), hint)

    def unresolved(self, error: OptimizeError) -> StatementRefused:
        text = str(error).splitlines()[0]
        if match := _QUALIFY_MESSAGES.search(text):
            return self.unknown((match[1] or match[2]).strip('"`.'))
        return StatementRefused(f"A name in the statement cannot be resolved: {text}")


def _lower(tree: exp.Query) -> None:
    for identifier in tree.find_all(exp.Identifier):
        if not isinstance(identifier.parent, exp.Anonymous | exp.AnonymousAggFunc):
            identifier.set("this", identifier.name.lower())
            identifier.set("quoted", True)


def _known_tables(tree: exp.Query, schema: Schema) -> list[str]:
    """Mark the tables of the database among the sources, and return their names; raises for any other source."""
    seen: set[int] = set()
    used = []
    for scope in traverse_scope(tree):
        for alias, node in scope.references:
            source = scope.sources.get(alias)
            if not isinstance(node, exp.Table) or source is None:
                continue
            seen.add(id(node))
            if isinstance(source, exp.Table) and not is_json_rows(node, schema.dialect):
                used.append(_mark(node, schema))
    for table in tree.find_all(exp.Table):
        if id(table) not in seen:
            raise UnknownTable(table.name, nearest_tables(schema, table.name))
    return used


def _mark(node: exp.Table, schema: Schema) -> str:
    table = schema.table(node.name)
    if table is None or node.args.get("db") or node.args.get("catalog"):
        raise UnknownTable(".".join(part.name for part in node.parts), nearest_tables(schema, node.name))
    node.meta[BASE_TABLE] = True
    return table.name


def _mapping(schema: Schema, used: Iterable[str], dialect: str) -> MappingSchema:
    tables: dict[str, object] = {
        table.name.lower(): {column.name.lower(): _TYPES.get(column.kind, "unknown") for column in table.columns}
        for name in used
        if (table := schema.table(name))
    }
    if dialect == "sqlite":
        tables[_NAMELESS] = dict.fromkeys(JSON_COLUMNS, "unknown")
    return MappingSchema(tables, dialect=dialect, normalize=False)


_TYPES = {"integer": "bigint", "float": "double", "datetime": "timestamp", "other": "unknown"}


def _check_joins(tree: exp.Query) -> None:
    for join in tree.find_all(exp.Join):
        if join.method == "NATURAL" or join.args.get("using"):
            raise StatementRefused("Join with ON and named columns; NATURAL and USING find no common column here.")


def _settle(tree: exp.Query, names: _Names) -> None:
    """Give base tables and columns the database's spelling; raises for a column that nothing in scope provides."""
    seen: set[int] = set()
    for scope in traverse_scope(tree):
        for column in scope.columns:
            if column.table:
                seen.add(id(column))
                _settle_column(scope, column, names)
    for column in tree.find_all(exp.Column):
        if id(column) not in seen and not _is_output_name(column):
            raise names.unknown(column.name)
    for table in tree.find_all(exp.Table):
        if table.meta.get(BASE_TABLE) and (known := names.schema.table(table.name)):
            table.this.set("this", known.name)


def _settle_column(scope: Scope, column: exp.Column, names: _Names) -> None:
    source = _source(scope, column.table)
    if is_json_rows(source, names.schema.dialect):
        if column.name not in JSON_COLUMNS:
            raise names.unknown(column.name)
    elif isinstance(source, exp.Table):
        table = names.schema.table(source.name)
        known = table.column(column.name) if table else None
        if known is None:
            raise names.unknown(column.name)
        column.this.set("this", known.name)
    elif source is None or column.name not in _outputs(source):
        raise names.unknown(column.name)


def _is_output_name(column: exp.Column) -> bool:
    """Whether a bare name in ORDER BY or DISTINCT ON is one of the query's own results."""
    part = column.find_ancestor(exp.Order, exp.Distinct, exp.Query)
    query = part.parent if isinstance(part, exp.Order | exp.Distinct) else None
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
