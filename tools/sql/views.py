"""Views over restricted tables: a view must not show what policy hides."""

from collections.abc import Mapping

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from tools.sql.policy import is_table_excluded, row_filter
from tools.sql.specs import PolicySpec


def readable_views(definitions: Mapping[str, str | None], policy: PolicySpec, dialect: str, home: str = "") -> set[str]:
    """The views that read nothing restricted, directly or through other views; `home` is the home schema's name.

    A row filter cannot be applied inside a view, nor a mask, so a view over such a table is left out, unless it
    mentions no excluded or masked column. A view whose definition cannot be read is left out when there is any
    restriction at all.
    """
    if not (policy.exclude_tables or policy.exclude_columns or policy.mask_columns or policy.row_filters):
        return set(definitions)
    trees = {view.lower(): _parsed(text, dialect) for view, text in definitions.items()}
    read = {view: _tables(tree, view, home.lower()) for view, tree in trees.items()}
    hidden = {
        view for view, tree in trees.items() if tree is None or _reads_restricted(tree, read[view], policy, set(trees))
    }
    while more := {view for view in trees if view not in hidden and read[view] & hidden}:
        hidden |= more
    return {view for view in definitions if view.lower() not in hidden}


def _parsed(definition: str | None, dialect: str) -> exp.Expr | None:
    try:
        tree = parse_one(definition or "", dialect=dialect)
    except SqlglotError:
        return None
    query = tree.expression if isinstance(tree, exp.Create) else tree
    return query if isinstance(query, exp.Query) else None


def _reads_restricted(tree: exp.Expr, tables: set[str], policy: PolicySpec, views: set[str]) -> bool:
    if any(is_table_excluded(table, policy) or row_filter(table, policy) for table in tables):
        return True
    patterns = [p.lower().rpartition(".") for p in (*policy.exclude_columns, *policy.mask_columns)]
    columns = {column for table, _dot, column in patterns if table in tables or (table == "*" and tables - views)}
    names = {identifier.name.lower() for identifier in tree.find_all(exp.Identifier)}
    return bool(columns & names) or (bool(columns) and _lists_everything(tree))


def _tables(tree: exp.Expr | None, view: str, home: str) -> set[str]:
    """The names of the tables a view reads; one without a schema may be of the home schema or of the view's own."""
    own = view.rpartition(".")[0]
    found: set[str] = set()
    for table in tree.find_all(exp.Table) if tree else ():
        name, schema = table.name.lower(), table.db.lower()
        if schema in ("", home):
            found.add(name)
        if schema == "" and own:
            found.add(f"{own}.{name}")
        elif schema not in ("", home):
            found.add(f"{schema}.{name}")
    return found


def _lists_everything(tree: exp.Expr) -> bool:
    return any(not isinstance(star.parent, exp.Count) for star in tree.find_all(exp.Star)) or any(
        join.method == "NATURAL" for join in tree.find_all(exp.Join)
    )
