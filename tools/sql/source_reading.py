"""The sources and conditions of one SELECT, gathered while it is read."""

from collections.abc import Mapping
from dataclasses import replace

from sqlglot import exp

from tools.sql.binding import Scope
from tools.sql.expressions import aggregates, tables_in
from tools.sql.relation import Edge, Relation, base_name, renamed
from tools.sql.schema import Schema


class SourceReading:
    """The sources and conditions of one SELECT while they are being read."""

    def __init__(self, schema: Schema, outer: Scope | None) -> None:
        self.parts: list[Relation] = []
        self.edges: list[Edge] = []
        self.conditions: list[exp.Expr] = []
        self.unread: list[str] = []
        self.scope = Scope(schema, outer)

    def add(self, alias: str, relation: Relation) -> None:
        relation = replace(relation.as_grouped(), columns=dict(relation.columns))
        taken = {table for part in self.parts if part.is_plain for table in part.tables}
        if relation.is_plain:
            relation = _apart(relation, taken)
        self.parts.append(relation)
        self.scope.sources[alias] = relation.columns

    def using(self, name: str, alias: str) -> tuple[exp.Expr, exp.Expr]:
        left = next(c[name.lower()] for a, c in self.scope.sources.items() if a != alias and name.lower() in c)
        right = self.scope.sources[alias].get(name.lower(), exp.column(name))
        self.scope.merged.add(name.lower())
        return left.copy(), right.copy()

    def add_condition(self, tree: exp.Expr) -> None:
        edge = _edge(tree, "inner")
        if edge:
            self.edges.append(edge)
        else:
            self.conditions.append(tree)

    def outer_condition(self, node: exp.Expr, alias: str, kind: str) -> None:
        edge = _edge(self.scope.bind(node), kind, self.scope.sources[alias])
        if edge:
            self.edges.append(edge)
        else:
            self.unread.append(node.sql())

    def add_semi(self, inner: Relation) -> None:
        taken = {table for part in self.parts for table in part.tables}
        inner = _apart(inner, taken)
        self.edges += [_semi(edge, inner) for edge in inner.edges]
        self.parts.append(Relation(columns={}, tables=inner.tables))
        self.conditions += inner.conditions
        self.unread += inner.unread


def _semi(edge: Edge, inner: Relation) -> Edge:
    """An edge of an IN or EXISTS: one that leads in, with the outer table on its left, or one inside."""
    is_inside = [set(tables_in(side)) <= set(inner.tables) for side in (edge.left, edge.right)]
    if all(is_inside):
        return replace(edge, kind="semi-inner" if edge.kind != "semi" else "semi")
    left, right = (edge.right, edge.left) if is_inside[0] else (edge.left, edge.right)
    return Edge(left, right, "semi")


def _edge(tree: exp.Expr, kind: str, right: Mapping[str, exp.Expr] | None = None) -> Edge | None:
    """An equality of two columns of different tables; `right` holds those that stand on the right of an outer join."""
    if not isinstance(tree, exp.EQ | exp.NullSafeEQ):
        return None
    one, other = tree.this.unnest(), tree.expression.unnest()
    if not (tables_in(one) and tables_in(other)) or aggregates(tree):
        return None
    is_same_key = one == other
    if not is_same_key and not (
        isinstance(one, exp.Column) and isinstance(other, exp.Column) and one.table != other.table
    ):
        return None
    if right is not None and other not in right.values():
        one, other = other, one
    return Edge(one, other, kind)


def _apart(relation: Relation, taken: set[str]) -> Relation:
    """The relation with its tables renamed where another source reads the same one."""
    for table in relation.tables:
        number, name = 1, table
        while name in taken:
            number += 1
            name = f"{base_name(table)}#{number}"
        if name != table:
            relation = renamed(relation, table, name)
    return relation
