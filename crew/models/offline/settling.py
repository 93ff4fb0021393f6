"""The last step of an inquiry: what is grouped, what is bounded, and what is listed."""

import re

from crew.models.offline.implied import TIMED, rank_as_implied
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.labels import is_told_apart, label_columns
from crew.models.offline.measured_words import is_added_up
from crew.models.offline.names import table_words
from crew.models.offline.resolving import DATED, NUMERIC
from crew.models.offline.times import is_moment, time_column
from crew.models.offline.vocabulary import Target


def settle(inquiry: Inquiry) -> None:
    """Make the subject a grouping where there is a measure, and the columns part of what is listed."""
    inquiry.measures = [_without_contradiction(m, inquiry) for m in inquiry.measures]
    if inquiry.measures and inquiry.asks & {"against", "higher"} and not inquiry.by:
        inquiry.by += [f.column for f in inquiry.filters if f.operator == "in"]
    _rank_by_amounts(inquiry)
    if not inquiry.measures and not inquiry.having and not inquiry.ranking and not inquiry.order:
        _measure_unsaid(inquiry)
    if inquiry.having and not inquiry.by and not inquiry.subject_is_asked:
        _compare_rows(inquiry)
    counted = {m[6:-1] for m in inquiry.measures if m.startswith("count(")}
    if inquiry.ranking and inquiry.measures and inquiry.subject is None and not inquiry.by:
        _rank_named_table(inquiry)
    if inquiry.subject is None and not inquiry.measures and (inquiry.tables or inquiry.columns):
        listed = inquiry.vocabulary.table_in(inquiry.columns[0]) if inquiry.columns else inquiry.tables[0]
        named = [t for t in inquiry.tables if t not in inquiry.related]
        is_grouped = inquiry.vocabulary.table_in(next(iter(inquiry.by), "")) == listed or (
            bool(inquiry.having) and is_told_apart(inquiry.columns, listed, inquiry.vocabulary)
        )
        first = listed if inquiry.absent or is_grouped or listed in inquiry.tables else [*named, listed][0]
        inquiry.subject = Target("table", first, table=first)
    inquiry.problems += _counts_of_single_rows(inquiry)
    own = _own_references(inquiry)
    if not inquiry.measures and inquiry.filters:
        inquiry.problems += [c for c in inquiry.columns if c in own]
    inquiry.problems += _parts_of_their_like(inquiry, {c.rpartition(".")[0] for c in own})
    if "when" in inquiry.asks:
        _ask_day(inquiry)
    if inquiry.ranking and not inquiry.measures and inquiry.order is None and not rank_as_implied(inquiry):
        inquiry.problems.append(inquiry.superlative or inquiry.ranking)
    if inquiry.ranking and inquiry.order and not inquiry.measures and inquiry.limit is None:
        _rank_by_value(inquiry)
    if inquiry.measures and inquiry.subject is not None and inquiry.subject.name not in counted:
        is_asked = bool(inquiry.ranking or inquiry.having or inquiry.limit) and not inquiry.by
        if is_asked or inquiry.subject_is_asked:
            inquiry.by += [c for c in group_columns(inquiry.subject, inquiry) if c not in inquiry.by]
    if inquiry.measures:
        tables = {inquiry.vocabulary.table_in(c) for c in inquiry.by}
        for column in (c for c in inquiry.columns if not _is_measured(c, inquiry)):
            if inquiry.vocabulary.table_in(column) in tables and not _is_day(column, inquiry):
                inquiry.by += [column] if column not in inquiry.by else []
            else:
                inquiry.problems.append(column)


def _own_references(inquiry: Inquiry) -> set[str]:
    """Columns that refer to a row of the same table: where asked for, it is not clear which of both is meant."""
    return {
        j.left[0] for j in inquiry.vocabulary.schema.joins
        if j.left[0].rpartition(".")[0] == j.right[0].rpartition(".")[0]
    }  # fmt: skip


def _parts_of_their_like(inquiry: Inquiry, tables: set[str]) -> list[str]:
    """Names of rows where rows like them are asked for: `teams of Alpha` may be its parts as well as Alpha itself."""
    subject = inquiry.subject.table if inquiry.subject is not None and not inquiry.measures else None
    asked = tables & {subject, *(counted_table(m, inquiry) for m in inquiry.measures)}
    naming = [label_columns(t, inquiry.vocabulary) for t in asked if t]
    named = [f for f in inquiry.filters if [f.column] in naming and f.operator in ("=", "in")]
    return [] if inquiry.columns or inquiry.by else [str(v) for f in named for v in f.values]


def _is_day(column: str, inquiry: Inquiry) -> bool:
    """A day tells when something happened, and groups figures only where a question says so."""
    known = inquiry.vocabulary.column(column)
    return known is not None and is_moment(known)


