"""Reading the sources of one SELECT together, and aggregates over what was already aggregated."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from sqlglot import exp

from tools.sql.binding import map_outside_queries
from tools.sql.expressions import aggregates, tables_in
from tools.sql.join_effects import JoinEffects
from tools.sql.relation import Edge, Relation

_FOLDS = {(exp.Sum, exp.Sum), (exp.Sum, exp.Count), (exp.Min, exp.Min), (exp.Max, exp.Max)}


def keep_conditions_apart(parts: Sequence[Relation]) -> None:
    """Where several parts compute totals, tie to each part's aggregates the conditions that the others lack."""
    measured = [part for part in parts if part.group is not None and part.measures]
    if len(measured) < 2:
        return
    shared = [c for c in measured[0].conditions if all(c in part.conditions for part in measured[1:])]
    for part in measured:
        own = [condition for condition in part.conditions if condition not in shared]
        for name in part.measures if own else ():
            part.columns[name] = _only_where(part.columns[name], own)
    for part in parts:
        part.conditions = [c for c in part.conditions if c in shared] if part.group is not None else part.conditions


def together(
    parts: Sequence[Relation],
    edges: Sequence[Edge],
    conditions: Sequence[exp.Expr],
    effects: Callable[[Sequence[str], Sequence[Edge]], JoinEffects],
) -> Relation:
    """The parts of FROM as one relation, still without output columns."""
    tables = list(dict.fromkeys(table for part in parts for table in part.tables))
    all_edges = [*(edge for part in parts for edge in part.edges), *(e for e in edges if e.left != e.right)]
    joined = Relation(
        columns={},
        tables=tables,
        edges=list(dict.fromkeys(all_edges)),
        conditions=_distinct(c for part in parts for c in part.conditions),
        having=_distinct(c for part in parts for c in part.having),
        unread=[text for part in parts for text in part.unread],
    )
    joined.conditions += [c for c in conditions if not aggregates(c)]
    joined.having += [c for c in conditions if aggregates(c)]
    if not any(part.measures for part in parts):
        joined.unread += [text for part in parts for text in part.partial]
    nested = [part for part in parts if not part.is_plain]
    apart = [] if nested else _unconnected(tables, joined.edges)
    if apart:
        joined.unread.append(f"every row of {tables[0]} with every row of {', '.join(apart)}")
    if nested:
        joined.group = nested[0].group
        joined.unread += _misfits(parts, nested, edges, effects(tables, joined.edges))
    if len(parts) == 1:
        joined.limit, joined.order = parts[0].limit, parts[0].order
        if parts[0].limit is not None and (conditions or edges):
            joined.unread.append(f"a condition on the first {parts[0].limit} rows only")
    elif any(part.limit is not None for part in parts):
        joined.unread.append("a join with the first rows only of a subquery")
    return joined


def regrouped(joined: Relation, columns: dict[str, exp.Expr], group: list[exp.Expr]) -> Relation:
    """The rows of `joined` in groups. Sums of sums and the like become one; other nesting is unread."""
    result = replace(joined, columns=columns, group=group, limit=None, order=[])
    if joined.limit is not None:
        result.unread = [*result.unread, f"an aggregate over the first {joined.limit} rows only"]
    if joined.group is None:
        return result
    if joined.having:
        result.unread = [*result.unread, "an aggregate over only those groups whose totals meet a condition"]
    result.columns = {name: map_outside_queries(tree.copy(), _folded) for name, tree in columns.items()}
    nested = [t for tree in result.columns.values() for call in aggregates(tree) for t in _inside(call)]
    result.unread = [*result.unread, *(f"{t.parent.sql() if t.parent else t.sql()}" for t in nested)]
    return result


def with_distinct_counts(
    joined: Relation, columns: dict[str, exp.Expr], group: Sequence[exp.Expr]
) -> dict[str, exp.Expr]:
    """A count of one key over rows made different, grouped by all their other keys, as `count(distinct key)`."""
    keys, outer = _texts(joined.group), _texts(group)

    def as_distinct(node: exp.Expr) -> exp.Expr:
        counted = node.this if isinstance(node, exp.Count) else None
        if not isinstance(counted, exp.Column) or keys - outer != {counted.sql()}:
            return node
        return exp.Count(this=exp.Distinct(expressions=[counted.copy()]))

    return {name: map_outside_queries(tree.copy(), as_distinct) for name, tree in columns.items()}


def _unconnected(tables: Sequence[str], edges: Sequence[Edge]) -> list[str]:
    """The tables that no join leads to from the first."""
    reached = set(tables[:1])
    while True:
        pairs = [set(tables_in(edge.left)) | set(tables_in(edge.right)) for edge in edges]
        more = {table for pair in pairs if pair & reached for table in pair} - reached
        if not more:
            return [table for table in tables if table not in reached]
        reached |= more


def _misfits(
    parts: Sequence[Relation], nested: Sequence[Relation], edges: Sequence[Edge], effects: JoinEffects
) -> list[str]:
    found = []
    keys = _texts(nested[0].group)
    if any(_texts(part.group) != keys for part in nested[1:]):
        found.append("totals of different groups side by side")
    ties = [edge.left.sql() for edge in edges if edge.left == edge.right]
    if any(ties.count(key) < len(nested) - 1 for key in keys):
        found.append("totals joined on less than all their groups")
    plain = {table for part in parts if part.is_plain for table in part.tables}
    starts = [table for part in nested for table in part.tables]
    if plain and not any(plain.isdisjoint(effects.unreached(start)) for start in starts):
        found.append(f"totals repeated for several rows of {', '.join(sorted(plain))}")
    return found


def _only_where(tree: exp.Expr, conditions: Sequence[exp.Expr]) -> exp.Expr:
    """The expression with every aggregate restricted to rows that meet the conditions."""
    if isinstance(tree, exp.AggFunc):
        where = exp.Where(this=exp.and_(*(c.copy() for c in conditions)))
        return exp.Filter(this=tree.copy(), expression=where)
    copy = tree.copy()
    for call in aggregates(copy):
        call.replace(_only_where(call, conditions))
    return copy


def _folded(node: exp.Expr) -> exp.Expr:
    inner = node.this.unnest() if isinstance(node, exp.AggFunc) and isinstance(node.this, exp.Expr) else None
    if inner is None or (type(node), type(inner)) not in _FOLDS:
        return node
    is_distinct = isinstance(inner, exp.Count) and isinstance(inner.this, exp.Distinct)
    return node if is_distinct else inner


def _inside(call: exp.Expr) -> list[exp.Expr]:
    return [found for child in call.iter_expressions() for found in aggregates(child)]


def _texts(trees: Sequence[exp.Expr] | None) -> set[str]:
    return {tree.unnest().sql() for tree in trees or ()}


def _distinct(trees: object) -> list[exp.Expr]:
    return list(dict.fromkeys(trees))  # type: ignore[call-overload]
