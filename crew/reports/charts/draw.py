"""The only door to matplotlib: draws a chart as SVG for the page and as PNG for mail and paper.

The SVG carries the page's colours as CSS variables, so that the same drawing is right in light and dark.
"""

import io
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from html import escape
from typing import Any, Literal

from matplotlib import font_manager, rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import Formatter, MaxNLocator

from crew.render.plain import shortened
from crew.reports.document import ChartOut
from crew.reports.numbers import axis_numbers, short_number
from tasks.figures.printing import locale_of

Size = Literal["wide", "narrow"]

SERIES = ("#0b62a4", "#e08a00", "#0f8a6a", "#b5459b", "#5a6b7b")
"""Told apart by lightness too, also by those who see few colours."""
_EARLIER = "#a7b4c2"
_INK, _MUTED, _LINE = "#1d2733", "#5b6774", "#d5dbe1"
_VARIABLES = {
    **{colour: f"--series-{number}" for number, colour in enumerate(SERIES, start=1)},
    _EARLIER: "--series-earlier",
    _INK: "--ink",
    _MUTED: "--muted",
    _LINE: "--line",
}
_WIDTHS: dict[Size, float] = {"wide": 7.6, "narrow": 3.6}
_CHARACTERS: dict[Size, int] = {"wide": 100, "narrow": 42}
_LONGEST_NAME = 36
_LONGEST_TICK = 12
_DOTS_PER_INCH = 200
_EAST_ASIAN = (
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Source Han Sans SC", "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei", "Droid Sans Fallback", "PingFang SC", "Hiragino Sans GB", "Heiti TC", "Arial Unicode MS",
    "Microsoft YaHei", "SimHei", "Malgun Gothic", "Yu Gothic",
)  # fmt: skip
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.edgecolor": _LINE,
    "axes.labelcolor": _MUTED,
    "xtick.color": _MUTED,
    "ytick.color": _MUTED,
    "text.color": _INK,
    "text.parse_math": False,
}


@dataclass(frozen=True)
class Drawn:
    """A chart in every form."""

    svg: dict[Size, str]
    png: bytes


def draw(chart: ChartOut, language: str, id_: str) -> Drawn:
    """A chart as inline SVG with title and description, wide and narrow, and as a picture on white."""
    with _quiet(), rc_context({**_STYLE, "font.family": _fonts(), "svg.hashsalt": id_}):
        wide, narrow = (_figure(chart, language, size) for size in _WIDTHS)
        svg: dict[Size, str] = {"wide": _svg(wide, chart, id_), "narrow": _svg(narrow, chart, id_)}
        wide.set_layout_engine("none")  # laid out already, and laying out takes as long as drawing
        paper = io.BytesIO()
        wide.savefig(
            paper, format="png", dpi=_DOTS_PER_INCH, facecolor="white",
            metadata={"Software": None, "Description": chart.alt},
        )  # fmt: skip
    return Drawn(svg, paper.getvalue())


@cache
def _fonts() -> list[str]:
    """DejaVu Sans, and for letters that it lacks whichever font for East Asian writing the system has."""
    there = set(font_manager.get_font_names())
    return ["DejaVu Sans", *(name for name in _EAST_ASIAN if name in there)]


