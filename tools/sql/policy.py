"""Policy on a statement's tree: what is excluded, filtered or masked stays so, whatever the statement's shape."""

from collections.abc import Iterable

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.scope import Scope, traverse_scope

from tools.asker import Asker
from tools.sql.anomaly_specs import tighter
from tools.sql.errors import MaskedColumn, WrongRowFilter
from tools.sql.resolve import BASE_TABLE, base_column
from tools.sql.schema import Schema, Table
from tools.sql.specs import PolicySpec
from tools.sql.table_names import table_named
from tools.sql.visibility import Visibility, strictest

MASK = "***"
ASKER = "asker"
"""The placeholder bound to the asker's id."""


def apply_policy(tree: exp.Query, schema: Schema, policy: PolicySpec, asker: Asker) -> exp.Query:
    """The resolved tree with each use of a restricted table narrowed to what the asker may see.

    Excluded columns are not in the schema, so no resolved tree names them. Raises MaskedColumn when a masked column is
    used for more than being listed, WrongRowFilter when a filter cannot be read. `:asker` must be bound by the caller.
    """
    if masked_columns(schema, policy):
        _check_masks(tree, schema, policy)
    if not (policy.exclude_columns or policy.mask_columns or policy.row_filters):
        return tree
    narrowed = tree.copy()
    for node in [t for t in narrowed.find_all(exp.Table) if t.meta.get(BASE_TABLE)]:
        table = table_named(node, schema)
        if table is not None and _is_restricted(table, policy):
            node.replace(_narrowed(node, table, policy, schema.dialect))
    return narrowed


def tighten(base: PolicySpec, domain: PolicySpec) -> PolicySpec:
    """The base policy with a domain's additions: it can only become stricter."""
    return PolicySpec(
        exclude_tables=_united(base.exclude_tables, domain.exclude_tables),
        exclude_columns=_united(base.exclude_columns, domain.exclude_columns),
        row_filters=_both(base.row_filters, domain.row_filters),
        mask_columns=_united(base.mask_columns, domain.mask_columns),
        hosted_columns=_stricter(base.hosted_columns, domain.hosted_columns),
        hosted_tags=_united(base.hosted_tags, domain.hosted_tags),
        allow_functions=base.allow_functions,
        statement_seconds=min(base.statement_seconds, domain.statement_seconds),
        max_rows=min(base.max_rows, domain.max_rows),
        max_bytes=min(base.max_bytes, domain.max_bytes),
        max_cell_bytes=min(base.max_cell_bytes, domain.max_cell_bytes),
        join_trial_rows=min(base.join_trial_rows, domain.join_trial_rows),
        anomalies=tighter(base.anomalies, domain.anomalies),
    )


def _stricter(base: dict[str, Visibility], domain: dict[str, Visibility]) -> dict[str, Visibility]:
    return {name: strictest([rules[name] for rules in (base, domain) if name in rules]) for name in {**base, **domain}}


def is_table_excluded(table: str, policy: PolicySpec) -> bool:
    """Whether a table is as if it did not exist."""
    return table.lower() in {name.lower() for name in policy.exclude_tables}


def names_column(patterns: Iterable[str], table: str, column: str) -> bool:
    """Whether `table.column` or `*.column` is among the patterns, without regard to case."""
    wanted = {f"{table}.{column}".lower(), f"*.{column}".lower()}
    return any(pattern.lower() in wanted for pattern in patterns)


def masked_columns(schema: Schema, policy: PolicySpec) -> frozenset[str]:
    """The masked columns of a schema, as `table.column`."""
    return frozenset(
        f"{table.name}.{column.name}"
        for table in schema.tables
        for column in table.columns
        if names_column(policy.mask_columns, table.name, column.name)
    )


def row_filter(table: str, policy: PolicySpec) -> str | None:
    """The condition on a table's rows, if there is one."""
    found = [condition for name, condition in policy.row_filters.items() if name.lower() == table.lower()]
    return _all_of(found) if found else None


def placeholders_of(condition: str, dialect: str) -> set[str]:
    """The names after a colon in a row filter; empty for one that cannot be read."""
    try:
        tree = parse_one(f"SELECT 1 WHERE {condition}", dialect=dialect)
    except SqlglotError:
        return set()
    return {node.name for node in tree.find_all(exp.Placeholder)}


