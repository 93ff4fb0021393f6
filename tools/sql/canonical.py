"""One spelling for expressions that measure the same."""

from collections.abc import Callable
from functools import partial

from sqlglot import exp

from tools.sql.columns import counts_rows, node_text
from tools.sql.expressions import count_of_rows
from tools.sql.schema import Schema

_FLOATS = {exp.DataType.Type.FLOAT, exp.DataType.Type.DOUBLE}
_DECIMALS = {exp.DataType.Type.DECIMAL, exp.DataType.Type.BIGDECIMAL}


def canonical_text(tree: exp.Expr, schema: Schema) -> str:
    """One spelling for equal measures: lower-case functions, `count_distinct(x)`, sorted operands.

    What does not change what is measured is left out: casts between numbers, `* 1.0`, `nullif(x, 0)`,
    `coalesce(x, 0)`, rounding to two or more places.
    """
    return _rendered(canonical_tree(tree, schema))


def canonical_tree(tree: exp.Expr, schema: Schema) -> exp.Expr:
    """The tree behind `canonical_text`."""
    root = exp.Paren(this=tree.copy())
    for rule in _RULES:
        root = exp.Paren(this=_bottom_up(root.this, partial(rule, schema=schema)))
    return root.this


def _rendered(tree: exp.Expr) -> str:
    def spell(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Column) and node.table:
            return exp.var(node_text(node))
        if isinstance(node, exp.Count) and isinstance(node.this, exp.Distinct):
            return exp.Anonymous(this="count_distinct", expressions=node.this.expressions)
        return node

    root = exp.Paren(this=tree.copy())
    return _bottom_up(root.this, spell).sql(normalize_functions="lower", comments=False)


def _bottom_up(tree: exp.Expr, rule: Callable[[exp.Expr], exp.Expr]) -> exp.Expr:
    for child in list(tree.iter_expressions()):
        changed = _bottom_up(child, rule)
        if changed is not child:
            child.replace(changed)
    return rule(tree)


def _truncating(node: exp.Expr, schema: Schema) -> exp.Expr:
    """A division of whole numbers that the dialect cuts off is another measure than the ratio."""
    if not isinstance(node, exp.Div) or not node.args.get("typed"):
        return node
    if _is_whole(node.this, schema) and _is_whole(node.expression, schema):
        plain = exp.Div(this=node.this.copy(), expression=node.expression.copy())
        return exp.Anonymous(this="truncated", expressions=[plain])
    return node


def _is_whole(node: exp.Expr, schema: Schema) -> bool:
    """True for an expression that can only hold whole numbers."""
    if isinstance(node, exp.Literal):
        return node.is_int
    if isinstance(node, exp.Column):
        table = schema.table(node.table)
        column = table.column(node.name) if table else None
        return column is not None and column.kind == "integer"
    if isinstance(node, exp.Cast):
        return node.to.this in exp.DataType.INTEGER_TYPES
    if isinstance(node, exp.Count):
        return True
    if isinstance(
        node, exp.Sum | exp.Min | exp.Max | exp.Paren | exp.Nullif | exp.Coalesce | exp.Filter | exp.Distinct
    ):
        inner = node.this if node.this is not None else node.expressions[0]
        return _is_whole(inner, schema)
    if isinstance(node, exp.Add | exp.Sub | exp.Mul):
        return _is_whole(node.this, schema) and _is_whole(node.expression, schema)
    return False


def _keeps_value(kind: exp.DataType) -> bool:
    """True for a cast to floats, or to decimals with two places or more."""
    if kind.this in _FLOATS:
        return True
    return kind.this in _DECIMALS and len(kind.expressions) == 2 and int(kind.expressions[1].name) >= 2


