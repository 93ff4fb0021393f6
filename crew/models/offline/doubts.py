"""Readings whose rows would look like an answer and be none."""

from crew.models.offline.inquiry import Inquiry
from crew.models.offline.labels import label_columns
from crew.models.offline.settling import counted_table
from tools.sql.naming import phrase


def doubt_counts_of_one(inquiry: Inquiry) -> None:
    """Counts of rows for each of these rows are all one: `the most frequent tag` is not that by number of tags.

    Beside other figures such a count is only the name of what they are told of.
    """
    tables = {m: table for m in inquiry.measures if (table := _counted(m, inquiry)) and _is_each_row(table, inquiry)}
    if inquiry.measures[:1] and inquiry.measures[0] not in tables:
        inquiry.measures = [m for m in inquiry.measures if m not in tables]
    else:
        inquiry.problems += map(phrase, tables.values())


def _counted(measure: str, inquiry: Inquiry) -> str | None:
    if measure.startswith("count_distinct("):
        return inquiry.vocabulary.table_in(measure.partition("(")[2].rstrip(")"))
    return counted_table(measure, inquiry)


def _is_each_row(table: str, inquiry: Inquiry) -> bool:
    """Whether the groups are single rows of a table: told by its key, or by a name that no two of them share."""
    found = inquiry.vocabulary.schema.table(table)
    if found is None:
        return False
    keys = {f"{table}.{key}" for key in found.primary_key}
    if keys and keys <= set(inquiry.by):
        return True
    labels = label_columns(table, inquiry.vocabulary)
    values = [c.values for c in map(inquiry.vocabulary.column, labels) if c is not None]
    is_shared = len(values) == 1 and 0 < len(values[0]) < (found.row_count or 0)
    return bool(labels) and set(labels) <= set(inquiry.by) and not is_shared
