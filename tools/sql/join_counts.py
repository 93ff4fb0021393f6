"""Counting what a join does to the rows, where that is cheap: of small tables all, of others a first part."""

from collections.abc import Callable, Sequence
from functools import partial

from sqlglot import exp

from tools.asker import Asker
from tools.deadline import Deadline
from tools.evidence import JoinAccount
from tools.sql.database import Database
from tools.sql.join_words import join_text
from tools.sql.looks import Looks, base_node, column_of, counting, equal_columns
from tools.sql.schema import Join, Schema
from tools.sql.specs import PolicySpec

CHEAP_ROWS = 50_000
"""Tables with more rows, or of unknown size, are not counted."""
_SECONDS = 2.0
"""For all that is counted of one join."""
_LEFT, _RIGHT = "counted_left", "counted_right"


Once = Callable[[str, Callable[[], JoinAccount]], JoinAccount]
"""What was counted for a join before, or what the function counts now."""


def anew(_join: str, count: Callable[[], JoinAccount]) -> JoinAccount:
    """Count, whatever was counted before."""
    return count()


class JoinCounter:
    """Counts joins over the rows that the asker may see, before a statement's own filters."""

    def __init__(
        self,
        database: Database,
        schema: Schema,
        policy: PolicySpec,
        asker: Asker,
        deadline: Deadline,
        once: Once = anew,
    ) -> None:
        self._once = once
        self._schema = schema
        unmasked = policy.model_copy(update={"mask_columns": ()})
        self.looks = Looks(database, schema, unmasked, asker, deadline, seconds=_SECONDS)

    def counted(self, accounts: Sequence[JoinAccount]) -> tuple[JoinAccount, ...]:
        """The accounts of joins between two small tables, with rows before and after and rows without a partner."""
        return tuple(self._once(account.model_dump_json(), partial(self._counted, account)) for account in accounts)

    def rows_of(self, table: str) -> int | None:
        """How many rows a table has now; None when counting takes too long."""
        return self.looks.number(counting().from_(base_node(table)))

    def tried(self, join: Join, rows: int) -> JoinAccount:
        """What a join does to the first rows of its left table that have a key: `unmatched_right` stays unknown."""
        left, right, names = _table_of(join.left), _table_of(join.right), _names(join.left)
        keys = [column_of(left, name) for name in names]
        known = [exp.Not(this=key.copy().is_(exp.null())) for key in keys]
        first = exp.select(*keys).from_(base_node(left)).where(*known).limit(rows)
        other = base_node(right, _RIGHT)
        condition = equal_columns(_LEFT, names, _RIGHT, _names(join.right))
        before = exp.select("1").from_(first.subquery(_LEFT))
        return JoinAccount(
            on=join_text(join.left, join.right),
            rows_before=self.looks.count(before),
            rows_after=self.looks.count(before.join(other, on=condition)),
            unmatched_left=self.looks.count(before.where(_without(other, condition))),
            multiplies=not join.is_unique,
        )

    def _counted(self, account: JoinAccount) -> JoinAccount:
        sides = self._sides(account.on)
        if sides is None:
            return account
        (left, left_names), (right, right_names) = sides
        condition = equal_columns(_LEFT, left_names, _RIGHT, right_names)
        here, there = base_node(left, _LEFT), base_node(right, _RIGHT)
        counts = {
            "rows_before": exp.select("1").from_(here),
            "rows_after": exp.select("1").from_(here).join(there, on=condition),
            "unmatched_left": exp.select("1").from_(here).where(_without(there, condition)),
            "unmatched_right": exp.select("1").from_(there).where(_without(here, condition)),
        }
        found = self.looks.counts(counts)
        return account.model_copy(update=found) if found else account

    def _sides(self, on: str) -> tuple[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...]]] | None:
        """The tables and columns of an account's `a.x = b.y and …`; None when they are not small tables."""
        if " = " not in on:
            return None
        left, right = zip(*(part.split(" = ") for part in on.split(" and ")), strict=True)
        sides = (_table_of(left), _names(left)), (_table_of(right), _names(right))
        return sides if all(self._is_small(table) for table, _columns in sides) else None

    def _is_small(self, name: str) -> bool:
        table = self._schema.table(name)
        return table is not None and table.row_count is not None and table.row_count <= CHEAP_ROWS


def _without(partner: exp.Table, condition: exp.Expr) -> exp.Expr:
    return exp.Not(this=exp.Exists(this=exp.select("1").from_(partner).where(condition)))


def _table_of(columns: Sequence[str]) -> str:
    return columns[0].rpartition(".")[0]


def _names(columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(column.rpartition(".")[2] for column in columns)
