"""Words around figures that the locale data do not hold: percentage points, ordinals, and words for `about`."""

import re
from collections.abc import Callable

POINTS = {
    "en": "{} percentage points",
    "de": "{} Prozentpunkte",
    "fr": "{} points de pourcentage",
    "es": "{} puntos porcentuales",
    "it": "{} punti percentuali",
    "pt": "{} pontos percentuais",
    "nl": "{} procentpunten",
    "zh": "{}个百分点",
}
"""A number of percentage points, by language."""

ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|some|circa|ca\.?|etwa|rund|ungefähr|environ|à peu près|cerca de|"
    r"alrededor de|aproximadamente|unos|unas)\s*$|约为?\s*$",
    re.IGNORECASE,
)
"""Stands right before a number that is rounded."""

_ENGLISH = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]


def _english(number: int) -> str:
    if number <= len(_ENGLISH):
        return _ENGLISH[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


ORDINAL_WORDS: dict[str, Callable[[int], str]] = {
    "en": _english,
    "de": lambda number: f"{number}.",
    "fr": lambda number: "1er" if number == 1 else f"{number}e",
    "es": lambda number: f"{number}.º",
    "zh": lambda number: f"第{number}",
}
"""A rank as a word or number with its ending, by language."""
