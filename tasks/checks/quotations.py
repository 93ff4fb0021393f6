"""Quotations in a sentence, and whether a passage really says them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tasks.checks.language import CAUTION, NEGATION
from tools.evidence import PassageEvidence

_QUOTED = re.compile(r"“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|»([^«»]+)«|「([^「」]+)」|『([^『』]+)』|\"([^\"]+)\"")
_WORDS = re.compile(r"\w")
_SENTENCE_END = re.compile(r"[.!?;](?:\s|$)|[。！？；]")
_ELLIPSIS = re.compile(r"\s*(?:\[…\]|\[\.\.\.\]|…)\s*")


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
    return stands_in(f"{passage.title}\n{passage.section}\n{passage.text}", quoted)


def stands_in(text: str, quoted: str) -> bool:
    """Whether a text holds the words verbatim, apart from white space, and not inside a longer word or number.

    The first letter may change its case. An ellipsis in the quotation may stand for left-out words of one sentence,
    none of which denies it. A comma or full
    stop at its end belongs to the sentence.
    """
    parts = [p for p in _ELLIPSIS.split(_one_line(quoted).rstrip(",.;")) if _WORDS.search(p)]
    pattern = re.compile("(.*?)".join(map(_bounded, parts)))
    return bool(parts) and any(map(_leaves_out_no_more, pattern.finditer(_one_line(text))))


def stated_by(passages: Iterable[PassageEvidence], quoted: str) -> tuple[PassageEvidence, ...]:
    """The passages that hold the words verbatim."""
    return tuple(p for p in passages if states(p, quoted))


def _leaves_out_no_more(match: re.Match[str]) -> bool:
    """Whether what ellipses leave out neither turns the meaning round nor glues sentences."""
    return not any(_SENTENCE_END.search(gap) or NEGATION.search(gap) or CAUTION.search(gap) for gap in match.groups())


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
