"""Conditions of a statement as filters in comparable terms."""

from datetime import date, timedelta

from sqlglot import exp

from tools.sql.binding import conjuncts
from tools.sql.canonical import canonical_text
from tools.sql.columns import node_text
from tools.sql.dates import read_unit
from tools.sql.schema import Column, Schema
from tools.terms import Filter, JsonScalar, Operator

_OPERATORS: dict[type[exp.Expr], Operator] = {
    exp.EQ: "=", exp.NEQ: "!=", exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">=", exp.Like: "like",
    exp.NullSafeEQ: "=", exp.NullSafeNEQ: "!=",
}  # fmt: skip
_FLIPPED: dict[Operator, Operator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NEGATED: dict[Operator, Operator] = {
    "=": "!=", "!=": "=", "in": "not in", "not in": "in", "like": "not like", "not like": "like",
    "is null": "is not null", "is not null": "is null", "<": ">=", "<=": ">", ">": "<=", ">=": "<",
}  # fmt: skip

_CASELESS_LIKE = ("sqlite", "mysql", "mariadb")
"""Dialects whose LIKE pays no regard to case."""


class NoValue(Exception):
    """An expression is not a constant."""


def read_filter(tree: exp.Expr, schema: Schema) -> Filter | None:
    """A condition on one column with constant values; None when it says something else."""
    tree = tree.unnest()
    if isinstance(tree, exp.Not):
        inner = read_filter(tree.this, schema)
        return inner and normal_filter(inner.model_copy(update={"operator": _NEGATED[inner.operator]}), schema)
    if isinstance(tree, exp.Column):
        column = _column(node_text(tree), schema) if tree.table else None
        is_truth = column is not None and column.kind == "boolean"
        return _on_column(tree, "=", (True,), schema) if is_truth else None
    if isinstance(tree, exp.Or):
        return _either(tree, schema)
    try:
        return _read_plain(tree, schema)
    except NoValue:
        return None


def condition_key(tree: exp.Expr, schema: Schema) -> str:
    """One text for equal conditions, however they are written."""
    found = read_filter(tree, schema)
    return filter_text(found) if found else canonical_text(tree, schema)


def condition_keys(tree: exp.Expr, schema: Schema) -> frozenset[str]:
    """The texts of all conditions that AND connects."""
    return frozenset(condition_key(condition, schema) for condition in conjuncts(tree))


def filter_text(condition: Filter) -> str:
    """A filter in words: `stores.country in Germany, France`."""
    values = ", ".join("empty" if v is None else str(v) for v in condition.values)
    return f"{condition.column} {condition.operator} {values}".strip()


def normal_filter(condition: Filter, schema: Schema) -> Filter:
    """The filter in its one spelling: values typed by the column and sorted, one value with `=`, several with `in`."""
    operator = condition.operator
    if condition.values == (None,):
        operator = "is not null" if operator in ("!=", "not in") else "is null"
    if operator in ("is null", "is not null"):
        return Filter(column=condition.column, operator=operator)
    column = _column(condition.column, schema)
    values = tuple(dict.fromkeys(_typed(value, column) for value in condition.values))
    if operator in ("=", "in", "!=", "not in"):
        is_negated = operator in ("!=", "not in")
        one, several = ("!=", "not in") if is_negated else ("=", "in")
        operator = one if len(values) == 1 else several  # type: ignore[assignment]
        values = tuple(sorted(values, key=str))
    return Filter(column=condition.column, operator=operator, values=values)


def constant(node: exp.Expr) -> JsonScalar:
    """The value of a constant expression, dates as ISO text. Raises NoValue for anything that is not constant."""
    node = node.unnest()
    if isinstance(node, exp.Literal):
        return node.name if node.is_string else _number(node.name)
    if isinstance(node, exp.Boolean):
        return bool(node.this)
    if isinstance(node, exp.Null):
        return None
    if isinstance(node, exp.Neg):
        value = constant(node.this)
        if isinstance(value, int | float):
            return -value
    if isinstance(node, exp.Cast | exp.TsOrDsToDate | exp.TsOrDsToTimestamp | exp.Date | exp.DateStrToDate):
        return constant(node.this) if not node.expressions else _no_value(node)
    if isinstance(node, exp.Add | exp.Sub | exp.DateAdd | exp.DateSub):
        return _moved(node)
    return _no_value(node)


def _read_plain(tree: exp.Expr, schema: Schema) -> Filter | None:
    if isinstance(tree, exp.Is) and isinstance(tree.expression, exp.Null):
        return _on_column(tree.this, "is null", (), schema)
    if isinstance(tree, exp.Is) and isinstance(tree.expression, exp.Boolean):
        return _on_column(tree.this, "=", (constant(tree.expression),), schema)
    if isinstance(tree, exp.In):
        if tree.args.get("query") or not tree.expressions:
            return None
        return _on_column(tree.this, "in", tuple(constant(value) for value in tree.expressions), schema)
    operator = _OPERATORS.get(type(tree))
    if operator is None or tree.args.get("escape"):
        return None
    if tree.args.get("negate"):
        operator = _NEGATED[operator]
    left, right = tree.this, tree.expression
    if not left.find(exp.Column) and operator not in ("like", "not like"):
        left, right, operator = right, left, _FLIPPED.get(operator, operator)
    if operator in ("like", "not like") and schema.dialect in _CASELESS_LIKE:
        right = _without_case(right)
    value = constant(right)
    if value is None and not isinstance(tree, exp.NullSafeEQ | exp.NullSafeNEQ):
        return None
    return _on_column(left, operator, (value,), schema)


def _without_case(node: exp.Expr) -> exp.Expr:
    while isinstance(node, exp.Lower | exp.Upper | exp.Paren):
        node = node.this
    return node


def _on_column(node: exp.Expr, operator: Operator, values: tuple[JsonScalar, ...], schema: Schema) -> Filter | None:
    node = node.unnest()
    if operator in ("like", "not like") and schema.dialect in _CASELESS_LIKE:
        node = _without_case(node)
    if isinstance(node, exp.Lower | exp.Upper):
        return _in_known_case(node.this.unnest(), operator, values, schema)
    unit = read_unit(node)
    if unit is not None and unit[1] == "weekday" and unit[0].table:
        return normal_filter(Filter(column=f"weekday({node_text(unit[0])})", operator=operator, values=values), schema)
    if not isinstance(node, exp.Column) or not node.table or (None in values and len(values) > 1):
        return None
    return normal_filter(Filter(column=node_text(node), operator=operator, values=values), schema)


def _in_known_case(node: exp.Expr, operator: Operator, values: tuple[JsonScalar, ...], schema: Schema) -> Filter | None:
    """A comparison without regard to case, where the column's values are known."""
    column = _column(node_text(node), schema) if isinstance(node, exp.Column) else None
    if column is None or operator not in ("=", "!=", "in", "not in"):
        return None
    wanted = {str(value).lower() for value in values}
    known = tuple(value for value in column.values if value.lower() in wanted)
    if {value.lower() for value in known} != wanted:
        return None
    return normal_filter(Filter(column=node_text(node), operator=operator, values=known), schema)  # type: ignore[arg-type]


def _either(tree: exp.Or, schema: Schema) -> Filter | None:
    """Alternatives for one column: `a = 1 or a = 2` is `a in (1, 2)`."""
    sides = [read_filter(side, schema) for side in (tree.this, tree.expression)]
    values: list[JsonScalar] = []
    for side in sides:
        if side is None or side.operator not in ("=", "in") or side.column != sides[0].column:  # type: ignore[union-attr]
            return None
        values += side.values
    return normal_filter(Filter(column=sides[0].column, operator="in", values=tuple(values)), schema)  # type: ignore[union-attr]


def _typed(value: JsonScalar, column: Column | None) -> JsonScalar:
    if column is None or value is None:
        return value
    if column.kind == "boolean":
        return {"1": True, "0": False, "true": True, "false": False, "t": True, "f": False}.get(
            str(value).lower(), value
        )
    if column.kind in ("integer", "decimal", "float") and isinstance(value, str | bool):
        try:
            return _number(str(int(value)) if isinstance(value, bool) else value)
        except ValueError:
            return value
    if column.kind == "text" and not isinstance(value, str | bool):
        return str(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _number(text: str) -> int | float:
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def _moved(node: exp.Expr) -> JsonScalar:
    """A constant date moved by a constant interval, or a sum of two numbers."""
    start, move = constant(node.this), node.expression
    sign = -1 if isinstance(node, exp.Sub | exp.DateSub) else 1
    unit = node.text("unit").upper()
    if isinstance(move, exp.Interval):
        unit, move = move.text("unit").upper(), move.this
    amount = constant(move)
    try:
        if isinstance(start, str) and unit:
            return _shifted(date.fromisoformat(start[:10]), sign * int(str(amount)), unit.rstrip("S")).isoformat()
    except (ValueError, KeyError):
        return _no_value(node)
    if isinstance(start, int | float) and isinstance(amount, int | float):
        return start + sign * amount
    return _no_value(node)


def _shifted(day: date, amount: int, unit: str) -> date:
    if unit in ("DAY", "WEEK"):
        return day + timedelta(days=amount * (7 if unit == "WEEK" else 1))
    months = day.year * 12 + day.month - 1 + amount * {"MONTH": 1, "QUARTER": 3, "YEAR": 12}[unit]
    return date(months // 12, months % 12 + 1, day.day)


def _no_value(node: exp.Expr) -> JsonScalar:
    raise NoValue(node.sql())


def _column(text: str, schema: Schema) -> Column | None:
    table, _, name = text.rpartition(".")
    found = schema.table(table)
    return found.column(name) if found else None
