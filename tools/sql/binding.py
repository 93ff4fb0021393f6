"""Binding the names inside one SELECT to the columns behind them."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal

from sqlglot import exp

from tools.sql.expressions import aggregates
from tools.sql.schema import Schema
from tools.terms import Scalar


class Scope:
    """The sources one SELECT can name, each with the expressions behind its columns."""

    def __init__(self, schema: Schema, outer: "Scope | None" = None) -> None:
        self.sources: dict[str, dict[str, exp.Expr]] = {}
        self.merged: set[str] = set()
        """Columns that USING made one."""
        self.unread: list[str] = []
        self._dialect = schema.dialect
        self._outer = outer

    def bind(
        self, node: exp.Expr, aliases: Mapping[str, exp.Expr] | None = None, prefer_alias: bool = False
    ) -> exp.Expr:
        """The expression over base columns; subqueries inside it stay as they are."""

        def bound(column: exp.Column) -> exp.Expr:
            alias = (aliases or {}).get(column.name.lower()) if not column.table else None
            if alias is not None and (prefer_alias or self._lookup(column) is None):
                return _wrapped(alias)
            found = self._lookup(column)
            if found is None:
                self.unread.append(column.sql(dialect=self._dialect))
                return column.copy()
            return _wrapped(found)

        return map_outside_queries(node.copy(), lambda n: bound(n) if isinstance(n, exp.Column) else n)

    def projections(self, select: exp.Select) -> dict[str, exp.Expr]:
        """The expression behind each output column, `*` written out."""
        columns: dict[str, exp.Expr] = {}
        for position, projection in enumerate(select.expressions):
            inner = projection.unalias()
            if isinstance(inner, exp.Star) or (isinstance(inner, exp.Column) and isinstance(inner.this, exp.Star)):
                columns.update(self._starred(inner))
                continue
            name = projection.alias_or_name.lower() or f"column {position + 1}"
            columns[name if name not in columns else f"{name} {position + 1}"] = self.bind(inner)
        return columns

    def groups(self, select: exp.Select, columns: Mapping[str, exp.Expr]) -> list[exp.Expr] | None:
        """The expressions of GROUP BY, with positions and aliases resolved; None without one."""
        clause = select.args.get("group")
        if not clause:
            return None
        if clause.args.get("all"):
            return [tree.copy() for tree in columns.values() if not aggregates(tree)]
        self.unread += (
            [clause.sql(dialect=self._dialect)] if any(v for k, v in clause.args.items() if k != "expressions") else []
        )
        return [self.positioned(node, columns) for node in clause.expressions]

    def ordered(self, node: exp.Expr, columns: Mapping[str, exp.Expr]) -> exp.Expr:
        """What an entry of ORDER BY stands for; an alias goes before a column of the same name."""
        is_position = isinstance(node, exp.Literal)
        return self.positioned(node, columns) if is_position else self.bind(node, columns, prefer_alias=True).unnest()

    def positioned(self, node: exp.Expr, columns: Mapping[str, exp.Expr]) -> exp.Expr:
        """What an entry of GROUP BY stands for: a position, an alias or an expression."""
        if isinstance(node, exp.Literal) and node.is_int and 0 < int(node.name) <= len(columns):
            return list(columns.values())[int(node.name) - 1].copy()
        return self.bind(node, columns).unnest()

    def _starred(self, star: exp.Expr) -> dict[str, exp.Expr]:
        wanted = star.table.lower() if isinstance(star, exp.Column) else None
        if star.args.get("except_") or (star.this and getattr(star.this, "args", {}).get("except_")):
            self.unread.append(star.sql(dialect=self._dialect))
        return {
            name: tree.copy()
            for alias, columns in self.sources.items()
            if wanted in (None, alias)
            for name, tree in columns.items()
        }

    def _lookup(self, column: exp.Column) -> exp.Expr | None:
        name, table = column.name.lower(), column.table.lower()
        holders = [c for alias, c in self.sources.items() if table in ("", alias) and name in c]
        if len(holders) == 1 or (holders and name in self.merged):
            return holders[0][name]
        return self._outer._lookup(column) if self._outer and not holders else None


def conjuncts(node: exp.Expr) -> Iterator[exp.Expr]:
    """The conditions that AND connects."""
    node = node.unnest()
    if isinstance(node, exp.And):
        yield from conjuncts(node.this)
        yield from conjuncts(node.expression)
    elif isinstance(node, exp.Between) and not node.args.get("symmetric"):
        yield exp.GTE(this=node.this.copy(), expression=node.args["low"].copy())
        yield exp.LTE(this=node.this.copy(), expression=node.args["high"].copy())
    elif not _is_always_true(node):
        yield node


def _is_always_true(node: exp.Expr) -> bool:
    """True for TRUE and `1 = 1`."""
    if isinstance(node, exp.EQ):
        return isinstance(node.this, exp.Literal) and node.this == node.expression
    return isinstance(node, exp.Boolean) and bool(node.this)


def bound_parameters(tree: exp.Expr, parameters: Mapping[str, Scalar]) -> exp.Expr:
    """A copy with every placeholder that has a value replaced by it."""
    by_name = {name.lower(): value for name, value in parameters.items()}

    def bound(node: exp.Expr) -> exp.Expr:
        is_named = isinstance(node, exp.Placeholder) and node.name.lower() in by_name
        return literal(by_name[node.name.lower()]) if is_named else node

    return tree.copy().transform(bound)


def literal(value: Scalar) -> exp.Expr:
    """A value as it would stand in a statement."""
    if value is None:
        return exp.null()
    if isinstance(value, bool):
        return exp.Boolean(this=value)
    if isinstance(value, int | float | Decimal):
        return exp.Literal.number(format(value, "f") if isinstance(value, Decimal) else value)
    if isinstance(value, datetime):
        return exp.Literal.string(value.isoformat(sep=" "))
    return exp.Literal.string(value.isoformat() if isinstance(value, date) else value)


def map_outside_queries(node: exp.Expr, change: Callable[[exp.Expr], exp.Expr]) -> exp.Expr:
    """The tree with `change` applied from the leaves up, but nowhere inside a subquery. Changes `node` in place."""
    if isinstance(node, exp.Query):
        return node
    for child in list(node.iter_expressions()):
        changed = map_outside_queries(child, change)
        if changed is not child:
            child.replace(changed)
    return change(node)


def has_own_aggregate(projection: exp.Expr) -> bool:
    """True when an output column is written with an aggregate, windows aside."""
    return bool(aggregates(projection))


def _wrapped(tree: exp.Expr) -> exp.Expr:
    return exp.Paren(this=tree.copy()) if isinstance(tree, exp.Binary) else tree.copy()
