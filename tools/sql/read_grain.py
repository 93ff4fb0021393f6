"""What one row of a result stands for."""

from collections.abc import Sequence

from sqlglot import exp

from tools.sql.columns import node_text
from tools.sql.dates import read_part, read_unit, text_pieces
from tools.sql.expressions import aggregates, tables_in
from tools.sql.relation import Relation, base_name
from tools.sql.schema import Schema


def read_grains(relation: Relation, schema: Schema) -> tuple[list[str], list[str]]:
    """The grain in terms: the selected columns and units, then the groups that are not selected; and what is unread.

    A listing's grain is its columns.
    """
    selected = [tree for tree in relation.columns.values() if not aggregates(tree) and not tree.find(exp.Window)]
    hidden = [tree for tree in relation.group or () if tree not in selected]
    put_together = [piece for tree in (*selected, *hidden) for piece in _named_columns(tree, relation, schema)]
    trees, grains = _whole_dates(put_together)
    unread = []
    for tree in trees:
        text = grain_text(tree)
        if text:
            grains.append(text)
        elif tables_in(tree):
            unread.append(tree.sql(dialect=schema.dialect))
    if relation.group is not None:
        unread += [f"{t.sql(dialect=schema.dialect)} of any row" for t in selected if not _depends(t, relation, schema)]
    return list(dict.fromkeys(grains)), unread


def grain_text(tree: exp.Expr) -> str | None:
    """A column or a unit of a date column in terms; None for anything else."""
    inner = tree.unnest()
    if isinstance(inner, exp.Column) and inner.table:
        return node_text(inner)
    unit = read_unit(tree)
    return f"{unit[1]}({node_text(unit[0])})" if unit and unit[0].table else None


def _named_columns(tree: exp.Expr, relation: Relation, schema: Schema) -> list[exp.Expr]:
    """The columns behind `first || ' ' || last`, which tells them apart as well as they do; else the tree itself.

    Where rows are grouped by the text itself, a column that may be empty would make one group of many.
    """
    pieces = [piece.unnest() for piece in text_pieces(tree.unnest())]
    columns = [piece for piece in pieces if isinstance(piece, exp.Column) and piece.table]
    between = len(pieces) - len(columns)
    is_name = len(columns) > 1 and between >= len(columns) - 1 and all(p in columns or p.is_string for p in pieces)
    if is_name and (tree not in (relation.group or ()) or all(_is_never_empty(column, schema) for column in columns)):
        return list(columns)
    return [tree]


def _is_never_empty(column: exp.Column, schema: Schema) -> bool:
    table = schema.table(base_name(column.table))
    found = table.column(column.name) if table else None
    return found is not None and not found.is_nullable


def _whole_dates(trees: Sequence[exp.Expr]) -> tuple[list[exp.Expr], list[str]]:
    """Year and month (or quarter) of one column are its month: the other trees, and the grains they make together."""
    parts = {(node_text(found[0]), found[1]): t for t in trees if (found := read_part(t))}
    rest, grains = list(trees), []
    for tree in trees:
        unit = read_unit(tree)
        if unit is None or unit[1] != "year":
            continue
        for name in ("month", "quarter"):
            part = parts.get((node_text(unit[0]), name))
            if part is not None:
                rest = [t for t in rest if t not in (tree, part)]
                grains.append(f"{name}({node_text(unit[0])})")
    return rest, grains


def _depends(tree: exp.Expr, relation: Relation, schema: Schema) -> bool:
    """True when a selected expression is the same for all rows of a group."""
    group = relation.group or []
    inner = tree.unnest()
    if inner in [g.unnest() for g in group] or not tables_in(tree):
        return True
    keyed = {text for g in group for text in (grain_text(g),) if text}
    for edge in relation.edges:
        sides = {grain_text(edge.left), grain_text(edge.right)}
        if sides & keyed:
            keyed |= {side for side in sides if side}
    return all(_is_keyed(table, keyed, schema) or _is_grouped(tree, group) for table in tables_in(tree))


def _is_keyed(table: str, keyed: set[str], schema: Schema) -> bool:
    found = schema.table(table)
    return bool(found and found.primary_key) and all(f"{table}.{name}" in keyed for name in found.primary_key)  # type: ignore[union-attr]


def _is_grouped(tree: exp.Expr, group: Sequence[exp.Expr]) -> bool:
    """True when every column of the expression is itself grouped by."""
    texts = {grain_text(g) for g in group}
    return all(node_text(column) in texts for column in tree.find_all(exp.Column))
