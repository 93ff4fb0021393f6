"""Which rows a statement's measures cover: the period, and the filters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from tools.sql.date_ranges import DateRange, range_filters, read_ranges
from tools.sql.measures import Measure
from tools.sql.read_conditions import condition_key, filter_text, read_filter
from tools.sql.read_measures import ReadMeasure
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.terms import Filter, Period


@dataclass
class Selection:
    """The rows that all measures of a statement share; what only some have is in `unread`."""

    period: Period | None = None
    time_column: str | None = None
    filters: list[Filter] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def read_selection(
    conditions: Sequence[exp.Expr], measures: Sequence[ReadMeasure], schema: Schema, semantics: Semantics
) -> Selection:
    """The period and filters of a statement, without the conditions that its metrics mean anyway."""
    reader = _SelectionReader(conditions, measures, schema, semantics)
    period, time_column, filters = reader.read()
    return Selection(period, time_column, filters, reader.unread)


class _SelectionReader:
    def __init__(
        self, conditions: Sequence[exp.Expr], measures: Sequence[ReadMeasure], schema: Schema, semantics: Semantics
    ) -> None:
        self.unread: list[str] = []
        self._shared = conditions
        self._measures = measures
        self._schema = schema
        self._semantics = semantics

    def read(self) -> tuple[Period | None, str | None, list[Filter]]:
        """The period, its column, and the filters: what all measures share."""
        shared, others = read_ranges(self._shared, self._schema)
        filters = self._filters(others)
        own_ranges: list[dict[str, DateRange]] = []
        own_filters: list[list[Filter]] = []
        for found in self._measures:
            ranges, rest = read_ranges(found.own, self._schema)
            own_ranges.append(ranges)
            own_filters.append([f for f in self._filters(rest) if filter_text(f) not in found.measure.filter_texts])
        filters = [f for f in filters if not self._is_absorbed(f)]
        filters += self._common(own_filters)
        period, time_column, left_over = self._period(shared, own_ranges)
        return period, time_column, [*filters, *left_over]

    def _filters(self, conditions: Sequence[exp.Expr]) -> list[Filter]:
        filters = []
        for condition in conditions:
            found = read_filter(condition, self._schema)
            if found:
                filters.append(found)
            elif not self._is_absorbed_text(condition_key(condition, self._schema)):
                self.unread.append(condition.sql(dialect=self._schema.dialect))
        return list(dict.fromkeys(filters))

    def _is_absorbed(self, condition: Filter) -> bool:
        return self._is_absorbed_text(filter_text(condition))

    def _is_absorbed_text(self, text: str) -> bool:
        """True when the condition is part of what every measure means."""
        return bool(self._measures) and all(text in m.measure.filter_texts for m in self._measures)

    def _common(self, own: Sequence[list[Filter]]) -> list[Filter]:
        """Filters that each measure has for itself; one that only some have is unread."""
        everywhere = [f for f in (own[0] if own else ()) if all(f in others for others in own[1:])]
        for found, filters in zip(self._measures, own, strict=True):
            self.unread += [f"{found.measure.name} only where {filter_text(f)}" for f in filters if f not in everywhere]
        return everywhere

    def _period(
        self, shared: dict[str, DateRange], own: Sequence[dict[str, DateRange]]
    ) -> tuple[Period | None, str | None, list[Filter]]:
        times = [
            self._time_of(found.measure, {**shared, **ranges})
            for found, ranges in zip(self._measures, own, strict=True)
        ]
        if any(own):
            return self._own_periods(shared, own, times)
        time_column = next((t for t in times if t in shared and shared[t].period), None) or next(
            (name for name, found in shared.items() if found.period), None
        )
        left_over = [f for name, found in shared.items() if name != time_column for f in range_filters(found)]
        return (shared[time_column].period if time_column else None), time_column, left_over

    def _own_periods(
        self, shared: dict[str, DateRange], own: Sequence[dict[str, DateRange]], times: Sequence[str | None]
    ) -> tuple[Period | None, str | None, list[Filter]]:
        """One period for measures that each count it by their own date column."""
        periods = []
        for ranges, time in zip(own, times, strict=True):
            found = {**shared, **ranges}.get(time or "")
            periods.append(found.period if found else None)
            strays = [text for name, r in ranges.items() if name != time for text in map(filter_text, range_filters(r))]
            self.unread += strays
        if periods and all(period == periods[0] for period in periods) and periods[0]:
            left_over = [f for name, r in shared.items() if name not in times for f in range_filters(r)]
            return periods[0], times[0], left_over
        for measured, ranges in zip(self._measures, own, strict=True):
            for r in ranges.values():
                words = " and ".join(map(filter_text, range_filters(r)))
                self.unread.append(f"{measured.measure.name} only where {words}")
        return None, None, [f for r in shared.values() for f in range_filters(r)]

    def _time_of(self, measure: Measure, ranges: Mapping[str, DateRange]) -> str | None:
        time = self._semantics.with_defaults(measure).time
        if time in ranges:
            return time
        return next((name for name, found in ranges.items() if found.period), None)
