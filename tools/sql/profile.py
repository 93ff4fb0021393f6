"""What the rows of a table show: how many, which values a short column has, which range a date column spans."""

from sqlglot import exp

from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.database import Database
from tools.sql.joins import Side
from tools.sql.looks import Looks, base_node, column_of, counting, equal_columns
from tools.sql.policy import names_column
from tools.sql.schema import ZERO_AND_ONE, Column, Schema, Table
from tools.sql.specs import PolicySpec
from tools.sql.text_days import kind_of_days
from tools.sql.traces import trace_columns
from tools.terms import Scalar

MOST_VALUES = 50
LONGEST_VALUE = 80
SAMPLE = 500
_SECONDS = 2.0
_SAMPLE, _OTHER = "sample", "other"


class Profiler:
    """Looks at the rows the asker may see, each look for two seconds at most; a table once too slow is left alone."""

    def __init__(
        self, database: Database, schema: Schema, policy: PolicySpec, asker: Asker, deadline: Deadline
    ) -> None:
        self._policy = policy
        self._has_no_dates = schema.dialect == "sqlite"
        most = max(SAMPLE, MOST_VALUES + 1)
        self._looks = Looks(database, schema, policy, asker, deadline, seconds=_SECONDS, max_rows=most)

    def profiled(self, table: Table) -> Table:
        """The table with its row count, and its columns with their values or range."""
        columns = tuple(self._column(table, column) for column in table.columns)
        count = self._looks.number(counting().from_(base_node(table.name)))
        profiled = table.model_copy(update={"columns": columns, "row_count": count})
        masked = [c.name for c in columns if names_column(self._policy.mask_columns, table.name, c.name)]
        return trace_columns(profiled, self._looks, masked)

    def share_found(self, left: Side, right: Side) -> float | None:
        """Of up to 500 distinct keys, the share found on the other side; None when that takes too long."""
        if self._is_masked(left) or self._is_masked(right):
            return None
        sample = counting().from_(_distinct(*left, SAMPLE).subquery(_SAMPLE))
        of = self._looks.number(sample)
        if not of:
            return None
        partner = exp.select("1").from_(base_node(right[0], _OTHER))
        partner = partner.where(equal_columns(_SAMPLE, left[1], _OTHER, right[1]))
        found = self._looks.number(sample.where(exp.Exists(this=partner)))
        return None if found is None else found / of

    def is_unique(self, side: Side) -> bool | None:
        """Whether no two rows have the same values in these columns; None when that takes too long."""
        if self._is_masked(side):
            return None
        rows = self._looks.number(counting().from_(base_node(side[0])))
        distinct = self._looks.number(counting().from_(_distinct(*side).subquery(_SAMPLE)))
        return None if rows is None or distinct is None else rows == distinct

    def _is_masked(self, side: Side) -> bool:
        return any(names_column(self._policy.mask_columns, side[0], column) for column in side[1])

    def _column(self, table: Table, column: Column) -> Column:
        if names_column(self._policy.mask_columns, table.name, column.name):
            return column
        if column.kind == "text" and not (column.is_key and len(table.primary_key) == 1):
            column = self._of_text(table, column)
        if column.kind in ("date", "datetime"):
            return column.model_copy(update=self._range(table.name, column.name))
        if column.kind == "integer" and not column.is_key and self._is_zero_or_one(table.name, column.name):
            return column.model_copy(update={"values": ZERO_AND_ONE})
        return column

    def _is_zero_or_one(self, table: str, column: str) -> bool:
        fetched = self._looks.rows(_distinct(table, (column,), 3))
        return fetched is not None and {str(row[0]) for row in fetched.rows} == set(ZERO_AND_ONE)

    def _of_text(self, table: Table, column: Column) -> Column:
        """A text column with its values where it has few; where it holds nothing but days, as a column of days."""
        fetched = self._looks.rows(_distinct(table.name, (column.name,), MOST_VALUES + 1))
        values = [value for row in (fetched.rows if fetched else ()) if isinstance(value := row[0], str)]
        kind = kind_of_days(table.name, column.name, values, self._looks) if self._has_no_dates else None
        if kind is not None:
            return column.model_copy(update={"kind": kind})
        if not values or len(values) > MOST_VALUES or max(map(len, values)) > LONGEST_VALUE:
            return column
        return column.model_copy(update={"values": tuple(sorted(values))})

    def _range(self, table: str, column: str) -> dict[str, str | bool | None]:
        """The first and the last day of a column, and whether rows have none."""
        node = column_of(table, column)
        looked = [
            exp.alias_(exp.Min(this=node), "low"),
            exp.alias_(exp.Max(this=node.copy()), "high"),
            exp.alias_(exp.Count(this=node.copy()), "known"),
            exp.alias_(exp.Count(this=exp.Star()), "n"),
        ]
        fetched = self._looks.rows(exp.select(*looked).from_(base_node(table)))
        low, high, known, count = fetched.rows[0] if fetched else (None, None, 0, 0)
        return {"low": _text(low), "high": _text(high), "has_gaps": known != count}


def _distinct(table: str, columns: tuple[str, ...], limit: int | None = None) -> exp.Select:
    nodes = [column_of(table, column) for column in columns]
    known = [exp.Not(this=node.copy().is_(exp.null())) for node in nodes]
    query = exp.select(*nodes).distinct().from_(base_node(table)).where(*known)
    return query.limit(limit) if limit else query


def _text(value: Scalar) -> str | None:
    if value is None:
        return None
    return value if isinstance(value, str) else str(getattr(value, "isoformat", value.__str__)())