def _counts_of_single_rows(inquiry: Inquiry) -> list[str]:
    """Bounds on how many rows each row of a table is: what is bounded was not named."""
    if inquiry.by or inquiry.columns or inquiry.subject is None or inquiry.subject.kind == "column":
        return []
    table = inquiry.subject.table
    is_label = set(group_columns(inquiry.subject, inquiry)) <= set(label_columns(table or "", inquiry.vocabulary, True))
    return [str(f.values[0]) for m, f in inquiry.having if is_label and counted_table(m, inquiry) == table]


def counted_table(measure: str, inquiry: Inquiry) -> str | None:
    """The table whose rows a measure counts; None for any other measure."""
    if measure.startswith("count("):
        return measure[6:-1]
    metric = inquiry.vocabulary.spec.metrics.get(measure)
    is_count = metric is not None and _COUNTING.match(metric.expression) is not None
    return measured_table(measure, inquiry) if is_count else None


def column_of(target: Target, inquiry: Inquiry) -> str:
    """The column behind a dimension or column."""
    return inquiry.vocabulary.spec.dimensions[target.name].column if target.kind == "dimension" else target.name


def group_columns(target: Target, inquiry: Inquiry) -> list[str]:
    """The columns to group by when a target's members are meant."""
    if target.kind == "table":
        return label_columns(target.name, inquiry.vocabulary, with_key=True)
    column = column_of(target, inquiry)
    told_apart = label_columns(target.table or "", inquiry.vocabulary, with_key=True)
    return told_apart if target.kind == "dimension" and told_apart[1:] == [column] else [column]


def _rank_named_table(inquiry: Inquiry) -> None:
    """`the customer with the highest total` ranks the one table named that is not itself measured."""
    measured = {measured_table(m, inquiry) for m in inquiry.measures}
    others = [t for t in inquiry.tables if t not in measured]
    shown = {inquiry.vocabulary.table_in(c) for c in inquiry.columns} - measured
    if not others and len(shown) == 1 and is_told_apart(inquiry.columns, next(iter(shown), ""), inquiry.vocabulary):
        inquiry.by, inquiry.columns = inquiry.columns, []
    elif len(others) == 1:
        inquiry.subject = Target("table", others[0], table=others[0])


def _measure_unsaid(inquiry: Inquiry) -> None:
    """`orders by month` counts, `cost by month` and `how much cost` add up: nobody lists there."""
    _list_each(inquiry)
    is_grouped = bool(inquiry.by or inquiry.units)
    inquiry.columns = list(dict.fromkeys(inquiry.columns))
    known = [inquiry.vocabulary.column(c) for c in inquiry.columns]
    numbers = [n for n, c in zip(inquiry.columns, known, strict=True) if c is not None and c.kind in NUMERIC]
    if "how_much" in inquiry.asks and not numbers:
        inquiry.problems.append("how much")
    is_of_period = bool(inquiry.has_period and numbers and not inquiry.is_listing)
    if not is_grouped and not is_of_period and not ("how_much" in inquiry.asks and numbers):
        return
    if len(numbers) == 1 and len(inquiry.columns) == 1 and is_added_up(numbers[0]):
        inquiry.measures, inquiry.columns = [f"sum({numbers[0]})"], []
        measured = inquiry.vocabulary.table_in(numbers[0])
        if is_of_period and inquiry.subject is not None and inquiry.subject.table == measured:
            inquiry.subject, inquiry.subject_is_asked = None, False
    elif is_of_period and not is_grouped:
        inquiry.problems += ["how much"] if "how_much" in inquiry.asks else []
    elif not inquiry.columns and not inquiry.subject_is_asked and len(inquiry.tables) == 1 and inquiry.units:
        inquiry.measures = [f"count({inquiry.tables[0]})"]
    elif (counted := _rows_by_group(inquiry)) is not None:
        inquiry.measures = [f"count({counted})"]
    elif (
        inquiry.units
        or numbers
        or not (inquiry.is_listing or inquiry.columns or inquiry.subject_is_asked or inquiry.problems)
    ):
        inquiry.problems += numbers or ["by"]


def _list_each(inquiry: Inquiry) -> None:
    """`list the id and age for each captain` shows rows of captains, where every column is one of theirs."""
    tables = {inquiry.vocabulary.table_in(c) for c in (*inquiry.by, *inquiry.columns)}
    table = tables.pop() if len(tables) == 1 else ""
    labels = set(label_columns(table, inquiry.vocabulary, with_key=True))
    is_rows = bool(inquiry.by and inquiry.columns) and set(inquiry.by) <= labels
    if inquiry.is_listing and is_rows and set(inquiry.tables) <= {table} and inquiry.subject is None:
        inquiry.by, inquiry.subject = [], Target("table", table, table=table)
        inquiry.subject_is_asked = not is_told_apart(inquiry.columns, table, inquiry.vocabulary)


