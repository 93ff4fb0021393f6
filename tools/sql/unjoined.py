"""Tables of a SELECT that nothing joins to the others."""

from collections.abc import Iterator

from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

from tools.sql.schema import Schema
from tools.sql.table_names import table_named, whole_name


def unjoined_tables(tree: exp.Query, schema: Schema) -> Iterator[tuple[str, str]]:
    """Pairs of base tables, of more than one row each, that stand beside each other without a condition between them.

    A `CROSS JOIN` that is written out is meant.
    """
    for scope in traverse_scope(tree):
        if not isinstance(scope.expression, exp.Select):
            continue
        tables = {
            a: whole_name(n) for a, n in scope.sources.items() if isinstance(n, exp.Table) and _has_rows(n, schema)
        }
        groups = _connected(scope)
        apart = {groups.get(alias, alias): name for alias, name in tables.items()}
        if len(apart) > 1 and all(not isinstance(node, Scope) for node in scope.sources.values()):
            first, second, *_ = apart.values()
            yield first, second


def _has_rows(node: exp.Table, schema: Schema) -> bool:
    table = table_named(node, schema)
    return table is not None and table.row_count != 1


def _connected(scope: Scope) -> dict[str, str]:
    """For each source, the one that stands for all that conditions connect it with."""
    leader = {alias: alias for alias in scope.sources}

    def head(alias: str) -> str:
        while leader[alias] != alias:
            alias = leader[alias]
        return alias

    for condition in _conditions(scope.expression):
        used = [c.table for c in condition.find_all(exp.Column) if c.table in leader]
        for other in used[1:]:
            leader[head(other)] = head(used[0])
    for join in scope.expression.args.get("joins") or ():
        if join.args.get("using") or join.args.get("method") == "NATURAL" or join.kind == "CROSS":
            for alias in leader:
                leader[head(alias)] = head(join.alias_or_name)
    return {alias: head(alias) for alias in leader}


def _conditions(select: exp.Expr) -> Iterator[exp.Expr]:
    where = select.args.get("where")
    trees = [where.this] if where else []
    trees += [join.args["on"] for join in select.args.get("joins") or () if join.args.get("on")]
    for tree in trees:
        yield from tree.flatten() if isinstance(tree, exp.And) else (tree,)
