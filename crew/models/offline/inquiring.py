"""From resolved mentions to an inquiry: each mention adds a measure, a group, a condition or an order."""

from dataclasses import replace
from itertools import pairwise

from crew.models.offline.comparing_words import EXACTLY
from crew.models.offline.compounds import is_plural
from crew.models.offline.conditions_said import conditions_of, filter_value, named_person, naming_column
from crew.models.offline.deeds import is_deed, settle_deeds
from crew.models.offline.doubts import doubt_columns, doubt_counts_of_one, doubt_names
from crew.models.offline.extremes import column_said, take_extreme, take_extreme_of_sum
from crew.models.offline.flags import can_be_empty
from crew.models.offline.implied import ranks_by_count
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.labels import references_to
from crew.models.offline.language import content_stems, words_of
from crew.models.offline.measured_words import (
    columns_about,
    implied_nouns,
    is_amount,
    is_amount_of_money,
    is_count,
)
from crew.models.offline.measuring import average_of_rows, count_of, is_average_of, note_counted, take_measure
from crew.models.offline.names import table_words
from crew.models.offline.participles import is_participle
from crew.models.offline.partners import add_partners, as_partners, misplaced_values
from crew.models.offline.reading import Mention, Reading
from crew.models.offline.resolving import DATED, NUMERIC, Ambiguity, Resolved
from crew.models.offline.settling import column_of, group_columns, settle
from crew.models.offline.sorting import settle_order
from crew.models.offline.times import births
from crew.models.offline.vocabulary import Target, Vocabulary
from tools.terms import Filter


def inquire(
    reading: Reading, resolved: list[Resolved], ambiguous: list[Ambiguity], vocabulary: Vocabulary, *, has_period: bool
) -> Inquiry:
    """Put a question's resolved mentions together."""
    inquiry = Inquiry(
        vocabulary,
        has_period=has_period,
        units=list(reading.units),
        weekdays=list(reading.weekdays),
        ranking=reading.ranking,
        superlative=reading.superlative,
        names_wanted=reading.names_wanted,
        is_listing=reading.is_listing,
        limit=reading.limit,
        descending=reading.descending,
        sorting=reading.sorting,
        asks=set(reading.asks),
        problems=list(reading.not_understood),
        ambiguities=ambiguous,
    )
    extremes = [m.item for m in reading.mentions if m.role in ("highest", "lowest")]
    inquiry.twice = [item for item in extremes if extremes.count(item) > 1]
    inquiry.entities += reading.weekdays
    relative = reading.relative_from
    inquiry.related = [
        r.target.name
        for r in resolved
        if r.target.kind == "table" and relative is not None and r.mention.position > relative
    ]
    denied = [r.mention.position for r in resolved if r.mention.role == "absent"]
    inquiry.behind_absent = [
        r.target.name for r in resolved if r.target.kind != "table" and denied and r.mention.position > denied[0]
    ]
    inquiry.problems += misplaced_values(resolved, inquiry)
    asked = _asked_behind_conditions(resolved)
    for found in _subjects_first(_without_condition_names(as_partners(asked, inquiry), inquiry)):
        _take(inquiry, found.mention, found.target)
    settle_deeds(inquiry)
    settle(inquiry)
    settle_order(inquiry)
    add_partners(inquiry)
    doubt_counts_of_one(inquiry)
    doubt_names(inquiry)
    doubt_columns(inquiry, resolved)
    return inquiry


def _asked_behind_conditions(resolved: list[Resolved]) -> list[Resolved]:
    """`the phase 3 studies` asks for studies: the condition between does not."""
    found = list(resolved)
    for at, (first, second) in enumerate(pairwise(resolved)):
        is_condition = first.mention.role == "subject" and first.mention.operator and first.target.kind != "table"
        is_next = second.mention.role == "plain" and second.target.kind == "table" and not second.mention.operator
        if is_condition and is_next and second.mention.position <= first.mention.position + 2:
            found[at] = replace(first, mention=replace(first.mention, role="plain"))
            found[at + 1] = replace(second, mention=replace(second.mention, role="subject"))
    return found


def _subjects_first(resolved: list[Resolved]) -> list[Resolved]:
    return sorted(resolved, key=lambda r: r.mention.role in ("highest", "lowest", "order"))


def _without_condition_names(resolved: list[Resolved], inquiry: Inquiry) -> list[Resolved]:
    """Without names that only say where a value stands: `city` in `the city of Lyon`, `major` in `major in History`."""
    values = {(r.target.name, r.mention.position) for r in resolved if r.target.kind == "value"}
    beside = {(name, at + step) for name, at in values for step in (-1, 1)}
    referring = {(c, at - 1) for name, at in values for c in references_to(name, inquiry.vocabulary)}
    return [
        r
        for r in resolved
        if r.target.kind not in ("column", "dimension")
        or (column_of(r.target, inquiry), r.mention.position)
        not in (beside | referring if r.mention.role == "plain" else beside)
    ]


