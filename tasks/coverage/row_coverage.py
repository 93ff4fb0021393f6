"""Which rows were asked for, and which a statement covered: filters, period, and the names of things."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from tasks.coverage.equal_columns import EqualColumns
from tasks.coverage.mismatch import Mismatch, one_sided
from tasks.plan import Need
from tools.errors import ToolError
from tools.evidence import Computed
from tools.sql.columns import find_column
from tools.sql.date_ranges import DateRange, filter_range, range_filters
from tools.sql.measures import Measure
from tools.sql.read_conditions import filter_text, normal_filter
from tools.sql.semantics import Semantics
from tools.terms import Filter, Period


@dataclass(frozen=True)
class _Rows:
    """One side: the ranges of date columns, and all other conditions by their text."""

    ranges: dict[str, DateRange]
    filters: dict[str, Filter]


def row_mismatches(need: Need, computed: Computed, semantics: Semantics, equal: EqualColumns) -> list[Mismatch]:
    """Filters, periods and names that stand on one side only, or differ."""
    measures = [measure for name in need.measures if (measure := _measure(name, semantics))]
    time = _time_asked(need, measures, computed)
    asked = _rows(need.filters, need.period, time, semantics, equal)
    found = _rows(computed.filters, computed.period, computed.time_column, semantics, equal)
    return [
        *_period_mismatches(asked, found),
        *_filter_mismatches(asked, found, need, computed, semantics, equal),
        *_having_mismatches(need, computed, semantics),
        *_entity_mismatches(need, computed, semantics),
    ]


def _time_asked(need: Need, measures: Sequence[Measure], computed: Computed) -> str | None:
    """The date column a period is about: the measure's own, else whichever the statement took."""
    times = [measure.time for measure in measures if measure.time]
    if computed.time_column in times or not times:
        return computed.time_column or "the date"
    return times[0]


def _rows(
    filters: Iterable[Filter], period: Period | None, time: str | None, semantics: Semantics, equal: EqualColumns
) -> _Rows:
    ranges: dict[str, DateRange] = {}
    others: dict[str, Filter] = {}
    if period and time:
        ranges[time] = DateRange(time, start=period.start, before=period.end + timedelta(days=1))
    for condition in filters:
        placed = _normal(condition, semantics, equal)
        found = filter_range(placed, semantics.schema)
        if found:
            known = ranges.get(found.column)
            ranges[found.column] = known.within(found) if known else found
        else:
            others[filter_text(placed)] = placed
    return _Rows(ranges, others)


def _normal(condition: Filter, semantics: Semantics, equal: EqualColumns) -> Filter:
    try:
        column = semantics.column(condition.column)
    except ToolError:
        column = condition.column
    typed = normal_filter(condition.model_copy(update={"column": column}), semantics.schema)
    return typed.model_copy(update={"column": equal.one_name(column)})


def _period_mismatches(asked: _Rows, found: _Rows) -> list[Mismatch]:
    """Differences of date ranges. A period by another date column is another period."""
    mismatches = []
    if len(asked.ranges) == 1 and len(found.ranges) == 1 and asked.ranges != found.ranges:
        return [one_sided("period", *(_range_words(next(iter(side.ranges.values()))) for side in (asked, found)))]
    for column in dict.fromkeys([*asked.ranges, *found.ranges]):
        one, other = asked.ranges.get(column), found.ranges.get(column)
        if one != other:
            mismatches.append(
                one_sided("period", _range_words(one) if one else "", _range_words(other) if other else "")
            )
    return mismatches


def _range_words(found: DateRange) -> str:
    period = found.period
    if period:
        return f"{period.start} to {period.end} by {found.column}"
    return " and ".join(map(filter_text, range_filters(found)))


