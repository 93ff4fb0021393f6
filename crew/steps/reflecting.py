"""What a failed attempt teaches: the class of the failure, what a missing name likely stands for, another way."""

from collections.abc import Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from tasks.correction import Reflection
from tools.sql.drift import Drift
from tools.sql.likeness import LIKELY, name_likeness

_MANY_JOINS = 3
_SIMPLER = (
    "The statement joins {joins} times. Ask in simpler steps: fill the slot from fewer tables, or aggregate one table "
    "in a subquery before joining it (`simpler_steps`)."
)


def reflection_on(error: Exception, tried: str, *, attempt: int, changes: Sequence[Drift] = ()) -> Reflection:
    """The reflection on an attempt; `changes` is what has drifted in its source."""
    missing = getattr(error, "column", None) or getattr(error, "table", None) or getattr(error, "name", None)
    nearest = tuple(getattr(error, "nearest", ()))
    proposed = _proposed(error, missing, nearest)
    return Reflection(
        attempt=attempt,
        tried=tried,
        error_class=type(error).__name__,
        error=str(error),
        nearest=nearest,
        missing=missing if nearest else None,
        proposed=proposed,
        schema_changes=tuple(map(str, changes)),
        advice=_advice(tried),
    )


def _proposed(error: Exception, missing: str | None, nearest: Sequence[str]) -> str | None:
    """The likely new name of one that has drifted; of a name that never was, the nearest if it is near enough."""
    drift = getattr(error, "drift", None)
    if isinstance(drift, Drift):
        return drift.new if drift.is_likely else None
    if not missing or not nearest:
        return None
    wanted, best = missing.rpartition(".")[2], nearest[0].rpartition(".")[2]
    return nearest[0] if name_likeness(wanted, best) >= LIKELY else None


def _advice(tried: str) -> str:
    """That many joins are better asked in simpler steps."""
    joins = _joins_in(tried.partition("\n:")[0])
    return _SIMPLER.format(joins=joins) if joins >= _MANY_JOINS else ""


def _joins_in(statement: str) -> int:
    try:
        return sum(1 for _ in sqlglot.parse_one(statement).find_all(exp.Join))
    except SqlglotError:
        return 0
