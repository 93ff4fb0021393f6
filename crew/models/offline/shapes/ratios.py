"""How one count or amount stands to another: both asked as questions of their own, then divided in one statement."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from crew.models.offline.ground import Ground, ground_on
from crew.models.offline.inquiry import Inquiry
from crew.models.offline.material import Material
from crew.models.offline.shapes.conditional import under_conditions
from crew.models.offline.shapes.errors import NotClear
from crew.models.offline.shapes.figures import plan_figures
from tasks.plan import Plan
from tools.terms import Filter
from tools.wording import worded

_RATIO = re.compile(
    r"\b(?P<average>average |mean )?(?:ratio|proportion)s? (?:of|between) (?P<rest>[^.?!]+(?:\.\d[^.?!]*)*)[.?!]*\s*$",
    re.I,
)
_BETWEEN = re.compile(r"\s(?:to|out of|divided by|over|and)\s", re.I)
_UNCLEAR = worded("It is not clear which two figures the ratio is of.")


@dataclass(frozen=True)
class _Parts:
    above: Ground
    below: Ground


def plan_ratio(material: Material, ground: Ground) -> Plan:
    """One step whose only measure is the quotient. Raises NotClear."""
    asked = _RATIO.search(ground.linked.text)
    if asked is None:
        raise NotClear(_UNCLEAR)
    for parts in _divided(material, ground, asked["rest"].strip()):
        above, below = parts.above.inquiry, parts.below.inquiry
        measure, shared = _quotient(parts, is_mean=bool(asked["average"]))
        inquiry = replace(
            below, measures=[measure], filters=shared, subject=None, subject_is_asked=False, ranking="", order=None,
            limit=None, tables=[], asks=set(), entities=[*above.entities, *below.entities],
        )  # fmt: skip
        plan = plan_figures(material, replace(ground, inquiry=inquiry))
        return plan.model_copy(update={"question_kind": "lookup"})
    raise NotClear(_UNCLEAR)


def _divided(material: Material, ground: Ground, text: str) -> Iterator[_Parts]:
    """The ways to part the text into two that are both understood."""
    for found in _BETWEEN.finditer(text):
        above, below = text[: found.start()], text[found.end() :]
        grouping = _grouping(ground, below)
        grounds = [
            ground_on(_counted(part, ground), material, ground.source) for part in (f"{above} {grouping}", below)
        ]
        if all(_is_figure(g.inquiry) for g in grounds) and grounds[0].inquiry.by == grounds[1].inquiry.by:
            yield _Parts(*grounds)


def _grouping(ground: Ground, below: str) -> str:
    """`for each region`, which stands behind the second figure and is meant of both."""
    at = ground.linked.text.find(below)
    start = next((i.start for i in ground.linked.cues("each") if i.start > at), None)
    return ground.linked.text[start : at + len(below)] if start is not None else ""


def _counted(part: str, ground: Ground) -> str:
    """The part as a figure: things that are only named are counted."""
    first = next(
        (i for i in ground.linked.items if i.kind != "filler" and i.text and part.find(i.text) in range(5)), None
    )
    is_measured = first is not None and (first.cue in _MEASURING or any(t.kind == "metric" for t in first.targets))
    return part if is_measured else f"number of {part}"


_MEASURING = ("count", "count_distinct", "total", "average", "highest", "lowest", "how_much")


def _is_figure(inquiry: Inquiry) -> bool:
    is_understood = not inquiry.problems and not inquiry.ambiguities and not (inquiry.asks - {"distinct", "which"})
    return is_understood and len(inquiry.measures) == 1 and not inquiry.having and inquiry.limit is None


def _quotient(parts: _Parts, *, is_mean: bool) -> tuple[str, list[Filter]]:
    """The measure, and the conditions that hold for both figures."""
    above, below = parts.above.inquiry, parts.below.inquiry
    contrasted = {f.column for f in above.filters}
    shared = [f for f in below.filters if f in above.filters or (above.filters and f.column not in contrasted)]
    if not above.filters and below.filters:
        raise NotClear(_UNCLEAR)
    figures = [
        under_conditions(_written(i), [f for f in i.filters if f not in shared], parts.above) for i in (above, below)
    ]
    if is_mean:
        columns = [re.fullmatch(r"sum\((\w+\.\w+)\)", figure) for figure in figures]
        if not all(columns):
            raise NotClear(_UNCLEAR)
        return f"avg({' / '.join(c[1] for c in columns if c)})", shared
    return " / ".join(figures), shared


def _written(inquiry: Inquiry) -> str:
    """The aggregate of a figure, for a metric what it computes. Raises NotClear where it has conditions of its own."""
    measure = inquiry.measures[0]
    metric = inquiry.vocabulary.spec.metrics.get(measure)
    if metric is None:
        return measure
    if metric.filters:
        raise NotClear(_UNCLEAR)
    return metric.expression
