"""Whether a statement's period lies outside the time that a table has rows of: its zero then says nothing."""

from collections.abc import Sequence
from datetime import date

from sqlglot import exp

from tools.errors import ToolError
from tools.evidence import Computed
from tools.sql.columns import find_column
from tools.sql.looks import Looks, base_node, column_of
from tools.sql.schema import Schema
from tools.terms import Scalar
from tools.wording import said


def counts_nothing(rows: Sequence[Sequence[Scalar]]) -> bool:
    """Whether there is no row, or one in which nothing was counted or added up."""
    return not rows or (len(rows) == 1 and all(value is None or value == 0 for value in rows[0]))


def outside_the_data(computed: Computed, schema: Schema, looks: Looks) -> str:
    """Which time the rows are of, where none of the period asked for is among it; empty where some is, or unknown."""
    if computed.period is None or computed.time_column is None:
        return ""
    ends = _ends(computed.time_column, schema, looks)
    if ends is None or (computed.period.start <= ends[1] and ends[0] <= computed.period.end):
        return ""
    return said(
        "Nothing is known of that time: the rows of `{column}` run from {first} to {last}.",
        column=computed.time_column,
        first=ends[0],
        last=ends[1],
    )


def _ends(name: str, schema: Schema, looks: Looks) -> tuple[date, date] | None:
    try:
        table, column = find_column(schema, name)
    except ToolError:
        return None
    node = column_of(table.name, column.name)
    ends = [exp.alias_(exp.Min(this=node), "low"), exp.alias_(exp.Max(this=node.copy()), "high")]
    fetched = looks.rows(exp.select(*ends).from_(base_node(table.name)))
    days = [_day(value) for value in fetched.rows[0]] if fetched and fetched.rows else []
    return (days[0], days[1]) if len(days) == 2 and days[0] and days[1] else None


def _day(value: Scalar) -> date | None:
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None
