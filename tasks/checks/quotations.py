"""Quotations in a sentence, and whether a passage really says them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tasks.checks.language import CAUTION, DOUBT, NEGATION
from tools.evidence import PassageEvidence

_QUOTED = re.compile(r"“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|»([^«»]+)«|「([^「」]+)」|『([^『』]+)』|\"([^\"]+)\"")
_WORDS = re.compile(r"\w")
_SENTENCE_END = re.compile(r"[.!?;](?:\s|$)|[。！？；]")
_ELLIPSIS = re.compile(r"\s*(?:\[…\]|\[\.\.\.\]|…+)\s*")


@dataclass(frozen=True)
class Quotation:
    """Words in quotation marks; `start` and `end` include the marks."""

    start: int
    end: int
    text: str


def find_quotations(text: str) -> tuple[Quotation, ...]:
    """Everything in quotation marks of any style."""
    return tuple(
        Quotation(m.start(), m.end(), next(g for g in m.groups() if g is not None)) for m in _QUOTED.finditer(text)
    )


def without_quotations(text: str) -> str:
    """The text with its quotations blanked, so that positions stay the same."""
    for quotation in find_quotations(text):
        text = text[: quotation.start] + " " * (quotation.end - quotation.start) + text[quotation.end :]
    return text


def states(passage: PassageEvidence, quoted: str) -> bool:
    """Whether a passage's title, section or text holds the words, as `stands_in` tells."""
    return any(stands_in(part, quoted) for part in (passage.title, passage.section, passage.text))


def is_cut(passages: Iterable[PassageEvidence], quoted: str) -> bool:
    """Whether the words stand only in sentences whose other words deny, doubt or restrict what is said."""
    texts = [part for p in passages for part in (p.title, p.section, p.text)]
    found = [(text, match) for text in map(_one_line, texts) for match in _found(text, quoted)]
    return bool(found) and all(_says_less(text, match) for text, match in found)


def stands_in(text: str, quoted: str) -> bool:
    """Whether a text holds the words verbatim, apart from white space, and not inside a longer word or number.

    The first letter may change its case. An ellipsis in the quotation may stand for left-out words of one sentence,
    none of which denies it. A comma or full
    stop at its end belongs to the sentence.
    """
    return any(_found(_one_line(text), quoted))


def stated_by(passages: Iterable[PassageEvidence], quoted: str) -> tuple[PassageEvidence, ...]:
    """The passages that hold the words verbatim."""
    return tuple(p for p in passages if states(p, quoted))


def _found(line: str, quoted: str) -> Iterator[re.Match[str]]:
    parts = [p for p in _ELLIPSIS.split(_one_line(quoted).rstrip(",.;。；，")) if _WORDS.search(p)]
    if parts:
        pattern = re.compile("(.*?)".join(map(_bounded, parts)))
        yield from filter(_leaves_out_no_more, pattern.finditer(line))


def _leaves_out_no_more(match: re.Match[str]) -> bool:
    """Whether what ellipses leave out neither turns the meaning round nor glues sentences."""
    return not any(_SENTENCE_END.search(gap) or _turns_round(gap) for gap in match.groups())


def _says_less(text: str, match: re.Match[str]) -> bool:
    """Whether the rest of the quotation's sentence turns it round."""
    before = [m.end() for m in _SENTENCE_END.finditer(text, 0, match.start())]
    behind = _SENTENCE_END.search(text, match.end())
    start, end = (before or [0])[-1], behind.start() if behind else len(text)
    return _turns_round(text[start : match.start()]) or _turns_round(text[match.end() : end])


def _turns_round(words: str) -> bool:
    return any(pattern.search(words) for pattern in (NEGATION, CAUTION, DOUBT))


def _bounded(words: str) -> str:
    before = r"(?<![\w.,])(?<![-−])" if words[0].isdigit() else r"(?<!\w)"
    after = r"(?!\w)(?![.,]\d)" if words[-1].isdigit() else r"(?!\w)"
    if not words[0].isalnum() or _is_cjk(words[0]):
        before = ""
    if not words[-1].isalnum() or _is_cjk(words[-1]):
        after = ""
    first = f"[{re.escape(words[0].lower() + words[0].upper())}]" if words[0].isalpha() else re.escape(words[0])
    return before + first + re.escape(words[1:]) + after


def _is_cjk(letter: str) -> bool:
    return "\u3040" <= letter <= "\u9fff"


def _one_line(text: str) -> str:
    return " ".join(text.split())
