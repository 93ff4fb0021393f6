"""Follow-up questions, completed from the question before them where only one reading is possible."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from crew.models.offline.material import Material
from tasks.dates.named_periods import NamedPeriod, read_periods
from tasks.standalone import Standalone

_LEAD_IN = re.compile(
    r"^\s*(?:(?:and|but|ok(?:ay)?|now|so|also|then|und|et|y)\b[\s,]*)*"
    r"(?:(?:what|how)\s+about|(?:the\s+)?same\s+(?:for|in)|was\s+ist\s+mit|wie\s+ist\s+es\s+(?:mit|in)|"
    r"qu['’]en\s+est-il\s+(?:de|en)|qué\s+tal|show\s+(?:me\s+)?that|break\s+(?:it|that|this)\s+down)?[\s,]*",
    re.IGNORECASE,
)
_REFERS_BACK = re.compile(
    r"\b(it|its|those|these|them|they|their|the same|this one|instead|davon|dafür|dort|cela|ça|eso|allí)\b"
    # not “How many are there?”, nor “customers that ordered”
    r"|(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bbe )(?<!\bbeen )\bthere\b(?!\s+(?:is|are|was|were)\b)"
    r"|(?:^|[,.]\s*|\b(?:about|of|in|for|from|to|with|by|at|on|than|and|or|is|are|was|were|do|does|did|has|have|had|why|how|"
    r"explain|show|compare|like|after|before|since)\s+)that\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(what|which|who|whom|whose|where|when|how|why|is|are|was|were|do|does|did|has|have|had|list|show|give|count|"
    r"compare|summari[sz]e|tell|find|was|welche[rsnm]?|wer|wie|warum|wo|wann|zeige?|nenne|quel(?:le)?s?|qui|comment|"
    r"pourquoi|combien|qué|cuál(?:es)?|quién|cómo|cuánt[oa]s?|por qué)\b",
    re.IGNORECASE,
)
_NAME = r"[A-ZÀ-ÖØ-Þ][\w&.’'-]*(?:\s+(?:(?:of|de|und|and|&)\s+)?[A-ZÀ-ÖØ-Þ][\w&.’'-]*)*"
_PLACED = re.compile(rf"\b(in|for|from|of|with|at|by|per|nach|für|von|pour|par|por|para|en)\s+(?:the\s+)?({_NAME})")
_GROUPED = re.compile(r"\b(by|per|nach|par|por)\s+(?!the\b)([a-zà-öø-ÿ_]+)(?=\s|$|[?.,])")
_STANDS_BARE = re.compile(r"(by|per|nach|par|por|last|this|since)\b", re.IGNORECASE)
_WHY = re.compile(r"^(?:why|and why|warum|pourquoi|por qué)\W*$", re.IGNORECASE)
_HOW_CHANGED = re.compile(r"^how\s+(?=did|has|have)", re.IGNORECASE)


@dataclass(frozen=True)
class _Piece:
    """Something a follow-up gives anew, and the place of its like in the question before."""

    text: str
    place: tuple[int, int] | None


class _Unclear(Exception):
    """More than one reading is possible."""


def rewrite_question(material: Material) -> Standalone:
    """The question in full; asks back where it leans on an earlier turn in a way that code cannot tell."""
    question = material.question
    history = material.blocks.get("history") or []
    last = history[-1] if history else {}
    before = str(last.get("question", ""))
    if "asked_back" in last and (whole := _picked(question, last)):
        return Standalone(question=whole, is_follow_up=True)
    if not before or not _leans_back(question, is_reply="asked_back" in last):
        return Standalone(question=question)
    try:
        return Standalone(question=_completed(question, before), is_follow_up=True)
    except _Unclear as error:
        return Standalone(question=question, is_follow_up=True, unclear=str(error))


def _picked(reply: str, asked: Mapping[str, Any]) -> str | None:
    """The question that was asked back, with the choice that a reply names in place of the word it was asked for."""
    choices = [str(choice) for choice in asked["asked_back"]]
    said = reply.strip(" .?!").casefold()
    picked = [c for number, c in enumerate(choices, start=1) if said in (str(number), c.strip(" .?!").casefold())]
    before = str(asked.get("question", ""))
    words = [word for word in _QUOTED.findall(str(asked.get("answer", ""))) if word.casefold() in before.casefold()]
    if len(picked) != 1 or len(words) != 1:
        return None
    return re.sub(rf"(?<!\w){re.escape(words[0])}(?!\w)", lambda _word: picked[0], before, count=1, flags=re.IGNORECASE)


_QUOTED = re.compile(r"“([^”]+)”")


def _leans_back(question: str, *, is_reply: bool) -> bool:
    """Whether a question is only whole with the one before. A reply to a question back leans only where it says so: the
    question before has no answer that words alone could change."""
    rest = _LEAD_IN.sub("", question, count=1)
    has_lead_in = len(rest) < len(question.lstrip())
    if is_reply and not has_lead_in:
        return False
    if _WHY.match(question) or (has_lead_in and not _ASKS.match(rest)):
        return True
    return not _ASKS.search(rest) or _REFERS_BACK.search(rest) is not None


def _completed(question: str, before: str) -> str:
    if _WHY.match(question):
        if not _HOW_CHANGED.match(before):
            raise _Unclear("Why what? Say which figure or change you mean.")
        return _HOW_CHANGED.sub("Why ", before)
    rest = _LEAD_IN.sub("", question, count=1).rstrip(" ?.!")
    if _ASKS.search(rest):
        raise _Unclear(f"Say in full what you mean by “{question.strip()}”.")
    pieces = _pieces(rest, before)
    if not pieces:
        raise _Unclear(f"Say in full what you mean by “{question.strip()}”: about which measure, place and period?")
    return _replaced(before, pieces)


def _pieces(rest: str, before: str) -> list[_Piece]:
    """What the follow-up names, each with its like; raises _Unclear when several could be meant."""
    periods, had = read_periods(rest), read_periods(before)
    pieces = [_Piece(rest[p.start : p.end], _only([(h.start, h.end) for h in had], "period")) for p in periods]
    without = _blanked(rest, periods)
    named = [(m[1].lower(), m[2]) for m in _PLACED.finditer(without)]
    named = named or [("", m[0]) for m in re.finditer(_NAME, without)]
    pieces += [_Piece(name, _like(word, _blanked(before, had))) for word, name in named]
    pieces += [_Piece(m[0], _grouping(before)) for m in _GROUPED.finditer(without)]
    left = re.sub(_NAME, "", _GROUPED.sub("", without))
    if set(re.findall(r"\w+", left.lower())) - _SMALL:
        raise _Unclear(f"Say in full what you mean by “{rest}”.")
    return pieces


_SMALL = frozenset(
    {"in", "for", "from", "of", "with", "at", "by", "per", "the", "and", "on", "to", "about", "only", "just"}
    | {"nach", "für", "von", "im", "pour", "par", "por", "para", "en"}
)


def _like(word: str, before: str) -> tuple[int, int]:
    """Where the question before names something of the same kind: after the same preposition, or the only name."""
    places = [m.span(2) for m in _PLACED.finditer(before) if not word or m[1].lower() == word]
    if not word and not places:
        places = [m.span() for m in re.finditer(_NAME, before) if m.start() > 0]
    place = _only(places, "name")
    if place is None:
        raise _Unclear("Say in full what you mean: the question before names nothing of the kind.")
    return place


def _grouping(before: str) -> tuple[int, int] | None:
    return _only([m.span() for m in _GROUPED.finditer(before)], "grouping")


def _only(places: list[tuple[int, int]], what: str) -> tuple[int, int] | None:
    if len(places) > 1:
        raise _Unclear(f"The question before has more than one {what}; say in full which one changes.")
    return places[0] if places else None


def _blanked(text: str, periods: tuple[NamedPeriod, ...]) -> str:
    for period in periods:
        text = text[: period.start] + " " * (period.end - period.start) + text[period.end :]
    return text


def _replaced(before: str, pieces: list[_Piece]) -> str:
    text, ending = before.rstrip(" ?.!"), before[len(before.rstrip(" ?.!")) :] or "?"
    appended = [piece.text for piece in pieces if piece.place is None]
    for piece in sorted((p for p in pieces if p.place), key=lambda p: p.place or (0, 0), reverse=True):
        start, end = piece.place or (0, 0)
        text = text[:start] + piece.text + text[end:]
    for words in appended:
        text += f" {words}" if _STANDS_BARE.match(words) else f" in {words}"
    return text + ending
