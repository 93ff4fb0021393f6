"""Counting what a join did to the rows, where the tables are small enough for that to be cheap."""

from collections.abc import Sequence

from sqlglot import exp

from tools.asker import Asker
from tools.deadline import Deadline
from tools.evidence import JoinAccount
from tools.sql.database import Database
from tools.sql.errors import StatementFailed, StatementTimeout
from tools.sql.policy import ASKER, apply_policy
from tools.sql.resolve import BASE_TABLE
from tools.sql.schema import Schema
from tools.sql.specs import PolicySpec

CHEAP_ROWS = 50_000
"""Tables with more rows, or of unknown size, are not counted."""
_SECONDS = 1.0
_LEFT, _RIGHT = "counted_left", "counted_right"


def count_joins(
    accounts: Sequence[JoinAccount],
    database: Database,
    schema: Schema,
    policy: PolicySpec,
    asker: Asker,
    deadline: Deadline,
) -> tuple[JoinAccount, ...]:
    """The accounts of joins between two small tables, with rows before and after and the rows without a partner.

    The counts are of the whole tables that the asker may see, before the statement's own filters.
    """
    counter = _Counter(database, schema, policy, asker, deadline)
    return tuple(counter.counted(account) for account in accounts)


class _Counter:
    def __init__(
        self, database: Database, schema: Schema, policy: PolicySpec, asker: Asker, deadline: Deadline
    ) -> None:
        self._database = database
        self._schema = schema
        self._policy = policy
        self._asker = asker
        self._deadline = deadline

    def counted(self, account: JoinAccount) -> JoinAccount:
        pairs = self._pairs(account.on)
        if not pairs or self._deadline.is_over:
            return account
        (left, right), on = pairs
        try:
            before = self._count(_from(left, _LEFT))
            after = self._count(_from(left, _LEFT).join(_node(right, _RIGHT), on=on))
            alone = [self._alone(left, _LEFT, right, _RIGHT, on), self._alone(right, _RIGHT, left, _LEFT, on)]
        except (StatementTimeout, StatementFailed):
            return account
        return account.model_copy(
            update={
                "rows_before": before,
                "rows_after": after,
                "unmatched_left": alone[0],
                "unmatched_right": alone[1],
            }
        )

    def _alone(self, table: str, alias: str, other: str, other_alias: str, on: exp.Expr) -> int:
        partner = exp.select("1").from_(_node(other, other_alias)).where(on)
        return self._count(_from(table, alias).where(exp.Not(this=exp.Exists(this=partner))))

    def _count(self, query: exp.Select) -> int:
        seen = apply_policy(query, self._schema, self._policy.model_copy(update={"mask_columns": ()}), self._asker)
        return self._database.count(seen, {ASKER: self._asker.id}, self._deadline, _SECONDS)

    def _pairs(self, on: str) -> tuple[tuple[str, str], exp.Expr] | None:
        """The two tables and the condition of an account's `a.x = b.y and …`; None when they are not small tables."""
        if " = " not in on:
            return None
        halves = [tuple(side.rpartition(".")[::2] for side in part.split(" = ")) for part in on.split(" and ")]
        left, right = halves[0][0][0], halves[0][1][0]
        if not all(self._is_small(name) for name in (left, right)):
            return None
        conditions = [exp.EQ(this=_column(a[1], _LEFT), expression=_column(b[1], _RIGHT)) for a, b in halves]
        return (left, right), exp.and_(*conditions)

    def _is_small(self, name: str) -> bool:
        table = self._schema.table(name)
        return table is not None and table.row_count is not None and table.row_count <= CHEAP_ROWS


def _from(table: str, alias: str) -> exp.Select:
    return exp.select(exp.alias_(exp.Literal.number(1), "one")).from_(_node(table, alias))


def _node(table: str, alias: str) -> exp.Table:
    node = exp.Table(
        this=exp.to_identifier(table, quoted=True), alias=exp.TableAlias(this=exp.to_identifier(alias, quoted=True))
    )
    node.meta[BASE_TABLE] = True
    return node


def _column(name: str, alias: str) -> exp.Column:
    return exp.Column(this=exp.to_identifier(name, quoted=True), table=exp.to_identifier(alias, quoted=True))
