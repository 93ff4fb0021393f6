"""The links of a statement: which columns of which base tables it sets equal, through CTEs, subqueries and IN."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

from tools.sql.table_names import whole_name

Pair = tuple[str, str]
"""Two columns as `table.column`, in alphabetical order."""


@dataclass(frozen=True)
class Link:
    """Two sources of one SELECT, or one of it and one around or inside it, and the columns that are equal."""

    pairs: frozenset[Pair]

    @property
    def text(self) -> str:
        """The link in words of SQL."""
        return " and ".join(f"{left} = {right}" for left, right in sorted(self.pairs))


def links(tree: exp.Query) -> tuple[Link, ...]:
    """Each pair of different base tables that the statement links, in order; columns it computes are left out."""
    found: dict[tuple[int, frozenset[str]], set[Pair]] = {}
    for scope in traverse_scope(tree):
        for sources, left, right in _equalities(scope):
            if left is None or right is None or _table(left) == _table(right):
                continue
            pair = (left, right) if left <= right else (right, left)
            found.setdefault((id(scope), sources), set()).add(pair)
    return tuple(dict.fromkeys(Link(frozenset(pairs)) for pairs in found.values()))


Equality = tuple[frozenset[str], str | None, str | None]


def _equalities(scope: Scope) -> Iterator[Equality]:
    for node in scope.find_all(exp.EQ, exp.NullSafeEQ):
        left, right = node.this.unnest(), node.expression.unnest()
        if isinstance(left, exp.Column) and isinstance(right, exp.Column) and left.table != right.table:
            yield frozenset((left.table, right.table)), base_of(scope, left), base_of(scope, right)
    for inner in scope.subquery_scopes:
        within = inner.expression.find_ancestor(exp.In)
        if isinstance(within, exp.In) and within.args.get("query") is inner.expression.parent:
            yield from _memberships(scope, within, inner)


def _memberships(scope: Scope, within: exp.In, inner: Scope) -> Iterator[Equality]:
    wanted = within.this.unnest()
    columns = wanted.expressions if isinstance(wanted, exp.Tuple) else [wanted]
    outputs = inner.expression.selects if isinstance(inner.expression, exp.Query) else []
    for column, output in zip(columns, outputs, strict=False):
        value = output.unalias()
        if isinstance(column, exp.Column) and isinstance(value, exp.Column):
            yield frozenset((column.table, str(id(inner)))), base_of(scope, column), base_of(inner, value)


def base_of(scope: Scope | None, column: exp.Column) -> str | None:
    """The column of a base table, as `table.column`, that a column stands for; None for what is computed."""
    while scope is not None and column.table not in scope.sources:
        scope = scope.parent
    if scope is None:
        return None
    source = scope.sources[column.table]
    if isinstance(source, exp.Table):
        return f"{whole_name(source)}.{column.name}"
    selects = source.expression.selects if isinstance(source.expression, exp.Query) else []
    position = next((i for i, output in enumerate(selects) if output.alias_or_name == column.name), None)
    return None if position is None else _nth(source, position)


def _nth(branch: Scope, position: int) -> str | None:
    if isinstance(branch.expression, exp.SetOperation):
        found = {_nth(inner, position) for inner in branch.set_operation_scopes}
        return found.pop() if len(found) == 1 else None
    selects = branch.expression.selects if isinstance(branch.expression, exp.Query) else []
    output = selects[position].unalias() if position < len(selects) else None
    return base_of(branch, output) if isinstance(output, exp.Column) else None


def _table(column: str) -> str:
    return column.rpartition(".")[0]
