"""A chart for the terminal: bars of blocks, or a line of small ones."""

from decimal import Decimal

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from crew.render.plain import shortened
from crew.reports.document import ChartOut
from crew.reports.numbers import short_number
from tasks.figures.printing import locale_of

_BLOCKS = " ▏▎▍▌▋▊▉█"
_WIDTH = 32
_STYLES = ("blue", "bright_black", "yellow", "green", "magenta")


def as_bars(chart: ChartOut, language: str) -> RenderableType:
    """One bar per value, with its label and value."""
    locale = locale_of(language)
    values = [Decimal(value) for series in chart.series for value in series.values if value is not None]
    largest = max((abs(value) for value in values), default=Decimal(0)) or Decimal(1)
    grid = Table.grid(padding=(0, 1))
    for row, label in enumerate(chart.labels):
        for position, series in enumerate(chart.series):
            text = series.values[row]
            name = shortened(label, 28) if position == 0 else ""
            told = "—" if text is None else short_number(Decimal(text), chart.unit, locale)
            bar = "" if text is None else _bar(abs(Decimal(text)) / largest)
            period = series.name if len(chart.series) > 1 else ""
            grid.add_row(Text(name), Text(period, "dim"), Text(bar, _STYLES[position % len(_STYLES)]), Text(told))
    return grid


def _bar(share: Decimal) -> str:
    eighths = int(share * _WIDTH * 8)
    return "█" * (eighths // 8) + _BLOCKS[eighths % 8].strip()
