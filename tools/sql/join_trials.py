"""The first run of an approved join that was only inferred: over its first rows, before whole statements rest on it."""

from collections.abc import Callable, Iterable

from tools.evidence import JoinAccount
from tools.sql.join_counts import JoinCounter
from tools.sql.join_rules import DoubtfulJoin
from tools.sql.schema import Join

LEAST_MATCHED = 0.5
"""The share of the first rows that must find a partner."""

Tried = Callable[[Join], None]


def try_first(joins: Iterable[Join], counter: JoinCounter, rows: int, tried: Tried) -> None:
    """Run each approved join that was never run over `rows` rows, and tell `tried` when its accounting is fine.

    Raises DoubtfulJoin when it is not.
    """
    for join in joins:
        if join.origin == "approved" and not join.is_tried:
            account = counter.tried(join, rows)
            if problem := _problem(account, join):
                raise DoubtfulJoin(
                    f"The join `{account.on}` was approved because names and values suggest it, but its first run "
                    f"speaks against it: {problem}. Use other columns or leave it out; a person who knows that it "
                    f'holds can say so with `crosscheck schema joins confirm "{account.on}"`.'
                )
            tried(join)


def _problem(account: JoinAccount, join: Join) -> str | None:
    before, after, alone = account.rows_before, account.rows_after, account.unmatched_left
    if before is None or after is None or alone is None:
        return "it could not be counted in time"
    if before and alone > before * (1 - LEAST_MATCHED):
        return f"of {before} rows {alone} have no partner"
    if join.is_unique and after > before - alone:
        return f"{before} rows became {after}, although each should meet one"
    return None
