"""The names of the columns a statement returns."""

import re
from collections.abc import Iterable
from typing import Any

from sqlglot import exp

from tools.sql.dialects import plain_name, render

_UNNAMED = re.compile(r"_col_\d+$")
_CALLED = re.compile(r"(\w+)\(")
_NAMED = (exp.Alias, exp.Column)


def first_select(tree: exp.Expr) -> exp.Select | None:
    """The SELECT that names the result's columns: the leftmost of a set operation."""
    query: exp.Expr = tree
    while isinstance(query, exp.SetOperation | exp.Subquery):
        query = query.this
    return query if isinstance(query, exp.Select) else None


def written_aliases(nodes: Iterable[exp.Expr]) -> dict[str, str]:
    """Each alias as its author spelled it, by its lower case."""
    names: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, _NAMED):
            name = node.alias_or_name
            names.setdefault(name.lower(), name)
    return names


def name_outputs(tree: exp.Query, aliases: dict[str, str], dialect: str) -> None:
    """Give every column of the result a name of its own that a reader understands."""
    select = first_select(tree)
    if select is None:
        return
    renamed: dict[str, str] = {}
    taken: set[str] = set()
    for position, projection in enumerate(select.expressions, 1):
        if isinstance(projection, exp.Alias):
            name = _free(_name(projection, aliases, dialect) or f"column_{position}", taken)
            renamed.setdefault(projection.alias, name)
            projection.set("alias", exp.Identifier(this=name, quoted=True))
    _rename_references(tree, renamed)


def _name(projection: exp.Alias, aliases: dict[str, str], dialect: str) -> str:
    if not _UNNAMED.match(projection.alias):
        column = projection.this
        if isinstance(column, exp.Column) and column.name.lower() == projection.alias:
            return aliases.get(projection.alias, column.name) if column.name.islower() else column.name
        return aliases.get(projection.alias, projection.alias)
    column = projection.this.find(exp.Column)
    return "_".join([_called(projection.this, dialect), column.name if column else ""]).strip("_")


_LED = (exp.Add, exp.Sub, exp.Mul, exp.Div, exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Window, exp.Filter)
"""What every dialect begins with its first operand."""
_UNCALLED = (exp.Literal, exp.Column, exp.Paren, exp.Neg, exp.Subquery, exp.Case, exp.Null, exp.Boolean)
"""What no dialect begins with a name before a parenthesis."""


def _called(node: exp.Expr, dialect: str) -> str:
    """The function that an expression begins with, as the dialect writes it; empty for others."""
    while isinstance(node, _LED):
        node = node.this
    if isinstance(node, _UNCALLED):
        return ""
    if isinstance(node, exp.Anonymous) and isinstance(node.this, str):
        return node.this.lower()
    kind: Any = type(node)
    if name := plain_name(kind, dialect):
        return name.lower()
    called = _CALLED.match(render(node, dialect))
    return called[1].lower() if called else ""


def _free(name: str, taken: set[str]) -> str:
    free, number = name, 2
    while free.lower() in taken:
        free, number = f"{name}_{number}", number + 1
    taken.add(free.lower())
    return free


def _rename_references(tree: exp.Query, renamed: dict[str, str]) -> None:
    query: exp.Expr = tree
    while isinstance(query, exp.Query):
        for part in (query.args.get("order"), query.args.get("distinct")):
            for column in part.find_all(exp.Column) if isinstance(part, exp.Expression) else ():
                if not column.table and column.name in renamed:
                    column.this.set("this", renamed[column.name])
        if isinstance(query, exp.Select):
            return
        query = query.this
