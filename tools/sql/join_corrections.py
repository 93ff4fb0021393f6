"""Writing a statement anew whose joins repeat the rows it adds up, where the right number is beyond doubt."""

from collections.abc import Iterable, Mapping, Sequence

from sqlglot import exp
from sqlglot.optimizer.scope import Scope, build_scope

from tools.errors import ToolError
from tools.evidence import JoinAccount
from tools.sql.binding import conjuncts
from tools.sql.dialects import render
from tools.sql.join_accounts import Edge, account_joins, edges_of, join_doubts, repeating_joins
from tools.sql.schema import Join, Schema
from tools.sql.table_names import table_named
from tools.terms import Scalar

_ADDED_UP = "added_up"


class RepeatedRows(ToolError):
    """An aggregate counts rows more than once because of a join, and the right statement is known."""

    def __init__(self, doubts: Sequence[str], corrected_query: str, parameters: Mapping[str, Scalar]) -> None:
        super().__init__(f"{'; '.join(doubts)}. This counts every row once: {corrected_query}")
        self.corrected_query = corrected_query
        self.parameters = dict(parameters)


def propose_correction(
    tree: exp.Query,
    parameters: Mapping[str, Scalar],
    accounts: Sequence[JoinAccount],
    schema: Schema,
    joins: Sequence[Join],
) -> None:
    """Raise RepeatedRows when aggregates count rows more than once and there is a safe way to write the statement."""
    doubts = join_doubts(accounts)
    written = corrected(tree, schema, joins) if doubts else None
    if written is not None:
        raise RepeatedRows(doubts, render(written, schema.dialect), parameters)


def corrected(tree: exp.Query, schema: Schema, joins: Sequence[Join]) -> exp.Select | None:
    """A statement with every aggregate over rows that count once; None when there is no safe way to write it.

    A table that only restricts the rows becomes a condition (IN), one whose own columns are added up is grouped before
    it is joined, and a count of keys counts them once. A group taken from the repeating side stays as it is: how a
    total divides over it is not for us to say.
    """
    if not isinstance(tree, exp.Select) or tree.args.get("with_") or _has_inner_query(tree):
        return None
    written = _without_repeats(tree, schema, joins)
    return written or _without_repeats(_with_distinct_counts(tree.copy(), schema), schema, joins)


def _without_repeats(tree: exp.Select, schema: Schema, joins: Sequence[Join]) -> exp.Select | None:
    written: exp.Select | None = tree
    while written is not None and any(a.doubtful_measures for a in account_joins(written, schema, joins)):
        written = _without_one_repeat(written, schema, joins)
    return written


def _has_inner_query(tree: exp.Select) -> bool:
    return any(query is not tree for query in tree.find_all(exp.Query)) or bool(tree.find(exp.Window))


def _with_distinct_counts(select: exp.Select, schema: Schema) -> exp.Select:
    """`COUNT(t.id)` over a key as `COUNT(DISTINCT t.id)`: the same unless rows are repeated."""
    scope = _scope(select)
    for call in list(select.find_all(exp.Count)):
        column = call.this
        source = scope.sources.get(column.table) if isinstance(column, exp.Column) else None
        table = table_named(source, schema) if isinstance(source, exp.Table) else None
        if table is not None and table.primary_key == (column.name,):
            call.set("this", exp.Distinct(expressions=[column.copy()]))
    return select


def _without_one_repeat(select: exp.Select, schema: Schema, joins: Sequence[Join]) -> exp.Select | None:
    scope = _scope(select)
    edges = list(edges_of(scope, schema, joins))
    for position in sorted({p for found in repeating_joins(scope, edges).values() for p in found}):
        edge = edges[position]
        sides = [(edge.left, edge.right)] if not edge.right_is_unique else []
        sides += [(edge.right, edge.left)] if not edge.left_is_unique else []
        for near, far in sides:
            if (changed := _Repeat(select, edges, edge, near, far).removed()) is not None:
                return changed
    return None


