"""What is the highest or lowest: rows by a column of theirs, a figure, or what there is most of."""

import re

from crew.models.offline.implied import COUNTED, MANY, SIZED, TIMED, ranks_by_count
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.labels import is_told_apart, label_columns
from crew.models.offline.language import content_stems
from crew.models.offline.measuring import amounts_of, count_of, take_measure
from crew.models.offline.names import name_words, table_words
from crew.models.offline.reading import Mention
from crew.models.offline.resolving import DATED, NUMERIC
from crew.models.offline.settling import column_of
from crew.models.offline.times import time_column
from crew.models.offline.vocabulary import Target
from tools.sql.draft_columns import is_level, is_price
from tools.sql.naming import phrase
from tools.wording import said


def take_extreme(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    """Rank by what a superlative stands before, or tell its highest or lowest value."""
    if inquiry.superlative in MANY:
        target = _counted_rows(target, mention)
    is_counted = target.kind == "table" and inquiry.subject is None and not inquiry.by and bool(inquiry.columns)
    is_common = any(word in COUNTED for word in inquiry.superlative.split())
    if is_counted and is_common and not _are_members(inquiry, target):
        _ask_back(inquiry, mention)
        return
    is_counted = is_counted and (is_common or ranks_by_count(inquiry.superlative, mention.item.text))
    if inquiry.superlative in _MUCH and (group := _grouped_by(inquiry, target)) is not None:
        inquiry.by, inquiry.columns, inquiry.subject = [group], [], None
        _measure_much(inquiry, mention, target)
        return
    if is_counted and (_are_members(inquiry, target) or _is_one_text(inquiry)):
        inquiry.by, inquiry.columns = inquiry.columns, []
        take_measure(inquiry, mention, f"count({target.name})")
        return
    is_row = target.kind in ("table", "dimension") or _is_text(target, inquiry)
    is_of_others = bool(inquiry.units) or not _is_first(inquiry)
    if is_row and is_of_others and not ranks_by_count(inquiry.superlative, mention.item.text):
        _rank_single_rows(inquiry, mention, _counted_rows(target, mention))
    elif target.kind == "table" and inquiry.units and not inquiry.measures:
        take_measure(inquiry, mention, f"count({target.name})")
    elif is_row:
        if _is_first(inquiry):
            inquiry.subject = target
        elif not inquiry.measures and not inquiry.order:
            take_measure(inquiry, mention, count_of(_counted_rows(target, mention), inquiry, mention))
    elif any(m.endswith(f"({target.name})") for m in inquiry.measures) or mention.item in inquiry.twice:
        _extreme_value(inquiry, mention, target)
    elif inquiry.subject is not None and target.table == inquiry.subject.table:
        inquiry.order = target.name
    elif inquiry.subject is None and (not inquiry.tables or inquiry.by):
        _extreme_value(inquiry, mention, target)
    elif inquiry.subject is None and target.table in inquiry.tables:
        inquiry.subject = Target("table", target.table or "", table=target.table)
        inquiry.order = target.name
    else:
        _extreme_value(inquiry, mention, target)


def _grouped_by(inquiry: Inquiry, target: Target) -> str | None:
    """The text column that names no single row, where the most of a number of its own table is asked for."""
    subject = inquiry.subject
    named = [column_of(subject, inquiry)] if subject and subject.kind in ("column", "dimension") else inquiry.columns
    if target.kind != "column" or _is_text(target, inquiry) or inquiry.by or len(named) != 1 or inquiry.tables:
        return None
    table = inquiry.vocabulary.table_in(named[0])
    is_label = named[0] in label_columns(table, inquiry.vocabulary)
    is_own = table == target.table and not is_label and _is_text(Target("column", named[0]), inquiry)
    return named[0] if is_own else None


def take_extreme_of_sum(inquiry: Inquiry, mention: Mention, expression: str) -> None:
    """`the highest payment amount` is one of the amounts, not their sum; of other measures nothing says which."""
    column = column_said(mention, expression)
    if column is not None:
        _extreme_value(inquiry, mention, column)
    else:
        _ask_back(inquiry, mention)


def column_said(mention: Mention, expression: str) -> Target | None:
    """The column that a metric adds up, where the words for it say no more than that column and its rows."""
    aggregated = _AGGREGATED.fullmatch(expression.strip())
    table, column = aggregated.groups() if aggregated else ("", "")
    words, own = set(content_stems(mention.item.text)), set(name_words(column))
    is_said = bool(words & own) and words <= {*table_words(table), *own}
    return Target("column", f"{table}.{column}", table=table) if is_said else None


def _ask_back(inquiry: Inquiry, mention: Mention) -> None:
    inquiry.problems.append(f"{inquiry.superlative} {mention.item.text}")
    inquiry.ranking = ""


_AGGREGATED = re.compile(r"(?:sum|avg)\(([\w.]+)\.(\w+)\)", re.IGNORECASE)


def _are_members(inquiry: Inquiry, target: Target) -> bool:
    """Whether the columns asked for tell apart rows of one other table: `the captain id with the most boats`."""
    table = inquiry.vocabulary.table_in(inquiry.columns[0])
    return table != target.name and is_told_apart(inquiry.columns, table, inquiry.vocabulary)


def _is_first(inquiry: Inquiry) -> bool:
    """Whether nothing has been named yet that rows could be ranked for."""
    return inquiry.subject is None and not inquiry.by


def _rank_single_rows(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    """By what one of the rows is highest: the latest by its day, the largest by the one amount of money it holds."""
    call = "max" if mention.role == "highest" else "min"
    if inquiry.superlative in TIMED:
        time = time_column([target.name], inquiry.vocabulary, table_words(target.name))
        found = [time] if time is not None and time.startswith(f"{target.name}.") and not inquiry.units else []
    else:
        found = amounts_of(target, inquiry) if inquiry.superlative in SIZED else []
    if len(found) != 1 or inquiry.measures or inquiry.order:
        _ask_back(inquiry, mention)
        return
    take_measure(inquiry, mention, f"{call}({found[0]})")
    if inquiry.superlative not in TIMED:
        words, meaning = f"{inquiry.superlative} {mention.item.text}", phrase(found[0].rpartition(".")[2])
        inquiry.assumptions.append(said("“{words}” read as {meaning}", words=words, meaning=meaning))


def _counted_rows(target: Target, mention: Mention) -> Target:
    """The table that the same word names, where it names one: `most albums` counts albums, not their titles."""
    return next((t for t in mention.item.targets if t.kind == "table" and t.rank == 0), target)


def _is_one_text(inquiry: Inquiry) -> bool:
    return len(inquiry.columns) == 1 and _is_text(Target("column", inquiry.columns[0]), inquiry)


def _is_text(target: Target, inquiry: Inquiry) -> bool:
    column = inquiry.vocabulary.column(target.name) if target.kind == "column" else None
    return column is not None and column.kind not in NUMERIC + DATED


def _extreme_value(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    if inquiry.superlative in _MUCH and inquiry.subject is not None and target.table != inquiry.subject.table:
        _measure_much(inquiry, mention, target)
        return
    column = inquiry.vocabulary.column(target.name)
    if inquiry.superlative in TIMED and (column is None or column.kind not in DATED):
        _ask_back(inquiry, mention)
        return
    take_measure(inquiry, mention, f"{'max' if mention.role == 'highest' else 'min'}({target.name})")
    if inquiry.subject is None and inquiry.limit is None:
        inquiry.ranking = ""


def _measure_much(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    """`the truck that used the most fuel` adds up what it used; of a price or rate there is no most."""
    table, column = inquiry.vocabulary.schema.table(target.table or ""), inquiry.vocabulary.column(target.name)
    if table is None or column is None or is_level(table, column) or is_price(table, column):
        inquiry.problems.append(mention.item.text)
    else:
        take_measure(inquiry, mention, f"sum({target.name})")


_MUCH = ("most", "least", "meisten", "wenigsten", "le plus", "le moins", "mas", "menos")
