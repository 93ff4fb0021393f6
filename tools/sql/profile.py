"""What the rows of a table show: how many, which values a short column has, which range a date column spans."""

from sqlglot import exp

from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.database import Database, FetchedRows
from tools.sql.errors import StatementFailed, StatementTimeout
from tools.sql.policy import ASKER, apply_policy, names_column
from tools.sql.resolve import BASE_TABLE
from tools.sql.schema import Column, Schema, Table
from tools.sql.specs import PolicySpec
from tools.terms import Scalar

MOST_VALUES = 50
LONGEST_VALUE = 80
SAMPLE = 500
_SECONDS = 2.0


class Profiler:
    """Looks at the rows the asker may see, each look for two seconds at most; a table once too slow is left alone."""

    def __init__(
        self, database: Database, schema: Schema, policy: PolicySpec, asker: Asker, deadline: Deadline
    ) -> None:
        self._database = database
        self._schema = schema
        self._policy = policy
        self._asker = asker
        self._deadline = deadline
        self._slow: set[str] = set()

    def profiled(self, table: Table) -> Table:
        """The table with its row count, and its columns with their values or range."""
        columns = tuple(self._column(table, column) for column in table.columns)
        return table.model_copy(update={"columns": columns, "row_count": self._row_count(table)})

    def share_found(self, left: tuple[str, str], right: tuple[str, str]) -> float | None:
        """Of up to 500 distinct values of a column, the share found in another; None when that takes too long."""
        values = self._look(_distinct(*left, SAMPLE))
        if not values or not values.rows:
            return None
        sample = exp.select(_column_node("sample", left[1])).from_(_distinct(*left, SAMPLE).subquery("sample"))
        found = sample.where(exp.In(this=_column_node("sample", left[1]), query=_distinct(*right).subquery()))
        matched = self._look(found)
        return len(matched.rows) / len(values.rows) if matched else None

    def _column(self, table: Table, column: Column) -> Column:
        if names_column(self._policy.mask_columns, table.name, column.name):
            return column
        if column.kind == "text" and not (column.is_key and len(table.primary_key) == 1):
            return column.model_copy(update={"values": self._values(table.name, column.name)})
        if column.kind in ("date", "datetime"):
            low, high = self._range(table.name, column.name)
            return column.model_copy(update={"low": low, "high": high})
        return column

    def _values(self, table: str, column: str) -> tuple[str, ...]:
        fetched = self._look(_distinct(table, column, MOST_VALUES + 1))
        values = [value for row in (fetched.rows if fetched else ()) if isinstance(value := row[0], str)]
        if not values or len(values) > MOST_VALUES or max(map(len, values)) > LONGEST_VALUE:
            return ()
        return tuple(sorted(values))

    def _range(self, table: str, column: str) -> tuple[str | None, str | None]:
        node = _column_node(table, column)
        ends = [exp.alias_(exp.Min(this=node), "low"), exp.alias_(exp.Max(this=node.copy()), "high")]
        fetched = self._look(exp.select(*ends).from_(_table_node(table)))
        low, high = fetched.rows[0] if fetched else (None, None)
        return _text(low), _text(high)

    def _row_count(self, table: Table) -> int | None:
        fetched = self._look(exp.select(exp.alias_(exp.Count(this=exp.Star()), "n")).from_(_table_node(table.name)))
        count = fetched.rows[0][0] if fetched else None
        return count if isinstance(count, int) else None

    def _look(self, query: exp.Select) -> FetchedRows | None:
        """What a look at a column shows; None when it takes too long or the database cannot do it.

        The column then stands in the schema without values or range, which only makes a prompt poorer.
        """
        names = {table.name for table in query.find_all(exp.Table)}
        if self._deadline.is_over or names & self._slow:
            return None
        limits = PolicySpec(statement_seconds=_SECONDS, max_rows=max(SAMPLE, MOST_VALUES + 1))
        seen = apply_policy(query, self._schema, self._policy, self._asker)
        try:
            return self._database.fetch(seen, {ASKER: self._asker.id}, limits, self._deadline)
        except StatementTimeout:
            self._slow |= names
        except StatementFailed:
            return None
        return None


def _distinct(table: str, column: str, limit: int | None = None) -> exp.Select:
    node = _column_node(table, column)
    query = exp.select(node).distinct().from_(_table_node(table)).where(exp.Not(this=node.copy().is_(exp.null())))
    return query.limit(limit) if limit else query


def _table_node(name: str) -> exp.Table:
    table = exp.Table(this=exp.to_identifier(name, quoted=True))
    table.meta[BASE_TABLE] = True
    return table


def _column_node(table: str, name: str) -> exp.Column:
    return exp.column(exp.to_identifier(name, quoted=True), table=exp.to_identifier(table, quoted=True))


def _text(value: Scalar) -> str | None:
    if value is None:
        return None
    return value if isinstance(value, str) else str(getattr(value, "isoformat", value.__str__)())
