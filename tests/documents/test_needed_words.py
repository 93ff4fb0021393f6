"""Patterns are tried on a text only where they can match, and miss nothing for it."""

import re

import pytest

from tools.documents.injection import _FAMILIES
from tools.documents.injection_languages import LANGUAGES
from tools.documents.needed_words import QuickPattern, needed_words

PHRASINGS = [p for family, own in _FAMILIES.items() for p in (*own, *LANGUAGES.get(family, ()))]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"\bignore\b", ("ignore",)),
        (r"\b(?:ignore|forget) all\b", ("forget", "ignore")),
        (r"new (?:task)?", ("new ",)),
        (r"(?:task)? new", (" new",)),
        (r"(?:ignore|[a-z]+) (?:all )?", ()),
        (r"(?:tasks?|orders)+ x?", ("orders", "task")),
        (r"(?-i:Reply)", ("reply",)),
        (r"\w+", ()),
    ],
)
def test_the_words_without_which_a_pattern_cannot_match_are_read_from_it(pattern: str, words: tuple[str, ...]):
    assert needed_words(pattern) == words


def test_a_phrasing_is_found_wherever_its_pattern_matches():
    quick = QuickPattern([r"\b(?:ignore|forget) (?:all|these)\b", r"^\w+ done$"])

    for text in ("IGNORE all", "Please forget these.", "work\nwork done\n", "ignore them", "undone"):
        slow = re.search(r"\b(?:ignore|forget) (?:all|these)\b|^\w+ done$", text, re.IGNORECASE | re.MULTILINE)
        assert bool(quick.search(text, text.lower())) == bool(slow)


@pytest.mark.parametrize("phrasing", PHRASINGS)
def test_every_phrasing_of_an_instruction_needs_some_word(phrasing: str):
    assert needed_words(phrasing)
