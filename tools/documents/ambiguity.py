"""Documents that fit a question equally well and differ in something the question does not say."""

import re
from collections.abc import Sequence

from tools.documents.content_words import content_words
from tools.documents.fusion import Candidate
from tools.frozen import Frozen

_EVEN = 0.04
"""Cosines closer than this are told apart by chance."""
_LIKE = 0.5
"""The least share of words that two titles must have in common to be readings of one thing."""
_TIME = re.compile(
    r"\d|^(?:quarter|month|week|year|annual|januar|februar|march|april|may|june?|jul|august|septemb|octob|novemb|decemb)"
)


class Reading(Frozen):
    """One document that fits, what sets it apart, and how well it fits."""

    document: str
    title: str
    apart: tuple[str, ...]
    cosine: float


def find_readings(question: str, candidates: Sequence[Candidate]) -> list[Reading]:
    """The readings of a question, best first; empty unless at least two fit evenly.

    Two documents are readings of one question when their titles are alike, their best passages are equally near, and
    neither title's own words stand in the question. Titles that differ only in a period are not: time is for filters.
    """
    asked = content_words(question)
    best = _best_of_each(candidates)
    if not best or "cosine" not in best[0].scores:
        return []
    first = content_words(best[0].passage.title)
    even = [c for c in best[1:] if _is_even(c, best[0]) and _is_alike(content_words(c.passage.title), first)]
    readings = [_reading(c, [other for other in (best[0], *even) if other is not c]) for c in (best[0], *even)]
    told_apart = [r for r in readings if r.apart and not set(r.apart) & asked]
    return told_apart if len(told_apart) > 1 and len(told_apart) == len(readings) else []


def _best_of_each(candidates: Sequence[Candidate]) -> list[Candidate]:
    best: dict[str, Candidate] = {}
    for candidate in candidates:
        best.setdefault(candidate.passage.document, candidate)
    return list(best.values())


def _is_even(candidate: Candidate, best: Candidate) -> bool:
    return abs(candidate.scores.get("cosine", -1.0) - best.scores["cosine"]) <= _EVEN


def _is_alike(title: frozenset[str], other: frozenset[str]) -> bool:
    return title != other and len(title & other) >= _LIKE * max(len(title), len(other), 1)


def _reading(candidate: Candidate, others: Sequence[Candidate]) -> Reading:
    title = content_words(candidate.passage.title)
    shared = frozenset.intersection(*(content_words(other.passage.title) for other in others)) if others else title
    apart = tuple(sorted(word for word in title - shared if not _TIME.search(word)))
    passage = candidate.passage
    return Reading(document=passage.document, title=passage.title, apart=apart, cosine=candidate.scores["cosine"])
