"""Statements in a plainer form that gives the same rows."""

from sqlglot import exp

_ALONE = {"expressions", "with_", "kind"}


def plainer(node: exp.Select) -> exp.Expr:
    """A lone scalar subquery as its query, and totals over whole partitions, made different, as groups."""
    return _lone_query(node) or _grouped(node) or node


def _lone_query(node: exp.Select) -> exp.Expr | None:
    if any(value and key not in _ALONE for key, value in node.args.items()) or len(node.expressions) != 1:
        return None
    inner = node.expressions[0].unalias()
    query = inner.this if isinstance(inner, exp.Subquery) else None
    if not isinstance(query, exp.Select) or len(query.expressions) != 1 or node.args.get("with_"):
        return None
    copy = query.copy()
    copy.set("expressions", [exp.alias_(copy.expressions[0].unalias(), node.expressions[0].alias_or_name or "value")])
    return copy


def _grouped(node: exp.Select) -> exp.Expr | None:
    """`select distinct g, sum(x) over (partition by g)` is `select g, sum(x) … group by g`."""
    distinct = node.args.get("distinct")
    if distinct is None or distinct.args.get("on") or node.args.get("group") or node.args.get("order"):
        return None
    trees = [projection.unalias() for projection in node.expressions]
    windows = [tree for tree in trees if isinstance(tree, exp.Window)]
    keys = [tree for tree in trees if not isinstance(tree, exp.Window)]
    if not windows or not keys or not all(_is_over(window, keys) for window in windows):
        return None
    copy = node.copy()
    for window in list(copy.find_all(exp.Window)):
        window.replace(window.this)
    copy.set("distinct", None)
    return copy.group_by(*(key.copy() for key in keys))


def _is_over(window: exp.Window, keys: list[exp.Expr]) -> bool:
    """Whether a total runs over whole partitions by just these columns."""
    is_whole = all(not value for key, value in window.args.items() if key not in ("this", "partition_by", "over"))
    parts = {part.sql() for part in window.args.get("partition_by") or ()}
    is_plain = all(isinstance(key, exp.Column) for key in keys)
    return isinstance(window.this, exp.AggFunc) and is_whole and is_plain and parts == {key.sql() for key in keys}
