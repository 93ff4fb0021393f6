"""All rows of a statement, read as they come: for exports, which no cap of rows or bytes cuts."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.database import Database
from tools.sql.declared import Declared, declared_outputs
from tools.sql.guard import check_statement
from tools.sql.policy import apply_policy
from tools.sql.schema import Schema
from tools.sql.specs import PolicySpec
from tools.sql.statement import bound_parameters
from tools.sql.values import typed_column
from tools.terms import Scalar

Row = tuple[Scalar, ...]


@dataclass(frozen=True)
class RowStream:
    """The rows of a statement that is running."""

    columns: tuple[str, ...]
    rows: Iterator[Row]


@contextmanager
def stream_statement(
    database: Database,
    schema: Schema,
    statement: str,
    parameters: Mapping[str, Scalar],
    *,
    policy: PolicySpec,
    asker: Asker,
    deadline: Deadline,
) -> Iterator[RowStream]:
    """Run one SELECT under guard and policy, and hand over its rows while they are read; raises as `run_statement`.

    The policy's limits of rows, bytes and cells do not count; its time does.
    """
    checked = check_statement(statement, schema, schema.dialect, policy.allow_functions)
    bound = bound_parameters(checked, parameters, asker)
    tree = apply_policy(checked.tree, schema, policy, asker)
    declared = declared_outputs(checked.tree, schema) if database.dialect == "sqlite" else ()
    with database.streaming(tree, bound, policy, deadline) as (columns, batches):
        yield RowStream(tuple(columns), (row for batch in batches for row in _typed(batch, declared)))


def _typed(batch: Sequence[Row], declared: Sequence[Declared | None]) -> Iterator[Row]:
    """Rows with the values of a database without types as their columns were declared."""
    if not any(declared):
        return iter(batch)
    columns = [list(column) for column in zip(*batch, strict=True)]
    for position, behind in enumerate(declared[: len(columns)]):
        if behind:
            columns[position] = typed_column(columns[position], behind.kind, behind.scale)
    return zip(*columns, strict=True)
