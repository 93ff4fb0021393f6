"""Charts as they stand in pages, on paper and in mail: each is laid out once, and many are drawn side by side."""

import os
import re
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import current_process, get_context
from typing import TYPE_CHECKING

from crew.reports.document import ChartOut

if TYPE_CHECKING:
    from crew.reports.charts.draw import Drawn, Size

_ENOUGH = 16
"""Charts from which processes of their own are worth their start."""
_MOST_PROCESSES = 4
_MOST_KEPT = 128
_ANYWHERE = "any0chart"
"""Stands for a chart's id until it has its place."""

_kept: "OrderedDict[tuple[str, str], Drawn]" = OrderedDict()
_lock = threading.Lock()


def as_svg(chart: ChartOut, language: str, *, size: "Size", id_: str) -> str:
    """An inline SVG with a title and a description; `id_` keeps its parts apart from those of other charts."""
    return re.sub(rf'(?<=[" #]){_ANYWHERE}-', f"{id_}-", _drawn(chart, language).svg[size])


def as_png(chart: ChartOut, language: str) -> bytes:
    """A picture on white."""
    return _drawn(chart, language).png


def draw_all(charts: Sequence[ChartOut], language: str) -> None:
    """Draw charts ahead, many of them in processes side by side; a process that dies costs only the time it saved."""
    wanted = [chart for chart in charts if _found(chart, language) is None][:_MOST_KEPT]
    workers = min(_MOST_PROCESSES, os.cpu_count() or 1)
    if len(wanted) < _ENOUGH or workers < 2 or current_process().daemon:
        return
    try:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            drawn = pool.map(_draw, wanted, [language] * len(wanted), chunksize=4)
            for chart, each in zip(wanted, drawn, strict=True):
                _keep(chart, language, each)
    except BrokenProcessPool:
        return  # what is not drawn by now is drawn when it is asked for


def _drawn(chart: ChartOut, language: str) -> "Drawn":
    found = _found(chart, language)
    if found is None:
        found = _draw(chart, language)
        _keep(chart, language, found)
    return found


def _draw(chart: ChartOut, language: str) -> "Drawn":
    from crew.reports.charts.draw import draw

    return draw(chart, language, _ANYWHERE)


def _found(chart: ChartOut, language: str) -> "Drawn | None":
    with _lock:
        return _kept.get((chart.model_dump_json(), language))


def _keep(chart: ChartOut, language: str, drawn: "Drawn") -> None:
    with _lock:
        _kept[chart.model_dump_json(), language] = drawn
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)


def charts_of(sections: Iterable[object]) -> list[ChartOut]:
    """The charts that sections have."""
    return [chart for section in sections if (chart := getattr(section, "chart", None)) is not None]
