"""SQL expressions over `table.column`, bound to a schema."""

import re

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from tools.errors import ToolError
from tools.sql.columns import column_node, find_column, node_text, quoted_if_odd, row_column
from tools.sql.schema import Schema

_AGGREGATES = ("sum", "avg", "min", "max", "count", "count_distinct")
_CALL = re.compile(r"\s*([a-z_]+)\s*\(\s*(distinct\s+)?(.+?)\s*\)\s*", re.IGNORECASE)


def parse_expression(text: str, schema: Schema) -> exp.Expr:
    """An SQL expression over `table.column` as a tree whose columns are those of the schema.

    Raises ToolError when it does not parse, UnknownTerm or SeveralReadings for its names.
    """
    return _plain_aggregate(text, schema) or bind_columns(_parsed(text, schema), schema)


def bind_columns(tree: exp.Expr, schema: Schema) -> exp.Expr:
    """The tree with every column qualified and spelt as in the schema, and `count(table)` as a count of its rows."""

    def bind(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Count) and isinstance(node.this, exp.Column) and schema.table(node.this.sql()):
            return count_of_rows(schema, node.this.sql())
        if not isinstance(node, exp.Column) or isinstance(node.this, exp.Star):
            return node
        return column_node(*find_column(schema, ".".join(part.name for part in node.parts)))

    return tree.transform(bind)


def aggregates(tree: exp.Expr) -> list[exp.Expr]:
    """The outermost aggregate calls of an expression, in order."""
    if isinstance(tree, exp.AggFunc) or (isinstance(tree, exp.Anonymous) and tree.name.lower() == "total"):
        return [tree]
    return [found for child in tree.iter_expressions() for found in aggregates(child)]


def column_texts(tree: exp.Expr) -> tuple[str, ...]:
    """The bound columns of an expression, each once, in order."""
    return tuple(dict.fromkeys(node_text(node) for node in tree.find_all(exp.Column, bfs=False) if node.table))


def tables_in(tree: exp.Expr) -> tuple[str, ...]:
    """The tables whose columns an expression uses, each once, in order."""
    return tuple(dict.fromkeys(node.table for node in tree.find_all(exp.Column, bfs=False) if node.table))


def count_of_rows(schema: Schema, table: str) -> exp.Expr:
    """The row count of a table as a tree."""
    found = schema.table(table)
    if found is None:
        raise ToolError(f"There is no table `{table}`.")
    return exp.Count(this=column_node(found, row_column(found)))


def _plain_aggregate(text: str, schema: Schema) -> exp.Expr | None:
    call = _CALL.fullmatch(text)
    if not call or call[1].lower() not in _AGGREGATES:
        return None
    function, inner = call[1].lower(), call[3]
    if function == "count" and not call[2] and schema.table(inner):
        return count_of_rows(schema, inner)
    table = schema.table(inner.rpartition(".")[0])
    is_column = table is not None and table.column(inner.rpartition(".")[2]) is not None
    if not is_column and not re.fullmatch(r"[\w.$]+", inner):
        return None
    column = column_node(*find_column(schema, inner))
    if call[2] or function == "count_distinct":
        distinct = exp.Distinct(expressions=[column])
        return exp.Count(this=distinct) if function.startswith("count") else exp.func(function, distinct)
    return exp.func(function, column)


def _parsed(text: str, schema: Schema) -> exp.Expr:
    quoted = text
    for table in schema.tables:
        for column in table.columns:
            plain, safe = f"{table.name}.{column.name}", f"{quoted_if_odd(table.name)}.{quoted_if_odd(column.name)}"
            if plain != safe and "." not in table.name:
                quoted = quoted.replace(plain, safe)
    try:
        dialect = schema.dialect if quoted == text else None
        return sqlglot.parse_one(quoted, dialect=dialect).transform(_as_meant)
    except SqlglotError as error:
        raise ToolError(f"`{text}` is not an SQL expression over `table.column`.") from error


def _as_meant(node: exp.Expr) -> exp.Expr:
    """`count_distinct(x)` as SQL has it, and divisions that keep fractions, as a measure's author means them."""
    if isinstance(node, exp.Div):
        return exp.Div(this=node.this, expression=node.expression)
    if isinstance(node, exp.Anonymous) and node.name.lower() == "count_distinct":
        return exp.Count(this=exp.Distinct(expressions=node.expressions))
    return node