def _is_restricted(table: Table, policy: PolicySpec) -> bool:
    name = table.name.lower()
    touched = {pattern.lower().rpartition(".")[0] for pattern in (*policy.exclude_columns, *policy.mask_columns)}
    return bool(touched & {name, "*"}) or row_filter(table.name, policy) is not None


def _narrowed(node: exp.Table, table: Table, policy: PolicySpec, dialect: str) -> exp.Subquery:
    """`(SELECT permitted columns FROM table WHERE filter) AS alias`.

    Columns are named with their table: SQLite takes a quoted name that stands alone, and is gone, for text.
    """
    source = node.copy()
    source.set("alias", None)
    source.set("joins", None)
    columns = [_seen(table, column.name, policy) for column in table.columns]
    select = exp.select(*columns).from_(source)
    if (condition := row_filter(table.name, policy)) is not None:
        select = select.where(_condition(table.name, condition, dialect), copy=False)
    subquery = select.subquery(exp.to_identifier(node.alias_or_name, quoted=True), copy=False)
    subquery.set("joins", node.args.get("joins"))
    return subquery


def _seen(table: Table, column: str, policy: PolicySpec) -> exp.Expr:
    name = exp.to_identifier(column, quoted=True)
    if names_column(policy.mask_columns, table.name, column):
        return exp.alias_(exp.Literal.string(MASK), name)
    return exp.alias_(exp.column(name.copy(), table=exp.to_identifier(table.bare_name, quoted=True)), name)


def _condition(table: str, condition: str, dialect: str) -> exp.Expr:
    try:
        tree = parse_one(f"SELECT 1 WHERE {condition}", dialect=dialect)
    except SqlglotError as cause:
        raise WrongRowFilter(f"The row filter on `{table}` is not a condition in SQL: {condition}") from cause
    where = tree.args.get("where") if isinstance(tree, exp.Select) else None
    if where is None or any(tree.args.get(part) for part in ("group", "order", "limit", "having")):
        raise WrongRowFilter(f"The row filter on `{table}` is not a condition in SQL: {condition}")
    for source in where.find_all(exp.Table):
        source.meta[BASE_TABLE] = True
    return exp.paren(where.this, copy=False)


def _check_masks(tree: exp.Query, schema: Schema, policy: PolicySpec) -> None:
    masked_outputs: dict[int, set[str]] = {}
    for scope in traverse_scope(tree):
        for column in scope.columns:
            if _is_masked(scope, column, schema, policy, masked_outputs) and not _is_listed(column):
                raise MaskedColumn(column.name)
        masked_outputs[id(scope.expression)] = _masked_outputs(scope, schema, policy, masked_outputs)


def _is_masked(
    scope: Scope, column: exp.Column, schema: Schema, policy: PolicySpec, outputs: dict[int, set[str]]
) -> bool:
    if base := base_column(scope, column, schema):
        return names_column(policy.mask_columns, base[0].name, base[1].name)
    around: Scope | None = scope
    while around is not None and column.table not in around.sources:
        around = around.parent
    source = around.sources[column.table] if around else None
    return isinstance(source, Scope) and column.name in outputs.get(id(source.expression), set())


def _is_listed(column: exp.Column) -> bool:
    listed = column.parent if isinstance(column.parent, exp.Alias) else column
    return isinstance(listed.parent, exp.Select) and listed.arg_key == "expressions"


def _masked_outputs(scope: Scope, schema: Schema, policy: PolicySpec, outputs: dict[int, set[str]]) -> set[str]:
    query = scope.expression
    if isinstance(query, exp.SetOperation):
        names = query.named_selects
        branches = (branch.unnest() for branch in (query.this, query.expression))
        positions = {
            position
            for branch in branches
            for position, name in enumerate(branch.named_selects)
            if name in outputs.get(id(branch), set())
        }
        return {names[position] for position in positions if position < len(names)}
    return {
        projection.alias_or_name
        for projection in getattr(query, "selects", ())
        if isinstance(column := projection.unalias(), exp.Column) and _is_masked(scope, column, schema, policy, outputs)
    }


def _united(*names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for group in names for name in group))


def _both(base: dict[str, str], domain: dict[str, str]) -> dict[str, str]:
    spelled = {name.lower(): name for name in (*domain, *base)}
    return {
        name: _all_of([c for f in (base, domain) for n, c in f.items() if n.lower() == key])
        for key, name in spelled.items()
    }


def _all_of(conditions: list[str]) -> str:
    return conditions[0] if len(conditions) == 1 else " AND ".join(f"({c})" for c in conditions)
