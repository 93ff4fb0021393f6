"""Which documents are older editions of others, and which passages say the same twice."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import PurePosixPath

from tools.documents.fusion import Candidate
from tools.documents.index import DocumentCard, may_read
from tools.frozen import Frozen

_VERSION_WORDS = re.compile(r"\(?\bv(?:ersion)?[ ._-]*\d+(?:\.\d+)*\b\)?", re.IGNORECASE)
_NUMBER = re.compile(r"\bv(?:ersion)?[ ._-]*(\d+(?:\.\d+)*)\b", re.IGNORECASE)


class Editions(Frozen):
    """For each superseded document the one that stands in its place now, and the same the other way round."""

    newer: dict[str, str] = {}

    def older(self, document: str) -> tuple[str, ...]:
        """The documents that `document` stands in place of, ordered by id."""
        return tuple(sorted(old for old, new in self.newer.items() if new == document))


def find_editions(cards: Sequence[DocumentCard]) -> Editions:
    """Read from the documents' own statements which is superseded, following chains to the newest.

    A document is superseded when another names it (path, file name, title, or "version 1" of the same title), or
    when one of the same title states a higher version.
    """
    newer = _by_version(cards)
    replacing = [card for card in cards if card.supersedes]
    named = _by_name(cards) if replacing else {}
    for card in replacing:
        for words in card.supersedes:
            newer |= {old: card.id for name in _names_in(words, card) for old in named.get(name, ()) if old != card.id}
    return Editions(newer={old: _newest(old, newer) for old in newer})


@dataclass(frozen=True)
class Readable:
    """The cards that somebody may read, the editions among them, and the languages they are written in."""

    cards: tuple[DocumentCard, ...]
    editions: Editions
    languages: tuple[str, ...]


def readable_cards(cards: Sequence[DocumentCard], access: tuple[str, ...] | None) -> Readable:
    """What a holder of access tags may read of some cards; remembered while the cards last."""
    return _readable(_Same(cards), access)


def drop_superseded(candidates: Sequence[Candidate], editions: Editions) -> list[Candidate]:
    """Candidates without passages of superseded documents whose newer edition is among them too."""
    present = {candidate.passage.document for candidate in candidates}
    return [c for c in candidates if editions.newer.get(c.passage.document) not in present]


def drop_repeated(candidates: Sequence[Candidate]) -> tuple[list[Candidate], dict[str, list[str]]]:
    """Candidates without those that say the same as a better one, and for each kept id the ids it stands for."""
    openings = [_opening(candidate.passage.text) for candidate in candidates]
    shared = Counter(openings)
    kept: dict[object, Candidate] = {}
    repeated: dict[str, list[str]] = {}
    for opening, candidate in zip(openings, candidates, strict=True):
        told = _plain(candidate.passage.text) if shared[opening] > 1 else opening
        first = kept.setdefault(told, candidate)
        if first is not candidate:
            repeated.setdefault(first.passage.id, []).append(candidate.passage.id)
    return list(kept.values()), repeated


class _Same:
    """A sequence that equals itself alone, so that looking it up does not compare its items."""

    def __init__(self, cards: Sequence[DocumentCard]) -> None:
        self.cards = cards

    def __hash__(self) -> int:
        return id(self.cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.cards is self.cards


@lru_cache(maxsize=8)
def _readable(all_cards: _Same, access: tuple[str, ...] | None) -> Readable:
    cards = tuple(card for card in all_cards.cards if may_read(card.access, access))
    languages = tuple(sorted({language for card in cards if (language := card.language[:2])}))
    return Readable(cards, find_editions(cards), languages)


def _by_version(cards: Sequence[DocumentCard]) -> dict[str, str]:
    by_title: dict[str, list[DocumentCard]] = {}
    for card in cards:
        if card.version and _order(card.version):
            by_title.setdefault(_title(card.title), []).append(card)
    newer: dict[str, str] = {}
    for same in by_title.values():
        same.sort(key=lambda card: (_order(card.version), card.date or "", card.id))
        last = same[-1]
        newer |= {card.id: last.id for card in same if _order(card.version) < _order(last.version)}
    return newer


def _by_name(cards: Sequence[DocumentCard]) -> dict[str, set[str]]:
    """The ids of documents by all they may be called: path, file name, title, and title with version."""
    named: dict[str, set[str]] = {}
    for card in cards:
        path = PurePosixPath(card.id)
        names = {card.id, path.name, path.stem, card.title}
        names |= {_versioned(card.title, card.version)} if card.version else set()
        for name in names:
            named.setdefault(name.casefold(), set()).add(card.id)
    return named


def _names_in(words: str, by: DocumentCard) -> list[str]:
    """What a statement of the document `by` may call the one it replaces."""
    number = _NUMBER.search(words)
    named = [words.strip(" \"'“”‘’").casefold()]
    return [*named, _versioned(by.title, number.group(1))] if number else named


def _versioned(title: str, version: str) -> str:
    return f"{_title(title)} version {'.'.join(map(str, _order(version)))}"


def _newest(document: str, newer: Mapping[str, str]) -> str:
    seen = {document}
    while document in newer and newer[document] not in seen:
        document = newer[document]
        seen.add(document)
    return document


def _order(version: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version or ""))


def _title(title: str) -> str:
    return _plain(_VERSION_WORDS.sub("", title))


def _opening(text: str) -> tuple[str, ...]:
    """The first words of a text: only texts that share them can say the same."""
    return tuple(m[0] for m in islice(re.finditer(r"\w+", text.casefold()), 3))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
