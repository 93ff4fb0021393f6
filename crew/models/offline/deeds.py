"""Verbs that stand for a date which every row has: `the permits she submitted` are all her permits."""

from crew.models.offline.implied import TIMED
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.language import words_of
from crew.models.offline.participles import is_participle
from crew.models.offline.settling import measured_table
from crew.models.offline.times import is_moment
from tools.sql.schema import Column


def is_deed(text: str, column: Column) -> bool:
    """Whether a name is a single verb for a date that is never empty."""
    words = words_of(text)
    return len(words) == 1 and is_participle(words[0]) and is_moment(column) and not column.is_nullable


def settle_deeds(inquiry: Inquiry) -> None:
    """Leave out the verbs that say nothing of rows which are counted or named; any other is a column asked for.

    `How many pubs ordered?` names no orders: not every pub has one. What is told of rows that are not to be is unclear
    where not every row has it: `picked no apples` may be none that are there, or none of those.
    """
    measured = {measured_table(measure, inquiry) for measure in inquiry.measures}
    rows = {*inquiry.tables, *inquiry.absent, *(measured if len(measured) == 1 else ())}
    is_about_days = inquiry.superlative in TIMED or "when" in inquiry.asks
    table_in = inquiry.vocabulary.table_in
    inquiry.columns += [day for day in inquiry.done if is_about_days or table_in(day) not in rows]
    inquiry.problems += [c for c in inquiry.columns if table_in(c) in inquiry.absent]
