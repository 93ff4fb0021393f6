"""A parsed statement in the spelling the guard reads: without what changes no result, or is written oddly."""

from collections.abc import Callable
from typing import Any

from sqlglot import Dialect, exp

from tools.sql.json_rows import name_json_rows
from tools.sql.walking import nodes_of


def tidied(tree: exp.Query, dialect: str) -> exp.Query:
    """The tree without what changes no result: optimizer and index hints, `FROM dual`."""
    for node in nodes_of(tree):
        if tidy := _TIDIES.get(type(node)):
            tidy(node, dialect)
    return tree


_MOMENTS = {"UTC_DATE": exp.UtcDate, "UTC_TIME": exp.UtcTime, "UTC_TIMESTAMP": exp.UtcTimestamp}


def _tidy_select(select: exp.Select, dialect: str) -> None:
    select.set("hint", None)
    select.set("operation_modifiers", None)
    source = select.args.get("from_")
    if dialect == "mysql" and source and source.this.name.lower() == "dual" and not select.args.get("joins"):
        select.set("from_", None)


def _tidy_table(table: exp.Table, dialect: str) -> None:
    table.set("hints", None)
    table.set("indexed", None)
    if partition := table.args.get("partition"):
        partition.set("expressions", [exp.to_identifier(name.name) for name in partition.expressions])
    name_json_rows(table, dialect)


def _call_moment(column: exp.Column, dialect: str) -> None:
    """MySQL knows these functions without parentheses as well."""
    moment = _MOMENTS.get(column.name.upper()) if dialect == "mysql" else None
    if moment and not column.table and not column.this.quoted:
        column.replace(moment())


def _read_bytes(node: exp.ByteString, dialect: str) -> None:
    if dialect == "postgres":
        node.replace(exp.Literal.string(node.name))


def _read_quoted_column(dot: exp.Dot, dialect: str) -> None:
    """SQLite reads quoted text before and after a dot as names."""
    parts = (dot.this, dot.expression)
    if dialect == "sqlite" and all(isinstance(part, exp.Literal) and part.is_string for part in parts):
        dot.replace(exp.column(dot.expression.name, table=dot.this.name, quoted=True))


def _read_quoted_path(arrow: exp.JSONExtract | exp.JSONExtractScalar, dialect: str) -> None:
    """SQLite reads a quoted name after `->` as a path."""
    path = arrow.expression
    if dialect == "sqlite" and isinstance(path, exp.Column) and not path.table and path.name.startswith("$"):
        path.replace(Dialect.get_or_raise(dialect).to_json_path(exp.Literal.string(path.name)))


def _restore_json_arrow(node: exp.Lambda, dialect: str) -> None:
    """Inside a call sqlglot reads `column -> '$.path'` as a lambda."""
    path, names = node.this, node.expressions
    if isinstance(path, exp.Literal) and len(names) == 1 and isinstance(names[0], exp.Identifier):
        steps = Dialect.get_or_raise(dialect).to_json_path(path)
        node.replace(exp.JSONExtract(this=exp.Column(this=names[0].copy()), expression=steps))


_TIDIES: dict[type[exp.Expr], Callable[[Any, str], None]] = {
    exp.Select: _tidy_select,
    exp.Table: _tidy_table,
    exp.Column: _call_moment,
    exp.ByteString: _read_bytes,
    exp.Dot: _read_quoted_column,
    exp.JSONExtract: _read_quoted_path,
    exp.JSONExtractScalar: _read_quoted_path,
    exp.Lambda: _restore_json_arrow,
}
