"""Patterns that are tried only on texts that hold a word they cannot match without: several times as fast on most."""

import re
from collections.abc import Iterable, Sequence
from re import _parser as parser  # type: ignore[attr-defined]  # the parsed form of a pattern has no public door
from typing import Any

_SHORTEST = 2
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


class QuickPattern:
    """Several phrasings of one thing, case put aside; a text is searched for those alone whose words it has."""

    def __init__(self, phrasings: Iterable[str]) -> None:
        flags = re.IGNORECASE | re.MULTILINE
        self._phrasings = [(needed_words(phrasing), re.compile(phrasing, flags)) for phrasing in phrasings]

    def search(self, text: str, lowered: str) -> re.Match[str] | None:
        """The first phrasing found in a text, which is given in lower case too."""
        for words, pattern in self._phrasings:
            if not words or any(word in lowered for word in words):
                hit = pattern.search(text)
                if hit:
                    return hit
        return None


def needed_words(pattern: str) -> tuple[str, ...]:
    """Texts in lower case of which every match of a pattern holds at least one; empty where none can be told."""
    return tuple(sorted(_needed(parser.parse(pattern, re.IGNORECASE)) or ()))


def _needed(parts: Iterable[Any]) -> frozenset[str] | None:
    found: list[frozenset[str] | None] = []
    run = ""
    for operation, given in parts:
        if operation.name == "LITERAL":
            run += chr(given).lower()
            continue
        found.append(_as_needed(run))
        run = ""
        found.append(_within(operation.name, given))
    found.append(_as_needed(run))
    return max(filter(None, found), key=_telling, default=None)


def _within(operation: str, given: Any) -> frozenset[str] | None:
    if operation == "SUBPATTERN":
        return _needed(given[-1])
    if operation == "BRANCH":
        ways = [_needed(way) for way in given[1]]
        return None if None in ways else frozenset[str]().union(*filter(None, ways))
    if operation in _REPEATS and given[0] > 0:
        return _needed(given[2])
    return None


def _as_needed(run: str) -> frozenset[str] | None:
    return frozenset([run]) if len(run.strip()) >= _SHORTEST else None


def _telling(words: Sequence[str] | frozenset[str]) -> tuple[int, int]:
    """The rarer the words of a set, the more texts need not be searched: long ones are rare, and few are rarer."""
    return min(map(len, words)), -len(words)
