"""Words out of the names of tables and columns."""

import re
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz, process

_UNCOUNTED = {"staff", "equipment", "information", "inventory", "series", "species", "news", "data", "media", "people"}
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")


def words_in(name: str) -> tuple[str, ...]:
    """The words of an identifier in lower case: `OrderLine_id` gives order, line, id."""
    return tuple(part.lower() for part in _PARTS.findall(name))


def phrase(name: str) -> str:
    """An identifier as a reader would say it: `net_revenue` gives `net revenue`."""
    return " ".join(words_in(name)) or name


def singular(word: str) -> str:
    """The singular of a regular English noun; other words stay as they are."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def plural(word: str) -> str:
    """The plural of a regular English noun; nouns without one stay as they are."""
    if word in _UNCOUNTED:
        return word
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "sh", "ch", "x", "z")):
        return word + "es"
    return word + "s"


def plural_phrase(words: Sequence[str]) -> str:
    """Words for several of a kind: the last in the plural, unless one of them is already."""
    has_plural = any(singular(word) != word for word in words)
    return " ".join(words if has_plural else (*words[:-1], plural(words[-1])))


def spoken_forms(name: str, synonyms: Iterable[str] = ()) -> tuple[str, ...]:
    """How people may call what bears this name: its phrase in singular and plural, and its synonyms likewise."""
    forms: dict[str, None] = {}
    for text in (phrase(name), *synonyms):
        *head, last = text.lower().split() or [text.lower()]
        one = singular(last)
        for form in (last, one, plural(one)):
            forms.setdefault(" ".join([*head, form]))
    return tuple(forms)


def nearest(name: str, candidates: Iterable[str], count: int = 3) -> list[str]:
    """The candidates most like `name`, the most like first; none when nothing is near."""
    found = process.extract(
        name, list(candidates), scorer=fuzz.WRatio, processor=str.lower, limit=count, score_cutoff=55
    )
    return [candidate for candidate, _score, _position in found]
