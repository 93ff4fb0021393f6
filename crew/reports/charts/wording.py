"""What a chart shows, in words, for those who cannot see it."""

from decimal import Decimal

from babel.lists import format_list

from crew.reports.document import ChartOut, SeriesOut
from crew.reports.labels import labels_for
from crew.reports.numbers import full_number
from tasks.figures.printing import locale_of

_MOST = 12


def alternative_text(chart: ChartOut, language: str) -> str:
    """Kind, title, and the values of each series as far as one listens."""
    labels = labels_for(language)
    kinds = {"columns": labels.chart_columns, "line": labels.chart_line}
    told = "; ".join(_told(chart, series, language) for series in chart.series)
    return f"{kinds.get(chart.kind, labels.chart_bars)}: {chart.title}. {told}."


def _told(chart: ChartOut, series: SeriesOut, language: str) -> str:
    locale = locale_of(language)
    values = [
        f"{label} {full_number(Decimal(value), chart.unit, locale)}"
        for label, value in zip(chart.labels, series.values, strict=True)
        if value is not None
    ]
    more = ["…"] if len(values) > _MOST else []
    listed = ", ".join(values[:_MOST] + more) if more else format_list(values, locale=locale)
    return f"{series.name}: {listed}" if series.name != chart.title else listed
