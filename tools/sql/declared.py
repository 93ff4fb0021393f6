"""How the columns that a statement returns are declared, for databases whose values carry no type of their own."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

from tools.sql.schema import Column, Schema
from tools.sql.table_names import table_named

_SCALE = re.compile(r"\(\s*\d+\s*,\s*(\d+)\s*\)")


@dataclass(frozen=True)
class Declared:
    """How a column was declared, or what an expression over such columns yields."""

    kind: str
    scale: int | None = None
    """Digits after the point of a decimal, where known."""


Outputs = tuple[Declared | None, ...]


def declared_outputs(tree: exp.Query, schema: Schema) -> Outputs:
    """What each result column of a resolved statement is; None where that cannot be told, as for ratios and means.

    Sums, differences and products of decimals are decimals with as many digits as their operands make.
    """
    return _Reader(tree, schema).outputs(tree)


class _Reader:
    def __init__(self, tree: exp.Query, schema: Schema) -> None:
        self._schema = schema
        self._scopes = {id(scope.expression): scope for scope in traverse_scope(tree)}
        self._reading: set[int] = set()

    def outputs(self, query: exp.Expr) -> Outputs:
        query = query.unnest() if isinstance(query, exp.Subquery) else query
        if id(query) in self._reading:
            return ()
        self._reading.add(id(query))
        try:
            return self._outputs(query)
        finally:
            self._reading.discard(id(query))

    def _outputs(self, query: exp.Expr) -> Outputs:
        if isinstance(query, exp.SetOperation):
            left, right = self.outputs(query.this), self.outputs(query.expression)
            return tuple(_both(pair) for pair in zip(left, right, strict=False))
        scope = self._scopes.get(id(query))
        if not isinstance(query, exp.Select) or scope is None:
            return ()
        return tuple(self._declared(projection.unalias(), scope) for projection in query.expressions)

    def _declared(self, node: exp.Expr, scope: Scope) -> Declared | None:
        if isinstance(node, exp.Column):
            return self._column(node, scope)
        if isinstance(node, exp.Min | exp.Max) and not node.expressions:
            return self._declared(node.this, scope)
        if isinstance(node, exp.Subquery):
            return next(iter(self.outputs(node)), None)
        number = self._number(node, scope)
        return number if number and number.kind == "decimal" else None

    def _column(self, column: exp.Column, scope: Scope) -> Declared | None:
        source = scope.sources.get(column.table)
        if isinstance(source, exp.Table):
            table = table_named(source, self._schema)
            found = table.column(column.name) if table else None
            return _as_declared(found) if found else None
        if not isinstance(source, Scope) or not isinstance(source.expression, exp.Query):
            return None
        outputs = dict(zip(source.expression.named_selects, self.outputs(source.expression), strict=False))
        return outputs.get(column.name)

    def _number(self, node: exp.Expr, scope: Scope) -> Declared | None:
        """The number an expression yields, where it is exact."""
        if isinstance(node, exp.Literal):
            return None if node.is_string else _written(node.name)
        if isinstance(node, exp.Count):
            return Declared("integer", 0)
        if isinstance(node, exp.Round):
            inner, places = self._number(node.this, scope), _places(node)
            return Declared(inner.kind, places) if inner and places is not None else None
        if isinstance(node, exp.Mul):
            return _product([self._number(part, scope) for part in (node.this, node.expression)])
        parts = _operands(node)
        if parts is None:
            declared = self._declared(node, scope) if isinstance(node, exp.Column | exp.Subquery) else None
            return declared if declared and declared.kind in ("decimal", "integer") else None
        return _widest([self._number(part, scope) for part in parts])


def _operands(node: exp.Expr) -> list[exp.Expr] | None:
    """The parts one of which, or whose sum, the expression yields; None where it yields something else."""
    if isinstance(node, exp.Add | exp.Sub):
        return [node.this, node.expression]
    if isinstance(node, exp.Case):
        default = node.args.get("default")
        return [*(branch.args["true"] for branch in node.args["ifs"]), *([default] if default else [])]
    if isinstance(node, exp.If):
        return [part for key in ("true", "false") if (part := node.args.get(key))]
    if isinstance(node, exp.Coalesce):
        return [node.this, *node.expressions]
    if isinstance(node, exp.Distinct):
        return list(node.expressions)
    if isinstance(
        node, exp.Sum | exp.Min | exp.Max | exp.Paren | exp.Neg | exp.Abs | exp.Filter | exp.Window | exp.Nullif
    ):
        return [node.this]
    return None


def _both(pair: tuple[Declared | None, Declared | None]) -> Declared | None:
    left, right = pair
    return left if left == right else _widest([left, right])


def _widest(parts: Sequence[Declared | None]) -> Declared | None:
    known = [part for part in parts if part is not None and part.scale is not None]
    if len(known) < len(parts) or any(part.kind not in ("decimal", "integer") for part in known):
        return None
    kind = "decimal" if any(part.kind == "decimal" for part in known) else "integer"
    return Declared(kind, max((part.scale or 0 for part in known), default=0))


def _product(parts: Sequence[Declared | None]) -> Declared | None:
    widest = _widest(parts)
    return Declared(widest.kind, sum(part.scale or 0 for part in parts if part)) if widest else None


def _as_declared(column: Column) -> Declared:
    if column.kind == "integer":
        return Declared("integer", 0)
    match = _SCALE.search(column.type)
    return Declared(column.kind, int(match[1]) if match else None)


def _written(number: str) -> Declared | None:
    whole, _, places = number.partition(".")
    return Declared("decimal" if places.strip("0") else "integer", len(places)) if whole.isdigit() else None


def _places(node: exp.Round) -> int | None:
    places = node.args.get("decimals")
    return int(places.name) if isinstance(places, exp.Literal) and places.is_int else None