def _take(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    if mention.role == "absent":
        _take_absent(inquiry, mention, target)
        return
    if target.kind == "table" and target.name not in inquiry.tables:
        inquiry.tables.append(target.name)
    nouns = implied_nouns(mention.comparing) if mention.operator is not None else ()
    if target.kind == "value":
        filter_value(inquiry, mention, target)
    elif nouns and isinstance(mention.values[0], int | float):
        _compare_implied(inquiry, mention, target, nouns)
    elif mention.role == "count" and _is_deed_counted(inquiry, mention, target):
        inquiry.problems.append(mention.item.text)
    elif mention.role in ("count", "count_distinct"):
        take_measure(inquiry, mention, count_of(target, inquiry, mention))
    elif target.kind == "metric":
        _take_metric(inquiry, mention, target)
    elif mention.operator is not None and mention.role in _AGGREGATED and target.kind == "column":
        take_measure(inquiry, mention, f"{_AGGREGATED[mention.role]}({target.name})")
    elif mention.operator is not None:
        _compare(inquiry, mention, target)
    else:
        _ROLES.get(mention.role, _take_plain)(inquiry, mention, target)


def _is_deed_counted(inquiry: Inquiry, mention: Mention, target: Target) -> bool:
    """Whether `how many` stands before a verb for a day, so that what is counted was not understood."""
    column = inquiry.vocabulary.column(target.name) if target.kind == "column" else None
    return column is not None and column.kind in DATED and is_participle(words_of(mention.item.text)[-1])


def _take_absent(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    """A table of which there is to be no row, or a column that is to be empty."""
    column = inquiry.vocabulary.column(target.name) if target.kind == "column" else None
    if target.kind in ("table", "metric"):
        inquiry.absent.append(target.table or target.name)
    elif column is not None and can_be_empty(column) and target.table in (*inquiry.tables, *_measured(inquiry)):
        inquiry.filters.append(Filter(column=target.name, operator="is null"))
    else:
        inquiry.problems.append(mention.item.text)


def _measured(inquiry: Inquiry) -> list[str | None]:
    """The tables that the metrics named so far measure."""
    vocabulary = inquiry.vocabulary
    return [vocabulary.table_of(Target("metric", m)) for m in inquiry.measures if m in vocabulary.spec.metrics]


def _take_metric(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    metric = inquiry.vocabulary.spec.metrics[target.name]
    expression = metric.expression.strip().lower()
    counted = _rows_named(inquiry, mention, target) if expression.startswith("count") else None
    if mention.role == "average" and counted is not None:
        _take_aggregate(inquiry, mention, Target("table", counted, table=counted))
        return
    is_one = mention.role == "average" and expression.startswith("sum") and not is_plural(mention.item.text)
    column = column_said(mention, metric.expression) if is_one and not metric.filters else None
    if column is not None:
        _take_aggregate(inquiry, mention, column)
        return
    if mention.role == "average" and not expression.startswith("avg"):
        inquiry.problems.append(f"average {mention.item.text}")
    if expression.startswith("count"):
        note_counted(inquiry, mention, target.name)
    is_ranked = mention.role in ("highest", "lowest")
    if counted is not None and is_ranked and not ranks_by_count(inquiry.superlative, mention.item.text):
        _take(inquiry, mention, Target("table", counted, table=counted))
        return
    if is_ranked and not _ranks_members(inquiry, target):
        take_extreme_of_sum(inquiry, mention, inquiry.vocabulary.spec.metrics[target.name].expression)
        return
    take_measure(inquiry, mention, target.name)
    if is_ranked and target.name in inquiry.measures:
        inquiry.measures.sort(key=lambda measure: measure != target.name)


def _rows_named(inquiry: Inquiry, mention: Mention, metric: Target) -> str | None:
    """The table whose rows a metric counts, where the word is one for the rows themselves: no `order count`."""
    table = inquiry.vocabulary.table_of(metric)
    return table if table and set(content_stems(mention.item.text)) <= set(table_words(table)) else None


def _ranks_members(inquiry: Inquiry, metric: Target) -> bool:
    """Whether something is named that a metric is higher or lower for, be it clear what or not."""
    others = [t for t in inquiry.tables if t != inquiry.vocabulary.table_of(metric)]
    named = (inquiry.subject, inquiry.by, inquiry.units, inquiry.limit, others, inquiry.columns, inquiry.ambiguities)
    return any(named)


def _compare(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    is_number = isinstance(mention.values[0], int | float)
    if target.kind == "table" and is_number and (mention.operator != "=" or mention.comparing in EXACTLY):
        if mention.is_compared_behind:
            inquiry.problems.append(mention.comparing)
        else:
            take_measure(inquiry, mention, f"count({target.name})")
        return
    column = column_of(target, inquiry) if target.kind != "table" else naming_column(target.name, inquiry, is_number)
    known = inquiry.vocabulary.column(column) if column else None
    if column is None or known is None or (is_number and known.kind not in NUMERIC and mention.operator != "="):
        named = named_person(target.name, mention, inquiry) if target.kind == "table" and not is_number else []
        if not named:
            inquiry.problems.append(mention.item.text if is_number else str(mention.values[0]))
            return
        inquiry.filters += named
    else:
        inquiry.filters += conditions_of(column, mention)
    if not is_number and mention.operator != "!=":
        inquiry.entities.append(str(mention.values[0]))
    if target.kind == "table" and mention.role in ("subject", "group"):
        _ROLES[mention.role](inquiry, mention, target)


def _compare_implied(inquiry: Inquiry, mention: Mention, target: Target, nouns: tuple[str, ...]) -> None:
    """`patients taller than 180` bounds the one column of theirs that is a height."""
    if target.kind == "table":
        table = inquiry.vocabulary.schema.table(target.name)
        fitting = [f"{target.name}.{c.name}" for c in columns_about(table.columns if table else (), nouns)]
    else:
        name = column_of(target, inquiry) if target.kind in ("column", "dimension") else ""
        column = inquiry.vocabulary.column(name)
        fitting = [name] if column is not None and columns_about([column], nouns) else []
    born = births(inquiry.vocabulary.schema.table(target.table or "")) if "age" in nouns and not fitting else []
    if len(born) == 1 and mention.operator in (">", "<") and isinstance(mention.values[0], int):
        inquiry.ages.append((born[0], mention.operator, mention.values[0]))
        _take(inquiry, replace(mention, operator=None, values=(), upper=None), target)
        return
    if len(fitting) != 1:
        inquiry.problems.append(mention.comparing)
        return
    inquiry.filters += conditions_of(fitting[0], mention)
    if target.kind == "table":
        _take(inquiry, replace(mention, operator=None, values=(), upper=None), target)


def _take_group(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    if inquiry.measures and is_average_of(inquiry.measures[-1], target, inquiry):
        return
    if target.kind == "table" and inquiry.by and target.name in _measured(inquiry):
        return
    if target.kind == "column":
        column = inquiry.vocabulary.column(target.name)
        if column is not None and mention.is_per and is_count(column):
            inquiry.problems.append(mention.item.text)
            return
        if column is not None and inquiry.ranking and column.kind in NUMERIC and is_amount(target.name, column.kind):
            inquiry.ranked_by.append(target.name)
            return
        if column is not None and (column.kind in ("float", "decimal") or is_amount_of_money(column)):
            inquiry.problems.append(mention.item.text)
    inquiry.by += [c for c in group_columns(target, inquiry) if c not in inquiry.by]


def _take_subject(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    if inquiry.subject is None and target.kind in ("table", "dimension"):
        inquiry.subject = target
        inquiry.subject_is_asked = True
    elif target.kind != "table":
        inquiry.columns.append(column_of(target, inquiry))


def _take_aggregate(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    if target.kind == "table" and mention.role == "total":
        take_measure(inquiry, mention, f"count({target.name})")
    elif target.kind == "column":
        take_measure(inquiry, mention, f"{_AGGREGATED[mention.role]}({target.name})")
    elif target.kind == "table" and (average := average_of_rows(inquiry, mention, target)) is not None:
        take_measure(inquiry, mention, average)
    else:
        inquiry.problems.append(f"{mention.role} {mention.item.text}")


def _take_order(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    is_rows = any(t.kind == "table" and t.rank == 0 for t in mention.item.targets)
    is_ranked = inquiry.ranking and (inquiry.measures or inquiry.order)
    if is_ranked or (is_rows and not inquiry.measures):
        inquiry.problems.append(mention.item.text)
    elif target.kind != "table":
        inquiry.order = column_of(target, inquiry)


def _take_plain(inquiry: Inquiry, mention: Mention, target: Target) -> None:
    column = inquiry.vocabulary.column(target.name) if target.kind == "column" else None
    is_timed = inquiry.has_period or inquiry.units or inquiry.weekdays
    if is_timed and inquiry.time_column is None and column is not None and column.kind in DATED:
        inquiry.time_column = target.name
    elif column is not None and not is_timed and is_deed(mention.item.text, column):
        inquiry.done.append(target.name)
    elif target.kind in ("column", "dimension"):
        inquiry.columns.append(column_of(target, inquiry))


_AGGREGATED = {"average": "avg", "total": "sum"}
_ROLES = {
    "group": _take_group,
    "subject": _take_subject,
    "average": _take_aggregate,
    "total": _take_aggregate,
    "highest": take_extreme,
    "lowest": take_extreme,
    "order": _take_order,
    "plain": _take_plain,
}
