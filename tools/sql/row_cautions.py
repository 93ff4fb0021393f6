"""Which rows of a statement are there, left out or repeated for reasons that no filter tells."""

from collections.abc import Sequence

from sqlglot import exp

from tools.sql.expressions import aggregates, column_texts, tables_in
from tools.sql.join_effects import JoinEffects
from tools.sql.relation import Relation
from tools.sql.schema import Schema


def row_cautions(relation: Relation, effects: JoinEffects, schema: Schema) -> list[str]:
    """What the joins and windows of a statement do beyond the terms in which it is compared."""
    return [
        *_windows(relation, schema),
        *_left_out(relation, effects),
        *_repeated(relation, effects),
    ]


def without_partners(conditions: Sequence[exp.Expr], effects: JoinEffects) -> list[exp.Expr]:
    """The conditions `t.c is null` on an outer-joined table: they keep the rows without a partner."""
    return [
        condition
        for condition in conditions
        if isinstance(condition.unnest(), exp.Is) and any(effects.is_outer(table) for table in tables_in(condition))
    ]


def edge_text(left: exp.Expr, right: exp.Expr) -> str:
    """A join's equality in the spelling of terms."""
    return " = ".join(", ".join(column_texts(side)) or side.sql() for side in (left, right))


def _windows(relation: Relation, schema: Schema) -> list[str]:
    trees = relation.columns.values()
    return [t.sql(dialect=schema.dialect) for t in trees if t.find(exp.Window) or t.find(exp.Query)]


def _left_out(relation: Relation, effects: JoinEffects) -> list[str]:
    trees = [*relation.columns.values(), *(relation.group or ()), *relation.conditions]
    used = {table for tree in trees for table in tables_in(tree)}
    edges = effects.restricting(used)
    return [f"only rows that have a partner by {edge_text(edge.left, edge.right)}" for edge in edges]


def _repeated(relation: Relation, effects: JoinEffects) -> list[str]:
    """Rows of a listing that stand there several times because a joined table is not listed."""
    trees = relation.columns.values()
    if relation.group is not None or relation.is_distinct or any(map(aggregates, trees)):
        return []
    listed = list(dict.fromkeys(table for tree in trees for table in tables_in(tree)))
    if not listed or effects.base(listed) is not None:
        return []
    return [f"a row of {listed[0]} stands once for each row of {', '.join(effects.unreached(listed[0]))}"]
