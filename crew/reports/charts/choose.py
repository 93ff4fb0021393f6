"""Which chart shows a section's rows, by their shape; the report's file can say otherwise."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from crew.reports.charts.wording import alternative_text
from crew.reports.document import ChartOut, SeriesOut
from crew.reports.labels import Labels
from crew.reports.numbers import decimal_of, label_text
from crew.reports.rows import Column, Group
from crew.reports.specs import ChartSpec
from tasks.figures.printing import locale_of
from tools.evidence import json_value

_FEW_POINTS = 16
"""Up to so many periods stand beside each other as columns; more become a line."""
_FEWEST_TIMES = 3
_MOST_LINES = 5


def chart_of(groups: Sequence[Group], spec: ChartSpec, labels: Labels) -> ChartOut | None:
    """The chart of the first rows that make one; None for single figures, and where none is wanted."""
    if spec.kind == "none":
        return None
    for group in groups:
        measure = _measure(group, spec)
        keys = _keys(group, spec)
        if measure is None or not keys or len(group.now.rows) < 2:
            continue
        chart = _drawn(group, measure, keys, spec, labels)
        if chart is not None:
            return chart.model_copy(update={"alt": alternative_text(chart, labels.language)})
    return None


def _measure(group: Group, spec: ChartSpec) -> Column | None:
    return next((c for c in group.now.measures if spec.value in (None, c.name)), None)


def _keys(group: Group, spec: ChartSpec) -> list[Column]:
    return [c for c in group.now.keys if spec.label in (None, c.name, c.heading.casefold())]


def _drawn(group: Group, measure: Column, keys: list[Column], spec: ChartSpec, labels: Labels) -> ChartOut | None:
    times = [key for key in keys if key.is_time]
    if len(times) == 1 and len(keys) == 2:
        return _lines(group, measure, times[0], next(key for key in keys if key is not times[0]), spec, labels)
    if times:
        return _over_time(group, measure, times[0], spec, labels) if len(keys) == 1 else None
    return _bars(group, measure, keys, spec, labels)


def _over_time(group: Group, measure: Column, time: Column, spec: ChartSpec, labels: Labels) -> ChartOut | None:
    rows = sorted((row for row in group.now.rows if row[time.index] is not None), key=lambda row: str(row[time.index]))
    if len(rows) < _FEWEST_TIMES and spec.kind == "auto":
        return None
    is_level = measure.unit in ("ratio", "percent", "days") or len(rows) > _FEW_POINTS
    kind: Any = ("line" if is_level else "columns") if spec.kind in ("auto", "grouped") else spec.kind
    return ChartOut(
        kind=kind,
        title=spec.title or _title(measure, [time], labels),
        labels=[label_text(row[time.index], locale_of(labels.language)) for row in rows],
        series=[_series(measure.heading, [row[measure.index] for row in rows], group.now.id)],
        unit=measure.unit,
    )


def _lines(
    group: Group, measure: Column, time: Column, other: Column, spec: ChartSpec, labels: Labels
) -> ChartOut | None:
    locale = locale_of(labels.language)
    moments = sorted({str(row[time.index]) for row in group.now.rows if row[time.index] is not None})
    names = list(dict.fromkeys(row[other.index] for row in group.now.rows))
    cells = {(row[other.index], str(row[time.index])): row[measure.index] for row in group.now.rows}
    names.sort(key=lambda name: -sum(abs(decimal_of(cells.get((name, moment))) or Decimal(0)) for moment in moments))
    shown = names[:_MOST_LINES]
    if len(moments) < _FEWEST_TIMES:
        return None
    return ChartOut(
        kind="line",
        title=spec.title or _title(measure, [other], labels),
        labels=[label_text(moment, locale) for moment in moments],
        series=[
            _series(label_text(name, locale), [cells.get((name, moment)) for moment in moments], group.now.id)
            for name in shown
        ],
        unit=measure.unit,
        note=_note(len(shown), len(names), labels),
    )


def _bars(group: Group, measure: Column, keys: list[Column], spec: ChartSpec, labels: Labels) -> ChartOut:
    locale = locale_of(labels.language)
    rows = [row for row in group.now.rows if decimal_of(row[measure.index]) is not None][: spec.most]
    series = [_series(_name(group, measure, labels), [row[measure.index] for row in rows], group.now.id)]
    if group.before is not None:
        earlier = [group.before_of(row, measure) for row in rows]
        series.append(_series(group.before.period_name(labels.language), earlier, group.before.id))
    elif spec.kind in ("auto", "grouped"):
        further = [c for c in group.now.measures if c is not measure and c.unit == measure.unit and spec.value is None]
        series += [_series(c.heading, [row[c.index] for row in rows], group.now.id) for c in further[:2]]
    kind: Any = spec.kind
    if spec.kind in ("auto", "line"):
        kind = "grouped" if len(series) > 1 else "bars"
    return ChartOut(
        kind=kind,
        title=spec.title or _title(measure, keys, labels),
        labels=[" · ".join(label_text(row[key.index], locale) for key in keys) for row in rows],
        series=series if spec.kind in ("auto", "line", "grouped") else series[:1],
        unit=measure.unit,
        note=_note(len(rows), group.now.row_count, labels),
    )


def _title(measure: Column, keys: Sequence[Column], labels: Labels) -> str:
    return labels.chart_by.format(measure=measure.heading, keys=", ".join(key.heading.casefold() for key in keys))


def _name(group: Group, measure: Column, labels: Labels) -> str:
    return group.now.period_name(labels.language) if group.before is not None else measure.heading


def _series(name: str, values: Sequence[Any], evidence: str) -> SeriesOut:
    texts = [None if decimal_of(value) is None else str(json_value(value)) for value in values]
    return SeriesOut(name=name, values=texts, evidence=evidence)


def _note(shown: int, count: int, labels: Labels) -> str:
    return labels.rows_shown.format(shown=shown, count=count) if shown < count else ""
