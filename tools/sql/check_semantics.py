"""Comparing what a domain file says of a database with the database's schema."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from tools.errors import ToolError
from tools.frozen import Frozen
from tools.sql.columns import UnknownTerm, column_text, find_column
from tools.sql.expressions import aggregates, parse_expression
from tools.sql.naming import nearest
from tools.sql.schema import Join, Schema
from tools.sql.specs import DimensionSpec, MetricSpec, SemanticSpec, TableSpec, VerifiedQuerySpec
from tools.sql.table_names import table_named, whole_name
from tools.sql.verified import repaired


class Problem(Frozen):
    """A key of the semantic layer that does not fit the database."""

    key: str
    """Where it stands, such as `metrics.revenue.expression`."""
    message: str
    nearest: tuple[str, ...] = ()
    repair: str = ""
    """What could stand there instead, for a person to check."""


def checked_parts(spec: SemanticSpec, schema: Schema) -> tuple[SemanticSpec, tuple[Join, ...], list[Problem]]:
    """The spec without what does not fit, all joins that may be used, and the problems found."""
    problems: list[Problem] = []

    def usable(section: str, entries: dict[str, Any], check: Callable[[Any], Iterator[Problem]]) -> dict[str, Any]:
        kept = {}
        for name, entry in entries.items():
            found = [p.model_copy(update={"key": f"{section}.{name}{p.key}"}) for p in check(entry)]
            problems.extend(found)
            if not found:
                kept[name] = entry
        return kept

    for name, table in spec.tables.items():
        problems.extend(_table_problems(name, table, schema))
    joins = [*schema.joins]
    for number, text in enumerate(spec.joins):
        try:
            _add_join(read_join(text, schema), joins)
        except ToolError as error:
            problems.append(_problem(f"joins[{number}]", error))
    parts = spec.model_copy(
        update={
            "metrics": usable("metrics", spec.metrics, lambda m: _metric_problems(m, schema)),
            "dimensions": usable("dimensions", spec.dimensions, lambda d: _dimension_problems(d, spec, schema)),
            "verified_queries": usable("verified_queries", spec.verified_queries, lambda q: _query_problems(q, schema)),
        }
    )
    return parts, tuple(joins), problems


def read_join(text: str, schema: Schema) -> Join:
    """A join written `a.x = b.y`, several pairs joined by `and`. Raises ToolError when it does not fit."""
    pairs = []
    for part in re.split(r"\s+and\s+", text, flags=re.IGNORECASE):
        left, _, right = part.partition("=")
        pairs.append((column_text(*find_column(schema, left)), column_text(*find_column(schema, right))))
    left_columns, right_columns = zip(*pairs, strict=True)
    if not _is_key(schema, right_columns) and _is_key(schema, left_columns):
        left_columns, right_columns = right_columns, left_columns
    return Join(
        left=left_columns,
        right=right_columns,
        origin="confirmed",
        is_unique=_is_key(schema, right_columns),
    )


def _is_key(schema: Schema, columns: tuple[str, ...]) -> bool:
    table = schema.table(columns[0].rpartition(".")[0])
    names = {column.rpartition(".")[2] for column in columns}
    return bool(table and table.primary_key and set(table.primary_key) <= names)


def _add_join(join: Join, joins: list[Join]) -> None:
    same = [i for i, j in enumerate(joins) if {j.left, j.right} == {join.left, join.right}]
    if same:
        joins[same[0]] = joins[same[0]].model_copy(update={"origin": "confirmed"})
    else:
        joins.append(join)


def _table_problems(name: str, table: TableSpec, schema: Schema) -> Iterator[Problem]:
    found = schema.table(name)
    if found is None:
        near = tuple(nearest(name, [t.name for t in schema.tables]))
        yield Problem(key=f"tables.{name}", message=f"There is no table `{name}`.", nearest=near)
        return
    known = [column.name for column in found.columns]
    asked = {f"tables.{name}.columns.{column}": column for column in table.columns}
    if table.label:
        asked[f"tables.{name}.label"] = table.label
    for key, column in asked.items():
        if found.column(column) is None:
            message = f"`{found.name}` has no column `{column}`."
            yield Problem(key=key, message=message, nearest=tuple(nearest(column, known)))


def _metric_problems(metric: MetricSpec, schema: Schema) -> Iterator[Problem]:
    try:
        if not aggregates(parse_expression(metric.expression, schema)):
            yield Problem(key=".expression", message="A metric needs an aggregate such as `sum(table.column)`.")
    except ToolError as error:
        yield _problem(".expression", error)
    if metric.time:
        yield from _column_problems(".time", metric.time, schema)
    for number, condition in enumerate(metric.filters):
        try:
            parse_expression(condition, schema)
        except ToolError as error:
            yield _problem(f".filters[{number}]", error)


def _dimension_problems(dimension: DimensionSpec, spec: SemanticSpec, schema: Schema) -> Iterator[Problem]:
    yield from _column_problems(".column", dimension.column, schema)
    if dimension.parent and dimension.parent not in spec.dimensions:
        near = tuple(nearest(dimension.parent, spec.dimensions))
        yield Problem(key=".parent", message=f"There is no dimension `{dimension.parent}`.", nearest=near)


def _query_problems(query: VerifiedQuerySpec, schema: Schema) -> Iterator[Problem]:
    try:
        tree = sqlglot.parse_one(query.statement, dialect=schema.dialect)
    except SqlglotError as error:
        yield Problem(key=".statement", message=f"It does not parse as {schema.dialect}: {str(error).splitlines()[0]}")
        return
    if not isinstance(tree, exp.Query):
        yield Problem(key=".statement", message="It is no SELECT, and nothing else is run.")
        return
    yield from _parameter_problems(query, tree)
    problems = [*_missing_tables(tree, schema), *_missing_columns(tree, schema)]
    repair = repaired(query.statement, schema) if problems else ""
    yield from (problem.model_copy(update={"repair": repair}) for problem in problems)


def _parameter_problems(query: VerifiedQuerySpec, tree: exp.Expr) -> Iterator[Problem]:
    placeholders = {node.name for node in tree.find_all(exp.Placeholder) if node.name}
    for name in sorted(placeholders - set(query.parameters)):
        near = tuple(nearest(name, query.parameters))
        yield Problem(key=".statement", message=f"`parameters` does not list its placeholder `:{name}`.", nearest=near)
    for name in sorted(set(query.parameters) - placeholders):
        near = tuple(nearest(name, placeholders))
        yield Problem(key=f".parameters.{name}", message=f"The statement has no placeholder `:{name}`.", nearest=near)


def _missing_tables(tree: exp.Expr, schema: Schema) -> Iterator[Problem]:
    for node in _tables_read(tree):
        if table_named(node, schema) is None:
            name = whole_name(node)
            near = tuple(nearest(name, [t.name for t in schema.tables]))
            yield Problem(key=".statement", message=f"There is no table `{name}`.", nearest=near)


def _missing_columns(tree: exp.Expr, schema: Schema) -> Iterator[Problem]:
    read = [table for node in _tables_read(tree) if (table := table_named(node, schema))]
    columns = [column.name for table in read or schema.tables for column in table.columns]
    known = {name.lower() for name in columns} | {alias.alias.lower() for alias in tree.find_all(exp.Alias)}
    known |= {name.name.lower() for alias in tree.find_all(exp.TableAlias) for name in alias.columns}
    for column in tree.find_all(exp.Column):
        if column.name.lower() not in known and not isinstance(column.this, exp.Star):
            near = tuple(nearest(column.name, sorted(columns)))
            yield Problem(key=".statement", message=f"No table of it has a column `{column.name}`.", nearest=near)


def _tables_read(tree: exp.Expr) -> list[exp.Table]:
    defined = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    return [node for node in tree.find_all(exp.Table) if node.db or node.name.lower() not in defined]


def _column_problems(key: str, column: str, schema: Schema) -> Iterator[Problem]:
    try:
        find_column(schema, column)
    except ToolError as error:
        yield _problem(key, error)


def _problem(key: str, error: ToolError) -> Problem:
    return Problem(key=key, message=str(error), nearest=error.nearest if isinstance(error, UnknownTerm) else ())