@contextmanager
def _quiet() -> Iterator[None]:
    """Without a warning for each letter that no font has; it stands as a box."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def _svg(figure: Figure, chart: ChartOut, id_: str) -> str:
    paper = io.StringIO()
    figure.savefig(paper, format="svg", transparent=True, metadata={"Date": None})
    return _for_page(paper.getvalue(), chart, id_)


def _figure(chart: ChartOut, language: str, size: Size) -> Figure:
    draw, height = _DRAWINGS[chart.kind]
    figure = Figure(figsize=(_WIDTHS[size], height(chart)), layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)
    draw(axes, chart, language, size)
    if len(chart.series) > 1:
        figure.legend(
            loc="outside upper left", ncols=_columns_of_legend(chart, size), frameon=False, fontsize=8.5,
            handlelength=1.1, handleheight=0.9, columnspacing=1.4,
        )  # fmt: skip
    return figure


def _columns_of_legend(chart: ChartOut, size: Size) -> int:
    """As many names side by side as the width holds."""
    longest = max(len(_named(series.name)) for series in chart.series)
    return max(1, min(len(chart.series), _CHARACTERS[size] // (longest + 5)))


def _named(name: str) -> str:
    return shortened(name, _LONGEST_NAME)


def _bars(axes: Axes, chart: ChartOut, language: str, size: Size) -> None:
    """Horizontal bars, the first row on top, each with its value."""
    count, locale = len(chart.series), locale_of(language)
    thickness = 0.78 / count
    for position, series in enumerate(chart.series):
        values = [None if value is None else Decimal(value) for value in series.values]
        places = [row + (position - (count - 1) / 2) * thickness for row in range(len(values))]
        axes.barh(
            places, [float(value or 0) for value in values], height=thickness * 0.9, color=_colour(chart, position),
            label=_named(series.name), linewidth=0,
        )  # fmt: skip
        for place, value in zip(places, values, strict=True):
            if value is not None:  # beside a bar to the left stand the names
                axes.annotate(
                    short_number(value, chart.unit, locale), (max(0.0, float(value)), place), xytext=(4, 0),
                    textcoords="offset points", ha="left", va="center", fontsize=8.5 if count < 3 else 7.5,
                    color=_INK if position == 0 else _MUTED,
                )  # fmt: skip
    axes.set_yticks(
        range(len(chart.labels)),
        [_wrapped(label, 16 if size == "narrow" else 30) for label in chart.labels],
        color=_INK,
    )
    axes.invert_yaxis()
    axes.xaxis.set_major_locator(MaxNLocator(nbins=3 if size == "narrow" else 5))
    axes.xaxis.set_major_formatter(_Marks(chart, language))
    axes.grid(axis="x", color=_LINE, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.axvline(0, color=_MUTED, linewidth=0.8)
    axes.margins(x=0.14 if size == "wide" else 0.28, y=0.02)


def _columns(axes: Axes, chart: ChartOut, language: str, size: Size) -> None:
    """Columns over time, from zero."""
    count = len(chart.series)
    for position, series in enumerate(chart.series):
        width = 0.74 / count
        places = [row + (position - (count - 1) / 2) * width for row in range(len(series.values))]
        heights = [float(value or 0) for value in series.values]
        axes.bar(
            places, heights, width=width * 0.94, color=_colour(chart, position), label=_named(series.name), linewidth=0
        )
        if count == 1 and size == "wide" and len(heights) <= 12:
            _values_above(axes, chart, language)
    axes.axhline(0, color=_MUTED, linewidth=0.8)
    if all(Decimal(value or 0) >= 0 for series in chart.series for value in series.values):
        axes.set_ylim(bottom=0)
    _time_axis(axes, chart, language, size)


def _lines(axes: Axes, chart: ChartOut, language: str, size: Size) -> None:
    """A line per series, each with its own marker."""
    for position, series in enumerate(chart.series):
        heights = [float("nan") if value is None else float(value) for value in series.values]
        axes.plot(
            range(len(heights)), heights, color=_colour(chart, position), label=_named(series.name), linewidth=2,
            marker="osD^v"[position % 5], markersize=4.5 if len(heights) <= 30 else 0, solid_capstyle="round",
        )  # fmt: skip
    if len(chart.series) == 1 and size == "wide" and len(chart.labels) <= 12:
        _values_above(axes, chart, language)
    axes.margins(y=0.18)
    _time_axis(axes, chart, language, size)


def _values_above(axes: Axes, chart: ChartOut, language: str) -> None:
    """The values above their points, where all of them have room beside each other."""
    values = [None if text is None else Decimal(text) for text in chart.series[0].values]
    texts = ["" if value is None else short_number(value, chart.unit, locale_of(language)) for value in values]
    if len(texts) * (max(map(len, texts), default=0) + 1) > _CHARACTERS["wide"]:
        return
    for place, (value, text) in enumerate(zip(values, texts, strict=True)):
        if value is not None:
            axes.annotate(
                text, (place, float(value)), xytext=(0, 5), textcoords="offset points", ha="center", va="bottom",
                fontsize=8, color=_INK,
            )  # fmt: skip


def _time_axis(axes: Axes, chart: ChartOut, language: str, size: Size) -> None:
    most = 4 if size == "narrow" else 9
    step = max(1, -(-len(chart.labels) // most))
    places = list(range(0, len(chart.labels), step))
    axes.set_xticks(places, [_wrapped(chart.labels[place], _LONGEST_TICK) for place in places])
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5))
    axes.yaxis.set_major_formatter(_Marks(chart, language))
    axes.grid(axis="y", color=_LINE, linewidth=0.7)
    axes.set_axisbelow(True)


class _Marks(Formatter):
    """An axis's marks in the language's form, all in one scale."""

    def __init__(self, chart: ChartOut, language: str) -> None:
        drawn = [abs(Decimal(value)) for series in chart.series for value in series.values if value is not None]
        self._largest, self._unit = max(drawn, default=Decimal(0)), chart.unit
        self._locale = locale_of(language)

    def format_ticks(self, values: Any) -> list[str]:
        return axis_numbers(list(values), self._largest, self._unit, self._locale)

    def __call__(self, x: Any, pos: Any = None) -> str:
        return self.format_ticks([x])[0]


def _colour(chart: ChartOut, position: int) -> str:
    if chart.kind == "grouped" and len(chart.series) == 2 and position == 1:
        return _EARLIER
    return SERIES[position % len(SERIES)]


def _wrapped(label: str, most: int) -> str:
    """A label in two lines at most."""
    if len(label) <= most:
        return label
    cut = label.rfind(" ", 0, most + 1)
    first, rest = (label[:cut], label[cut + 1 :]) if cut > 4 else (label[:most], label[most:])
    return f"{first}\n{rest if len(rest) <= most else rest[: most - 1] + '…'}"


def _by_rows(chart: ChartOut) -> float:
    return max(1.3, 0.62 + len(chart.labels) * (0.19 + 0.15 * len(chart.series)))


_DRAWINGS: dict[str, tuple[Callable[[Axes, ChartOut, str, Size], None], Callable[[ChartOut], float]]] = {
    "bars": (_bars, _by_rows),
    "grouped": (_bars, _by_rows),
    "columns": (_columns, lambda chart: 2.7),
    "line": (_lines, lambda chart: 2.7),
}


def _for_page(svg: str, chart: ChartOut, id_: str) -> str:
    """The drawing alone, scaling with the page, in its colours and font, with nothing that reaches beyond it."""
    body = svg[svg.index("<svg") :]
    view = _attribute(body, "viewBox")
    inner = body[body.index(">") + 1 : body.rindex("</svg>")]
    inner = re.sub(r"<metadata>.*?</metadata>|<style[^>]*>.*?</style>|<!--.*?-->", "", inner, flags=re.DOTALL)
    inner = re.sub(r' id="([^"]+)"', rf' id="{id_}-\1"', inner)
    inner = re.sub(r'(xlink:href="|url\()#', rf"\1#{id_}-", inner).replace("xlink:href", "href")
    inner = re.sub(r"font: ((?:\w+ )?[\d.]+px) [^;\"]+", r"font: \1 var(--sans)", inner)
    for colour, variable in _VARIABLES.items():
        inner = inner.replace(colour, f"var({variable})")
    inner = re.sub(r">\s+<", "><", inner).strip()
    head = (
        f'<svg viewBox="{view}" role="img" aria-labelledby="{id_}-title {id_}-desc" xmlns="http://www.w3.org/2000/svg">'
    )
    title = f'<title id="{id_}-title">{escape(chart.title)}</title><desc id="{id_}-desc">{escape(chart.alt)}</desc>'
    return f"{head}{title}{inner}</svg>"


def _attribute(tag: str, name: str) -> str:
    found: Any = re.search(rf'{name}="([^"]+)"', tag)
    return str(found[1])
