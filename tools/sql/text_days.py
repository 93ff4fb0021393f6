"""Days and moments that SQLite, which has no type for them, keeps as text."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from sqlglot import exp

from tools.sql.looks import Looks, base_node, column_of

_WRITTEN = re.compile(r"\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?")
_DIGIT = "[0-9]"
_DAY = f"{_DIGIT * 4}-{_DIGIT * 2}-{_DIGIT * 2}"


def kind_of_days(table: str, column: str, sample: Sequence[str], looks: Looks) -> str | None:
    """`date` or `datetime` where every row of a text column holds one, in ISO 8601; None for any other text.

    The sample decides between the two; that all other rows begin with a day too is looked up.
    """
    if not sample or not all(map(_is_day, sample)):
        return None
    node = column_of(table, column)
    begins = exp.Glob(this=node, expression=exp.Literal.string(f"{_DAY}*"))
    known = exp.Not(this=node.copy().is_(exp.null()))
    others = looks.rows(exp.select("1").from_(base_node(table)).where(known, exp.Not(this=begins)).limit(1))
    if others is None or others.rows:
        return None
    return "date" if all(len(text) == len("2025-01-31") for text in sample) else "datetime"


def _is_day(text: str) -> bool:
    if _WRITTEN.fullmatch(text) is None:
        return False
    with suppress(ValueError):
        return bool(datetime.fromisoformat(text))
    return False