def _unwrapped(node: exp.Expr, schema: Schema) -> exp.Expr:
    if isinstance(node, exp.Paren):
        return node.this
    if isinstance(node, exp.Cast) and _keeps_value(node.to):
        return node.this
    if isinstance(node, exp.Coalesce) and len(node.expressions) == 1 and _is_number(node.expressions[0], 0):
        return node if _counts_rows_of(node) else node.this
    if isinstance(node, exp.Nullif) and _is_number(node.expression, 0):
        is_divisor = isinstance(node.parent, exp.Div) and node.arg_key == "expression"
        return node.this if is_divisor or not _counts_rows_of(node) else node
    if isinstance(node, exp.Round) and node.args.get("decimals") and int(node.args["decimals"].name or 0) >= 2:
        return node.this
    if isinstance(node, exp.Mul):
        return next((b for a, b in _both_ways(node) if _is_number(a, 1)), node)
    return node


def _counts_rows_of(node: exp.Expr) -> bool:
    """True inside an average, a count or the like, to which an empty value is another thing than zero."""
    call = node.find_ancestor(exp.AggFunc)
    return call is not None and not isinstance(call, exp.Sum)


def _plainly_counted(node: exp.Expr, schema: Schema) -> exp.Expr:
    if isinstance(node, exp.Div | exp.SafeDivide):
        return exp.Div(this=node.this, expression=node.expression)
    if not isinstance(node, exp.Count):
        return node
    inner = node.this
    is_distinct = isinstance(inner, exp.Distinct) and len(inner.expressions) == 1
    column = inner.expressions[0] if is_distinct else inner
    if not isinstance(column, exp.Column) or not (table := schema.table(column.table)):
        return node
    found = table.column(column.name)
    counts = found is not None and (table.primary_key == (found.name,) if is_distinct else counts_rows(table, found))
    return count_of_rows(schema, table.name) if counts else exp.Count(this=inner)


def _ordered(node: exp.Expr, schema: Schema) -> exp.Expr:
    if not isinstance(node, exp.Add | exp.Mul):
        return node
    kind = type(node)
    operands = sorted(node.flatten(unnest=True), key=lambda operand: (operand.is_number, _rendered(operand)))
    joined = operands[0].copy()
    for operand in operands[1:]:
        joined = kind(this=joined, expression=operand.copy())
    return joined


def _parenthesised(node: exp.Expr, schema: Schema) -> exp.Expr:
    if not isinstance(node, exp.Binary):
        return node
    for key in ("this", "expression"):
        operand = node.args[key]
        associates = type(operand) is type(node) and isinstance(node, exp.Add | exp.Mul)
        if isinstance(operand, exp.Binary) and not associates:
            node.set(key, exp.Paren(this=operand))
    return node


def _both_ways(node: exp.Binary) -> tuple[tuple[exp.Expr, exp.Expr], ...]:
    return (node.this, node.expression), (node.expression, node.this)


def _is_number(node: exp.Expr, value: int) -> bool:
    return node.is_number and float(node.name) == value


def _conditionally_counted(node: exp.Expr, schema: Schema) -> exp.Expr:
    """`sum(case when … then 1 else 0 end)` over one table counts its rows that meet the condition."""
    if not isinstance(node, exp.Sum) or not isinstance(node.this, exp.Case) or node.this.this is not None:
        return node
    ifs, default = node.this.args["ifs"], node.this.args.get("default")
    tables = {column.table for column in node.find_all(exp.Column)}
    is_count = len(ifs) == 1 and _is_number(ifs[0].args["true"], 1) and default is not None and _is_number(default, 0)
    if not is_count or len(tables) != 1 or not schema.table(next(iter(tables))):
        return node
    counted = count_of_rows(schema, next(iter(tables)))
    return exp.Filter(this=counted, expression=exp.Where(this=ifs[0].this.copy()))


_RULES: tuple[Callable[..., exp.Expr], ...] = (
    _truncating,
    _unwrapped,
    _plainly_counted,
    _conditionally_counted,
    _ordered,
    _parenthesised,
)
