"""Readings whose rows would look like an answer and be none."""

import re
from collections.abc import Sequence

from crew.models.offline.inquiry import Inquiry
from crew.models.offline.items import Item
from crew.models.offline.labels import label_columns
from crew.models.offline.resolving import Resolved
from crew.models.offline.settling import counted_table
from tools.sql.join_paths import JoinGraph
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


def names_rows_twice(text: str, items: tuple[Item, ...]) -> bool:
    """Whether rows are named twice, each with conditions: `a branch in Lyon and a branch with 9 desks`."""
    tables = [(i, {t.name for t in i.targets if t.kind == "table" and not t.rank}) for i in items]
    single = [(i, named) for i, named in tables if named and _SINGLE.search(text[: i.start])]
    return any(
        first & second and _AND_ONE.search(text[: other.start])
        for at, (_item, first) in enumerate(single)
        for other, second in single[at + 1 :]
    )


def has_or_between_conditions(items: tuple[Item, ...]) -> bool:
    """Whether an `or` joins anything but values of one column or numbers: conditions are met all at once."""
    told = [i for i in items if i.kind != "filler"]
    return any(
        not _are_alike(a, b) for a, joining, b in zip(told, told[1:], told[2:], strict=False) if joining.cue == "or"
    )


def _are_alike(before: Item, after: Item) -> bool:
    columns = [{t.name for t in item.targets if t.kind == "value"} for item in (before, after)]
    return bool(columns[0] & columns[1]) or before.kind == after.kind != "name"


def doubt_wording(text: str, inquiry: Inquiry) -> None:
    """Words that ask for more than was found: `who plays` for people, `still` for a state."""
    is_listing = bool(inquiry.columns) and not inquiry.measures and not inquiry.ranking
    if _WHO_DOES.match(text) and is_listing and not inquiry.subject_is_asked:
        inquiry.problems.append(text.split()[0])
    if (still := _STILL.search(text)) and not (inquiry.filters or inquiry.absent or inquiry.having):
        inquiry.problems.append(still[0])


def doubt_columns(inquiry: Inquiry, resolved: Sequence[Resolved]) -> None:
    """Columns that others are called like, of rows not named, of which each row asked for may have several."""
    table_in, schema = inquiry.vocabulary.table_in, inquiry.vocabulary.schema
    asked = inquiry.subject.table if inquiry.subject is not None else None
    if inquiry.measures or not asked:
        return
    graph = JoinGraph(schema, schema.joins)
    shared = {r.target.name for r in resolved if len({t.table for t in r.mention.item.targets}) > 1}
    foreign = [c for c in inquiry.columns if c in shared and table_in(c) not in (asked, *inquiry.tables)]
    inquiry.problems += [c for c in foreign if not graph.is_safe(asked, table_in(c))]


def doubt_names(inquiry: Inquiry) -> None:
    """Names of rows that have none are not their keys."""
    table = inquiry.vocabulary.schema.table(inquiry.subject.table or "") if inquiry.subject is not None else None
    if inquiry.names_wanted and table is not None and not inquiry.columns and not inquiry.measures:
        labels = label_columns(table.name, inquiry.vocabulary)
        inquiry.problems += ["names"] if labels == [f"{table.name}.{key}" for key in table.primary_key] else []


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


_WHO_DOES = re.compile(r"who (?!is\b|are\b|was\b|were\b)", re.IGNORECASE)
_STILL = re.compile(r"\b(?:still|no longer|not yet)\b", re.IGNORECASE)
_SINGLE = re.compile(r"\ban?(?: \w+)? $", re.IGNORECASE)
_AND_ONE = re.compile(r"\b(?:and|or)(?: also)? an?(?: \w+)? $", re.IGNORECASE)
