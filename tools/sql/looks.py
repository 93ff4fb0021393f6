"""Short looks at what a database holds, with what the asker may see: the one way in for profiles and join counts."""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.database import Database, FetchedRows
from tools.sql.errors import StatementFailed, StatementTimeout
from tools.sql.policy import ASKER, apply_policy
from tools.sql.resolve import BASE_TABLE
from tools.sql.schema import Schema
from tools.sql.specs import PolicySpec
from tools.sql.table_names import spell_base_tables
from tools.terms import Scalar


class Looks:
    """Runs queries of our own, each for a few seconds at most; a table once too slow is left alone."""

    def __init__(
        self,
        database: Database,
        schema: Schema,
        policy: PolicySpec,
        asker: Asker,
        deadline: Deadline,
        *,
        seconds: float,
        max_rows: int = 1,
    ) -> None:
        self.policy = policy
        self._database = database
        self._schema = schema
        self._asker = asker
        self._deadline = deadline
        self._limits = PolicySpec(statement_seconds=seconds, max_rows=max_rows)
        self._slow: set[str] = set()

    def rows(self, query: exp.Query, parameters: Mapping[str, Scalar] | None = None) -> FetchedRows | None:
        """What the query returns; None when it takes too long or the database cannot run it."""
        names = {table.name for table in query.find_all(exp.Table)}
        if self._deadline.is_over or names & self._slow:
            return None
        query = spell_base_tables(query, self._schema, BASE_TABLE)
        seen = apply_policy(query, self._schema, self.policy, self._asker)
        try:
            values = {**(parameters or {}), ASKER: self._asker.id}
            return self._database.fetch(seen, values, self._limits, self._deadline)
        except StatementTimeout:
            self._slow |= names
        except StatementFailed:
            return None
        return None

    def number(self, query: exp.Select) -> int | None:
        """The one whole number that the query returns."""
        fetched = self.rows(query)
        value = fetched.rows[0][0] if fetched and fetched.rows else None
        return int(str(value)) if value is not None else None

    def counts(self, queries: Mapping[str, exp.Select]) -> dict[str, int] | None:
        """How many rows each query returns, counted by one statement; None when it takes too long or cannot run."""
        each = (exp.alias_(_counted(query).subquery(), name) for name, query in queries.items())
        fetched = self.rows(exp.select(*each))
        if fetched is None:
            return None
        return {name: int(str(value)) for name, value in zip(queries, fetched.rows[0], strict=True)}

    def count(self, query: exp.Select) -> int | None:
        """How many rows the query returns."""
        return self.number(_counted(query))


def _counted(query: exp.Select) -> exp.Select:
    return counting().from_(query.subquery("counted"))


def counting() -> exp.Select:
    """`SELECT count(*)`, still without a source."""
    return exp.select(exp.alias_(exp.Count(this=exp.Star()), "n"))


def base_node(name: str, alias: str | None = None) -> exp.Table:
    """A table of the database, in FROM."""
    node = exp.Table(this=exp.to_identifier(name, quoted=True))
    if alias:
        node.set("alias", exp.TableAlias(this=exp.to_identifier(alias, quoted=True)))
    node.meta[BASE_TABLE] = True
    return node


def column_of(source: str, name: str) -> exp.Column:
    """A column of a table or of what bears an alias."""
    return exp.column(exp.to_identifier(name, quoted=True), table=exp.to_identifier(source, quoted=True))


def equal_columns(left: str, left_names: Sequence[str], right: str, right_names: Sequence[str]) -> exp.Expr:
    """`left.a = right.x AND left.b = right.y`."""
    pairs = zip(left_names, right_names, strict=True)
    return exp.and_(*(exp.EQ(this=column_of(left, a), expression=column_of(right, b)) for a, b in pairs))