def _rows_by_group(inquiry: Inquiry) -> str | None:
    """The table whose rows `orders per channel` counts; None where rows are asked for, or not clear."""
    if inquiry.is_listing or inquiry.subject_is_asked or inquiry.names_wanted or inquiry.units or not inquiry.by:
        return None
    if any(not _is_day(c, inquiry) for c in inquiry.columns):
        return None
    labels = (set(label_columns(t, inquiry.vocabulary, with_key=True)) for t in inquiry.tables)
    others = [t for t, named in zip(inquiry.tables, labels, strict=True) if not named & set(inquiry.by)]
    return others[0] if len(others) == 1 else None


def _ask_day(inquiry: Inquiry) -> None:
    """`when was the latest claim filed` asks for the last of the days, `when was it filed` for the day."""
    if not inquiry.columns and inquiry.superlative in TIMED and len(inquiry.tables) == 1:
        day = time_column(inquiry.tables, inquiry.vocabulary, table_words(inquiry.tables[0]))
        inquiry.columns += [day] if day is not None and day.startswith(f"{inquiry.tables[0]}.") else []
    columns = [(c, inquiry.vocabulary.column(c)) for c in dict.fromkeys(inquiry.columns)]
    days = [c for c, column in columns if column is not None and column.kind in DATED]
    if inquiry.measures or inquiry.order or len(days) != 1 or len(days) != len(columns):
        inquiry.problems.append("when")
    elif inquiry.ranking and inquiry.superlative in TIMED:
        call = "max" if inquiry.ranking == "highest" else "min"
        inquiry.measures, inquiry.columns, inquiry.ranking = [f"{call}({days[0]})"], [], ""
        inquiry.subject = None


def _rank_by_amounts(inquiry: Inquiry) -> None:
    """`top clients by weight`: the order of their own column, or the sum of what belongs to them."""
    for column in inquiry.ranked_by:
        own = inquiry.subject.table if inquiry.subject is not None else None
        if column.startswith(f"{own}."):
            inquiry.order = column
        elif is_added_up(column):
            inquiry.measures.append(f"sum({column})")
        else:
            inquiry.problems.append(column.rpartition(".")[2])


def _rank_by_value(inquiry: Inquiry) -> None:
    """The one row with the highest value is told by a ranking of all, so that its place can be proved."""
    column = inquiry.vocabulary.column(inquiry.order or "")
    if column is not None and column.kind in DATED and inquiry.superlative in TIMED:
        inquiry.limit = 1
    if column is None or column.kind not in NUMERIC or inquiry.having or inquiry.subject is None:
        return
    others = [c for c in inquiry.columns if c != inquiry.order]
    ranked = inquiry.vocabulary.table_in(inquiry.order or "")
    if any(inquiry.vocabulary.table_in(c) != ranked or _is_day(c, inquiry) for c in others):
        return
    inquiry.columns = others
    inquiry.measures = [f"{'max' if inquiry.ranking == 'highest' else 'min'}({inquiry.order})"]
    inquiry.order, inquiry.subject_is_asked = None, True


def measured_table(measure: str, inquiry: Inquiry) -> str | None:
    """The table that a measure is about."""
    if measure in inquiry.vocabulary.spec.metrics:
        return inquiry.vocabulary.table_of(Target("metric", measure))
    return inquiry.vocabulary.table_in(measure.partition("(")[2].rstrip(")"))


def _is_measured(column: str, inquiry: Inquiry) -> bool:
    """True for `height` in `the average height in cm`, where `cm` is found in the column's name again."""
    return any(m.endswith(f"({column})") for m in inquiry.measures)


def _compare_rows(inquiry: Inquiry) -> None:
    """Without groups a bound is about each row: `tracks longer than 300 seconds` bounds a column, not its sum."""
    if not inquiry.measures and not inquiry.ranking:
        return
    for measure, condition in inquiry.having:
        metric = inquiry.vocabulary.spec.metrics.get(measure)
        column = _AGGREGATED.fullmatch((metric.expression if metric else measure).strip())
        is_known = column is not None and inquiry.vocabulary.column(column[1]) is not None
        if column is None or not is_known or (metric is not None and metric.filters):
            inquiry.problems.append(f"{measure} {condition.operator} {condition.values[0]}")
        else:
            inquiry.filters.append(condition.model_copy(update={"column": column[1]}))
    inquiry.having = []


_COUNTING = re.compile(r"\s*count\s*\((?!\s*distinct\b)", re.IGNORECASE)
_AGGREGATED = re.compile(r"(?:sum|avg|min|max)\(([^()]+)\)", re.IGNORECASE)


def _without_contradiction(measure: str, inquiry: Inquiry) -> str:
    """A count of all rows instead of a metric whose own conditions leave out what the question asks for."""
    metric = inquiry.vocabulary.spec.metrics.get(measure)
    conditions = " ".join(metric.filters).lower() if metric else ""
    contradicted = [f for f in inquiry.filters if f.column.lower() in conditions]
    if not contradicted:
        return measure
    if measure in inquiry.counted:
        return f"count({inquiry.counted[measure]})"
    inquiry.problems += [str(v) for f in contradicted for v in f.values]
    return measure
