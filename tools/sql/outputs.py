"""The columns a statement returns: their names, and the base column behind each."""

import re
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.optimizer.scope import build_scope

from tools.sql.schema import Schema

_UNNAMED = re.compile(r"_col_\d+$")
_SCALE = re.compile(r"\(\s*\d+\s*,\s*(\d+)\s*\)")
_CALLED = re.compile(r"(\w+)\(")


@dataclass(frozen=True)
class Declared:
    """How the column behind a result column was declared."""

    kind: str
    scale: int | None = None
    """Digits after the point of a decimal, where declared."""


def declared_outputs(tree: exp.Query, schema: Schema) -> tuple[Declared | None, ...]:
    """What stands behind each result column: a plain column, its minimum or maximum, or a decimal's sum."""
    select = first_select(tree)
    return tuple(_declared(projection.unalias(), select, schema) for projection in select.expressions) if select else ()


def first_select(tree: exp.Expr) -> exp.Select | None:
    """The SELECT that names the result's columns: the leftmost of a set operation."""
    query: exp.Expr = tree
    while isinstance(query, exp.SetOperation | exp.Subquery):
        query = query.this
    return query if isinstance(query, exp.Select) else None


def written_aliases(tree: exp.Query) -> dict[str, str]:
    """Each alias as its author spelled it, by its lower case."""
    names: dict[str, str] = {}
    for node in tree.find_all(exp.Alias, exp.Column):
        names.setdefault(node.alias_or_name.lower(), node.alias_or_name)
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
            projection.set("alias", exp.to_identifier(name, quoted=True))
    _rename_references(tree, renamed)


def _declared(node: exp.Expr, select: exp.Select, schema: Schema) -> Declared | None:
    column = node.this if isinstance(node, exp.Min | exp.Max | exp.Sum) else node
    if not isinstance(column, exp.Column):
        return None
    found = _behind(column, select, schema)
    return None if isinstance(node, exp.Sum) and found and found.kind != "decimal" else found


def _behind(column: exp.Column, select: exp.Select, schema: Schema) -> Declared | None:
    scope = build_scope(select)
    source = scope.sources.get(column.table) if scope else None
    if isinstance(source, exp.Table):
        table = schema.table(source.name)
        base = table.column(column.name) if table else None
        return Declared(base.kind, _scale(base.type)) if base else None
    inner = first_select(source.expression) if source else None
    if inner is None:
        return None
    for projection in inner.expressions:
        if projection.alias_or_name == column.name:
            return _declared(projection.unalias(), inner, schema)
    return None


def _scale(declared_type: str) -> int | None:
    match = _SCALE.search(declared_type)
    return int(match[1]) if match else None


def _name(projection: exp.Alias, aliases: dict[str, str], dialect: str) -> str:
    if not _UNNAMED.match(projection.alias):
        column = projection.this
        if isinstance(column, exp.Column) and column.name.lower() == projection.alias:
            return aliases.get(projection.alias, column.name) if column.name.islower() else column.name
        return aliases.get(projection.alias, projection.alias)
    called = _CALLED.match(projection.this.sql(dialect))
    column = projection.this.find(exp.Column)
    return "_".join([called[1].lower() if called else "", column.name if column else ""]).strip("_")


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
