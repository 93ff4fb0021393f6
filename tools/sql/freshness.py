"""Whether a schema still tells the truth of the tables that a statement reads."""

from collections.abc import Callable, Sequence

import sqlglot
from sqlalchemy.exc import SQLAlchemyError
from sqlglot import exp
from sqlglot.errors import SqlglotError

from tools.deadline import Deadline
from tools.sql.catalog import Catalog, catalog_of
from tools.sql.database import Database
from tools.sql.drift import Drift, Rows, check_types, explained
from tools.sql.errors import SchemaChanged, SourceError, UnknownColumn, UnknownTable
from tools.sql.policy import names_column
from tools.sql.schema import Schema, Table
from tools.sql.specs import PolicySpec
from tools.sql.table_names import table_named

_SECONDS = 5.0


def run_through_drift(
    run: Callable[[Schema], Rows],
    statement: str,
    stale: Schema,
    *,
    is_outdated: Callable[[], bool],
    refresh: Callable[[], tuple[Schema, Sequence[Drift]]],
) -> Rows:
    """Run a statement over a schema that is read again where the database has changed.

    It is read again when it `is_outdated`, or when the statement names what the schema or the database does not have;
    `refresh` then also tells what has drifted. Raises as `run` does; an UnknownColumn or UnknownTable names the
    likely new name first and carries its `drift`. Raises ColumnRetyped where a column the statement names has changed
    its type, as the statement may then mean something else without failing.
    """
    if not is_outdated():
        try:
            return run(stale)
        except (UnknownColumn, UnknownTable, SchemaChanged):
            pass
    fresh, found = refresh()
    check_types(statement, found)
    try:
        return run(fresh)
    except (UnknownColumn, UnknownTable) as error:
        raise explained(error, found) from error


def tables_read(statement: str, schema: Schema) -> tuple[Table, ...]:
    """The tables of the schema that a statement reads; none when it does not parse."""
    try:
        tree = sqlglot.parse_one(statement, dialect=schema.dialect)
    except SqlglotError:
        return ()
    found = (table_named(node, schema) for node in tree.find_all(exp.Table))
    return tuple({table.name: table for table in found if table}.values())


def has_changed(database: Database, tables: Sequence[Table], policy: PolicySpec, deadline: Deadline) -> bool:
    """Whether the database has other columns or types than these; False where it cannot be asked."""
    try:
        with database.connection(deadline, _SECONDS) as connection:
            catalog = catalog_of(
                connection, database.home_schema, {table.qualifier for table in tables if table.qualifier}
            )
            return any(_columns(catalog, table.name, policy) != _known(table) for table in tables)
    except SourceError:
        return False


def _known(table: Table) -> list[tuple[str, str]]:
    return [(column.name, column.type) for column in table.columns]


def _columns(catalog: Catalog, table: str, policy: PolicySpec) -> list[tuple[str, str]]:
    try:
        columns = catalog.columns(table).get(table, [])
    except SQLAlchemyError:
        return []
    return [(c.name, c.type) for c in columns if not names_column(policy.exclude_columns, table, c.name)]
