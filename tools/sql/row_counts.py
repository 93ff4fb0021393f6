"""What an aggregate counts once the joins are taken into account."""

from sqlglot import exp

from tools.sql.columns import row_column
from tools.sql.expressions import aggregates, column_texts, tables_in
from tools.sql.join_effects import JoinEffects
from tools.sql.relation import Relation, base_name
from tools.sql.schema import Schema


def counted(tree: exp.Expr, joined: Relation, effects: JoinEffects, schema: Schema) -> exp.Expr:
    """The expression with `count(*)` said of a table and conditional aggregates as `sum(x) filter (where …)`.

    An aggregate over rows that the joins repeat is noted in the relation's `unread`.
    """
    if isinstance(tree, exp.Query | exp.Window):
        return tree
    if isinstance(tree, exp.Filter) and isinstance(tree.this, exp.AggFunc):
        return exp.Filter(this=counted(tree.this, joined, effects, schema), expression=tree.expression)
    if isinstance(tree, exp.AggFunc):
        return _call(_conditional(tree), joined, effects, schema)
    copy = tree.copy()
    for child in list(copy.iter_expressions()):
        changed = counted(child, joined, effects, schema)
        if changed is not child:
            child.replace(changed)
    return copy


def _call(call: exp.Expr, joined: Relation, effects: JoinEffects, schema: Schema) -> exp.Expr:
    if isinstance(call, exp.Filter):
        return exp.Filter(this=_call(call.this, joined, effects, schema), expression=call.expression)
    if isinstance(call, exp.Count) and not tables_in(call) and not isinstance(call.this, exp.Distinct):
        return _row_count(call, joined, effects, schema)
    is_immune = isinstance(call, exp.Min | exp.Max) or isinstance(call.this, exp.Distinct)
    tables = tables_in(call)
    if joined.group is None and tables and not is_immune and effects.base(tables) is None:
        repeating = ", ".join(effects.unreached(tables[0]))
        text = call.sql(dialect=schema.dialect)
        joined.unread.append(f"{text}, where a row of {tables[0]} counts once for each row of {repeating}")
    if not is_immune and _is_over_keys(call, joined, schema):
        joined.unread.append(f"{call.sql(dialect=schema.dialect)} over different values only")
    return call


def _is_over_keys(call: exp.Expr, joined: Relation, schema: Schema) -> bool:
    """Whether equal rows were made one before, so that values which two rows share count once."""
    keys = {text for tree in joined.group or () for text in column_texts(tree)}
    columns = column_texts(call)
    if not columns or not keys.issuperset(columns) or any(aggregates(child) for child in call.iter_expressions()):
        return False
    tables = [(name, schema.table(base_name(name))) for name in tables_in(call)]
    return not all(t and t.primary_key and keys.issuperset(f"{n}.{key}" for key in t.primary_key) for n, t in tables)


def _row_count(call: exp.Count, joined: Relation, effects: JoinEffects, schema: Schema) -> exp.Expr:
    if joined.group is not None:
        if len(joined.group) == 1 and not joined.having:
            return exp.Count(this=exp.Distinct(expressions=[joined.group[0].copy()]))
        joined.unread.append(f"{call.sql(dialect=schema.dialect)} of groups")
        return call
    base = effects.base(joined.tables)
    table = schema.table(base_name(base)) if base else None
    if base is None or table is None or effects.is_outer(base):
        joined.unread.append(f"{call.sql(dialect=schema.dialect)} over {', '.join(joined.tables)}")
        return call
    name = exp.to_identifier(row_column(table).name, quoted=True)
    return exp.Count(this=exp.column(name, table=exp.to_identifier(base, quoted=True)))


def _conditional(call: exp.Expr) -> exp.Expr:
    """`sum(case when c then x end)` as `sum(x) filter (where c)`; anything else as it is."""
    if isinstance(call, exp.CountIf) and not isinstance(call.this, exp.Distinct):
        return exp.Filter(this=exp.Count(this=exp.Star()), expression=exp.Where(this=call.this.copy()))
    case = call.this
    if isinstance(case, exp.If):
        branch, otherwise = case, case.args.get("false")
    elif isinstance(case, exp.Case) and len(case.args["ifs"]) == 1 and not case.this:
        branch, otherwise = case.args["ifs"][0], case.args.get("default")
    else:
        return call
    is_zero = isinstance(otherwise, exp.Literal) and otherwise.name in ("0", "0.0")
    if not (otherwise is None or isinstance(otherwise, exp.Null) or (is_zero and isinstance(call, exp.Sum))):
        return call
    where = exp.Where(this=branch.this.copy())
    value = branch.args["true"]
    if isinstance(call, exp.Sum) and isinstance(value, exp.Literal) and value.name == "1":
        return exp.Filter(this=exp.Count(this=exp.Star()), expression=where)
    if isinstance(call, exp.Count) and isinstance(value, exp.Literal):
        return exp.Filter(this=exp.Count(this=exp.Star()), expression=where)
    return exp.Filter(this=type(call)(this=value.copy()), expression=where)