class _Repeat:
    """One join that gives rows of `near` several partners in `far`, a table at the end of the chain of joins."""

    def __init__(self, select: exp.Select, edges: Sequence[Edge], edge: Edge, near: str, far: str) -> None:
        self._select = select.copy()
        self._near, self._far = near, far
        pairs = edge.pairs if edge.left == near else tuple((b, a) for a, b in edge.pairs)
        self._near_names = tuple(a for a, _b in pairs)
        self._far_names = tuple(b for _a, b in pairs)
        self._is_leaf = sum(far in (e.left, e.right) for e in edges) == 1
        self._join = next((j for j in self._select.args.get("joins") or () if j.alias_or_name == far), None)
        self._sources = {edge.left, edge.right, *(e.left for e in edges), *(e.right for e in edges)}

    def removed(self) -> exp.Select | None:
        if not self._is_leaf or not self._near_names or not self._is_table():
            return None
        conditions = self._conditions()
        if conditions is None:
            return None
        wheres, own = conditions
        self._select.set("where", exp.Where(this=exp.and_(*wheres, copy=False)) if wheres else None)
        others = [part for part in self._parts() if self._uses(part)]
        if not others:
            return self._as_condition(own)
        return self._grouped_first(own)

    @property
    def _kind(self) -> str:
        return (self._join.side or "") if self._join is not None else ""

    def _is_table(self) -> bool:
        """Whether the far side is a plain table in an inner or left join, or the table of FROM in an inner one."""
        if self._join is not None:
            return isinstance(self._join.this, exp.Table) and self._kind in ("", "LEFT")
        source = self._select.args["from_"].this
        joins = self._select.args.get("joins") or []
        is_inner = bool(joins) and not any(join.side for join in joins)
        return isinstance(source, exp.Table) and source.alias_or_name == self._far and is_inner

    def _conditions(self) -> tuple[list[exp.Expr], list[exp.Expr]] | None:
        """The conditions without the join itself: those to keep, and those on the far table; None when they mix."""
        where = self._select.args.get("where")
        kept: list[exp.Expr] = []
        own: list[exp.Expr] = []
        is_left = self._kind == "LEFT"
        sources = [(where.this, not is_left)] if where else []
        if self._join is not None and (on := self._join.args.get("on")) is not None:
            sources.append((on, True))
        elif self._join is None:
            for join in self._select.args.get("joins") or ():
                if join.args.get("on") is not None:
                    sources.append((join.args["on"], True))
        for root, may_move in sources:
            for condition in conjuncts(root):
                aliases = {column.table for column in condition.find_all(exp.Column)}
                if self._is_link(condition):
                    continue
                if self._far not in aliases:
                    if is_left and self._join is not None and root is self._join.args.get("on"):
                        return None
                    kept.append(condition.copy())
                elif aliases == {self._far} and may_move:
                    own.append(condition.copy())
                else:
                    return None
        return kept, own

    def _is_link(self, condition: exp.Expr) -> bool:
        if not isinstance(condition, exp.EQ):
            return False
        sides = {
            (side.table, side.name) for side in (condition.this, condition.expression) if isinstance(side, exp.Column)
        }
        return any(
            sides == {(self._near, a), (self._far, b)} for a, b in zip(self._near_names, self._far_names, strict=True)
        )

    def _parts(self) -> Iterable[exp.Expr]:
        yield from self._select.expressions
        for name in ("group", "having", "order"):
            if self._select.args.get(name):
                yield self._select.args[name]

    def _uses(self, part: exp.Expr) -> bool:
        return any(column.table == self._far for column in part.find_all(exp.Column)) or any(
            isinstance(call.this, exp.Star) for call in part.find_all(exp.Count)
        )

    def _as_condition(self, own: list[exp.Expr]) -> exp.Select:
        """The far table only as a condition: rows for which it has a partner."""
        table = self._taken_out()
        if self._kind == "LEFT":
            return self._select
        near = [_column(self._near, name) for name in self._near_names]
        inner = exp.select(*(_column(self._far, name) for name in self._far_names)).from_(table)
        inner = inner.where(*own) if own else inner
        wanted = near[0] if len(near) == 1 else exp.Tuple(expressions=near)
        return self._select.where(exp.In(this=wanted, query=inner.subquery()), copy=False)

    def _grouped_first(self, own: list[exp.Expr]) -> exp.Select | None:
        """The far table grouped by the columns it is joined on, its own columns added up before the join."""
        calls = self._own_calls()
        if calls is None:
            return None
        keys = [_column(self._far, name) for name in self._far_names]
        columns = [exp.alias_(key.copy(), key.name, quoted=True) for key in keys]
        for number, call in enumerate(calls, 1):
            name = f"{_ADDED_UP}_{number}"
            columns.append(exp.alias_(call.copy(), name, quoted=True))
            call.replace(self._outer(call, name))
        kind = self._kind
        inner = exp.select(*columns).from_(self._taken_out()).group_by(*keys)
        inner = inner.where(*own) if own else inner
        pairs = zip(self._near_names, self._far_names, strict=True)
        condition = exp.and_(*(exp.EQ(this=_column(self._near, a), expression=_column(self._far, b)) for a, b in pairs))
        alias = exp.to_identifier(self._far, quoted=True)
        return self._select.join(inner.subquery(alias), on=condition, join_type=kind.lower() or None, copy=False)

    def _own_calls(self) -> list[exp.Expr] | None:
        """The aggregates over the far table alone; None when its columns are used in any other way."""
        calls: list[exp.Expr] = []
        for part in self._parts():
            for column in part.find_all(exp.Column):
                if column.table == self._far and not _is_added_up(column.find_ancestor(exp.AggFunc), self._far):
                    return None
            for call in part.find_all(exp.AggFunc):
                if isinstance(call.this, exp.Star):
                    return None
                if any(column.table == self._far for column in call.find_all(exp.Column)):
                    calls.append(call)
        return calls or None

    def _outer(self, call: exp.Expr, name: str) -> exp.Expr:
        column = _column(self._far, name)
        if isinstance(call, exp.Min | exp.Max):
            return type(call)(this=column)
        total: exp.Expr = exp.Sum(this=column)
        return exp.Coalesce(this=total, expressions=[exp.Literal.number(0)]) if isinstance(call, exp.Count) else total

    def _taken_out(self) -> exp.Expr:
        """The far table, no longer in the FROM of the statement."""
        joins = list(self._select.args.get("joins") or ())
        if self._join is not None:
            joins.remove(self._join)
            self._select.set("joins", joins)
            return self._join.this
        source: exp.Expr = self._select.args["from_"].this
        first = joins.pop(0)
        self._select.set("from_", exp.From(this=first.this))
        for join in joins:
            if join.args.get("on") is not None:
                join.set("on", None)
                join.set("kind", "CROSS")
        self._select.set("joins", joins)
        return source


def _is_added_up(call: exp.Expr | None, far: str) -> bool:
    """Whether an aggregate over one table may be computed in parts and the parts put together."""
    if not isinstance(call, exp.Sum | exp.Count | exp.Min | exp.Max) or isinstance(call.this, exp.Distinct):
        return False
    return {column.table for column in call.find_all(exp.Column)} == {far} and not isinstance(call.parent, exp.Filter)


def _scope(select: exp.Select) -> Scope:
    scope = build_scope(select)
    if scope is None:
        raise ValueError("a SELECT has a scope")
    return scope


def _column(table: str, name: str) -> exp.Column:
    return exp.column(exp.to_identifier(name, quoted=True), table=exp.to_identifier(table, quoted=True))