def _filter_mismatches(
    asked: _Rows, found: _Rows, need: Need, computed: Computed, semantics: Semantics, equal: EqualColumns
) -> list[Mismatch]:
    always_asked = _always(need.measures, semantics)
    always_found = _always(computed.measures, semantics)
    missing = {t for t in asked.filters if t not in found.filters and not _in_all(t, always_found)}
    surplus = {t for t in found.filters if t not in asked.filters and not _in_all(t, always_asked)}
    for text, meant in always_asked.items():
        missing |= {t for t in meant - always_found.get(text, meant) if t not in found.filters}
    for text, meant in always_found.items():
        surplus |= {t for t in meant - always_asked.get(text, meant) if t not in asked.filters}
    missing = {t for t in missing if not _is_implied(asked.filters.get(t), need, computed, asked, semantics, equal)}
    surplus = {
        t
        for t in surplus
        if not _is_implied(found.filters.get(t), need, computed, found, semantics, equal)
        and not _is_named(found.filters.get(t), need)
    }
    return _paired(sorted(missing), sorted(surplus))


def _paired(missing: list[str], surplus: list[str]) -> list[Mismatch]:
    """Filters on the same column are one difference."""
    mismatches = []
    for text in missing:
        same = next((other for other in surplus if other.split(" ")[0] == text.split(" ")[0]), "")
        surplus = [other for other in surplus if other != same]
        mismatches.append(one_sided("filter", text, same))
    return mismatches + [one_sided("filter", "", text) for text in surplus]


def _always(names: Iterable[str], semantics: Semantics) -> dict[str, frozenset[str]]:
    """The conditions each measure means anyway, by its expression."""
    found = [measure for name in names if (measure := _measure(name, semantics))]
    return {measure.text: measure.filter_texts for measure in found}


def _in_all(text: str, always: dict[str, frozenset[str]]) -> bool:
    return bool(always) and all(text in meant for meant in always.values())


def _is_named(condition: Filter | None, need: Need) -> bool:
    """True for a filter on the very things the need names."""
    if condition is None or condition.operator not in ("=", "in"):
        return False
    names = {name.casefold() for name in need.entities}
    return bool(condition.values) and all(str(value).casefold() in names for value in condition.values)


def _is_implied(
    condition: Filter | None, need: Need, computed: Computed, rows: _Rows, semantics: Semantics, equal: EqualColumns
) -> bool:
    """True for `is not null` on what is grouped by, measured, otherwise filtered, or never empty."""
    if condition is None or condition.operator != "is not null":
        return False
    others = {f.column for text, f in rows.filters.items() if f.operator in ("=", "in", "like", "<", "<=", ">", ">=")}
    both = [equal.one_name(column) for column in computed.grain if column in need.grain]
    measured = {f"{call}({condition.column})" for call in ("sum", "avg", "min", "max")}
    if condition.column in others or condition.column in both:
        return True
    if computed.measures and all(
        name in measured or _expression(name, semantics) in measured for name in computed.measures
    ):
        return True
    try:
        return not find_column(semantics.schema, condition.column)[1].is_nullable
    except ToolError:
        return False


def _having_mismatches(need: Need, computed: Computed, semantics: Semantics) -> list[Mismatch]:
    asked, found = ({_having_text(c, semantics) for c in side} for side in (need.having, computed.having))
    return _paired(sorted(asked - found), sorted(found - asked))


def _having_text(condition: Filter, semantics: Semantics) -> str:
    name = semantics.canonical_measure(condition.column)
    return filter_text(normal_filter(condition.model_copy(update={"column": name}), semantics.schema))


def _entity_mismatches(need: Need, computed: Computed, semantics: Semantics) -> list[Mismatch]:
    """Names that no filter holds and no grouping could show."""
    values = {str(v).casefold() for f in computed.filters if f.operator in ("=", "in", "like") for v in f.values}
    missing = [
        name
        for name in need.entities
        if not any(name.casefold() in (v, v.strip("%")) for v in values)
        and not any(_may_show(column, name, semantics) for column in computed.grain)
    ]
    return [one_sided("entity", name, "") for name in missing]


def _may_show(grain: str, name: str, semantics: Semantics) -> bool:
    try:
        found = semantics.grain(grain)
        column = find_column(semantics.schema, found.column)[1]
    except ToolError:
        return False
    if found.unit or column.kind not in ("text", "other"):
        return False
    return not column.values or name.casefold() in {value.casefold() for value in column.values}


def _measure(name: str, semantics: Semantics) -> Measure | None:
    try:
        return semantics.measure(name)
    except ToolError:
        return None


def _expression(name: str, semantics: Semantics) -> str:
    found = _measure(name, semantics)
    return found.text if found else name
