"""What the joins of a statement do to its rows, read from the tree: which multiply, and which sums that spoils."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

from tools.evidence import JoinAccount
from tools.sql.outputs import first_select
from tools.sql.schema import Join, Schema
from tools.sql.table_names import table_named, whole_name
from tools.wording import said


@dataclass(frozen=True)
class Edge:
    """One join of a SELECT: the sources it connects and the columns that are equal."""

    left: str
    right: str
    """Aliases; `right` is the source that the join adds."""
    pairs: tuple[tuple[str, str], ...]
    """Equal columns (of left, of right)."""
    left_is_unique: bool
    right_is_unique: bool
    text: str


def account_joins(tree: exp.Query, schema: Schema, joins: Sequence[Join]) -> tuple[JoinAccount, ...]:
    """One account for each join, with the aggregates that count rows more than once because of it."""
    accounts = []
    for scope in traverse_scope(tree):
        edges = list(edges_of(scope, schema, joins))
        spoiled = repeating_joins(scope, edges)
        accounts += [
            JoinAccount(
                on=edge.text,
                multiplies=not edge.right_is_unique,
                doubtful_measures=tuple(m for m, by in spoiled.items() if position in by),
            )
            for position, edge in enumerate(edges)
        ]
    return tuple(accounts)


def join_doubts(accounts: Sequence[JoinAccount]) -> tuple[str, ...]:
    """Each join that lets an aggregate count rows more than once, in words."""
    return tuple(
        said(
            "{measures} counts rows more than once because of the join {join}",
            measures=", ".join(account.doubtful_measures),
            join=account.on,
        )
        for account in accounts
        if account.doubtful_measures
    )


def join_warnings(accounts: Sequence[JoinAccount]) -> tuple[str, ...]:
    """The doubts as warnings of evidence."""
    return tuple(f"repeated_rows: {doubt}" for doubt in join_doubts(accounts))


def edges_of(scope: Scope, schema: Schema, joins: Sequence[Join]) -> Iterator[Edge]:
    """The joins of one SELECT, in order."""
    select = scope.expression
    if not isinstance(select, exp.Select):
        return
    source = select.args.get("from_")
    earlier = [source.this.alias_or_name] if source else []
    conditions = list(_equalities(select))
    for join in select.args.get("joins") or ():
        right = join.alias_or_name
        by_left: dict[str, list[tuple[str, str]]] = {left: [] for left in earlier}
        for one, other in conditions:
            for near, far in ((one, other), (other, one)):
                if far.table == right and near.table in by_left:
                    by_left[near.table].append((near.name, far.name))
        connected = [left for left, pairs in by_left.items() if pairs] or earlier[:1]
        for left in connected:
            yield _edge(scope, schema, joins, left, right, by_left[left])
        earlier.append(right)


def _edge(
    scope: Scope, schema: Schema, joins: Sequence[Join], left: str, right: str, pairs: list[tuple[str, str]]
) -> Edge:
    names = [_table(scope, alias) or alias for alias in (left, right)]
    written = " and ".join(f"{names[0]}.{a} = {names[1]}.{b}" for a, b in pairs)
    return Edge(
        left=left,
        right=right,
        pairs=tuple(pairs),
        left_is_unique=_is_unique(scope, left, {a for a, _ in pairs}, schema, joins),
        right_is_unique=_is_unique(scope, right, {b for _, b in pairs}, schema, joins),
        text=written or f"{names[0]} with every row of {names[1]}",
    )


def _equalities(select: exp.Select) -> Iterator[tuple[exp.Column, exp.Column]]:
    """Pairs of columns that every row of the SELECT has equal: from ON, and from the AND-ed parts of WHERE."""
    where = select.args.get("where")
    roots = [join.args.get("on") for join in select.args.get("joins") or ()] + [where.this if where else None]
    for root in roots:
        parts = root.unnest().flatten() if isinstance(root.unnest() if root else None, exp.And) else [root]
        for part in parts:
            node = part.unnest() if part is not None else None
            if (
                isinstance(node, exp.EQ)
                and isinstance(node.this, exp.Column)
                and isinstance(node.expression, exp.Column)
            ):
                yield node.this, node.expression


def _is_unique(scope: Scope, alias: str, columns: set[str], schema: Schema, joins: Sequence[Join]) -> bool:
    """Whether at most one row of a source has given values in these columns."""
    source = scope.sources.get(alias)
    if isinstance(source, exp.Table):
        table = table_named(source, schema)
        keys = [set(table.primary_key)] if table and table.primary_key else []
        for join in joins:
            if join.is_unique and table and all(c.startswith(f"{table.name}.") for c in join.right):
                keys.append({c.rpartition(".")[2] for c in join.right})
        return any(key <= columns for key in keys)
    return isinstance(source, Scope) and _is_unique_query(source.expression, columns)


def _is_unique_query(query: exp.Expr, columns: set[str]) -> bool:
    select = first_select(query) if isinstance(query, exp.Select) else None
    if select is None:
        return False
    if group := select.args.get("group"):
        grouped = [node.sql() for node in group.expressions]
        names = {p.alias_or_name for p in select.expressions if p.unalias().sql() in grouped}
        return len(names) == len(grouped) and names <= columns
    if select.args.get("distinct"):
        return {p.alias_or_name for p in select.expressions} <= columns
    return any(p.find(exp.AggFunc) and not p.find(exp.Window) for p in select.expressions)


def repeating_joins(scope: Scope, edges: Sequence[Edge]) -> dict[str, set[int]]:
    """Aggregates over rows that a join repeats, with the positions of the joins that repeat them."""
    spoiled: dict[str, set[int]] = {}
    if not edges:
        return spoiled
    for aggregate in scope.find_all(exp.Sum, exp.Avg, exp.Count, exp.Stddev, exp.Variance):
        aliases = {column.table for column in aggregate.find_all(exp.Column)}
        if isinstance(aggregate.this, exp.Distinct | exp.Star) or not aliases:
            continue
        repeats = [_repeating(alias, edges) for alias in aliases]
        if all(repeats):
            spoiled[_written(scope, aggregate)] = set().union(*repeats)
    return spoiled


def _repeating(alias: str, edges: Sequence[Edge]) -> set[int]:
    """The joins that give a row of this source several rows in the result."""
    found: set[int] = set()
    reached, waiting = {alias}, [alias]
    while waiting:
        here = waiting.pop()
        for position, edge in enumerate(edges):
            for near, far, is_unique in (
                (edge.left, edge.right, edge.right_is_unique),
                (edge.right, edge.left, edge.left_is_unique),
            ):
                if near == here and far not in reached:
                    reached.add(far)
                    waiting.append(far)
                    if not is_unique:
                        found.add(position)
    return found


def _written(scope: Scope, aggregate: exp.Expr) -> str:
    """`sum(orders.total)`, with tables in place of aliases."""
    named = aggregate.copy()
    for column in named.find_all(exp.Column):
        table = _table(scope, column.table) or column.table
        column.set("table", exp.to_identifier(table, quoted=False if "." in table else None))
        column.this.set("quoted", False)
    return named.sql(normalize_functions="lower")


def _table(scope: Scope, alias: str) -> str | None:
    source = scope.sources.get(alias)
    return whole_name(source) if isinstance(source, exp.Table) else None
