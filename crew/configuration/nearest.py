"""The word a person probably meant."""

from collections.abc import Iterable

from rapidfuzz import fuzz, process

_LIKENESS = 70
"""Percent; below it a suggestion confuses more than it helps."""


def nearest(word: str, among: Iterable[str]) -> str | None:
    """The one of `among` that is most like `word`; None when nothing is much like it."""
    found = process.extractOne(word, list(among), scorer=fuzz.ratio, score_cutoff=_LIKENESS, processor=str.lower)
    return found[0] if found else None


def did_you_mean(word: str, among: Iterable[str]) -> str:
    """A sentence that ends an error about `word`: the nearest valid word, or all there are."""
    words = sorted(among)
    best = nearest(word, words)
    if best:
        return f"Did you mean `{best}`?"
    if not words:
        return "There is none to choose from."
    return f"Choose from: {', '.join(words)}."
