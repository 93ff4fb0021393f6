"""A join in words, and what must happen before a suggested one may be used."""

from collections.abc import Iterable

from tools.sql.joins import APPROVABLE
from tools.sql.schema import Join


def join_text(left: Iterable[str], right: Iterable[str]) -> str:
    """A join in words of SQL: `orders.customer_id = customers.id`."""
    return " and ".join(f"{a} = {b}" for a, b in zip(left, right, strict=True))


def pairs_of(join: Join) -> frozenset[tuple[str, str]]:
    """The equal columns of a join, without regard to its direction."""
    pairs = zip(join.left, join.right, strict=True)
    return frozenset((a, b) if a <= b else (b, a) for a, b in pairs)


def suggestion_hint(join: Join) -> str:
    """That a join is only inferred, and who may let it be used."""
    text = join_text(join.left, join.right)
    if join.confidence >= APPROVABLE:
        return (
            f"`{text}` is only inferred ({join.confidence:.0%}), and nobody has approved it. Give this up: a replan "
            "can approve it in `approved_joins`."
        )
    return (
        f"`{text}` is only inferred ({join.confidence:.0%}). Below {APPROVABLE:.0%} a person must confirm it first, "
        f'with `crosscheck schema joins confirm "{text}"`; until then say that it is missing.'
    )
