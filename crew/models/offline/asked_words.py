"""Which words of a question its answer carries, and what else a sentence must have to answer who, when or how long."""

import re
from collections.abc import Sequence

from crew.models.offline.language import content_stems, words_of
from tasks.dates.named_periods import read_periods
from tasks.dates.period_language import NUMBER_WORDS
from tools.documents.names import names_leading_on
from tools.terms import Period

_ASKING = frozenset(
    ["say", "said", "state", "tell", "many", "much", "long", "take", "mean", "explain", "according", "why"]
)
_DEGREE = re.compile(
    r"\b(?:how (?:many|much|long|often|fast|quickly|soon|high|large|big|far|late|early)|"
    r"wie ?(?:viele?|lange|oft|schnell|hoch|groß|weit|spät)|combien(?: de temps)?|cu[aá]nt[oa]s?(?: tiempo)?)\b",
    re.IGNORECASE,
)
ASKS_NUMBER = re.compile(
    rf"{_DEGREE.pattern}|\b(?:when|what (?:date|day|percentage|price|amount)|wann|quand|cu[aá]ndo)\b", re.IGNORECASE
)
_ASKS_PERSON = re.compile(r"^\W*(?:by |to )?(?:who|whom|wer|wem|wen|qui|quién|quien)\b", re.IGNORECASE)
_ASKS_PLACE = re.compile(r"^\W*(?:where|wo|où|dónde|donde)\b", re.IGNORECASE)
_ACTOR = re.compile(r"\b(?:by|von|vom|par|por) (?:the|a|an|der|dem|einem|einer|le|la|un|une|el|una) \w+", re.IGNORECASE)
_PLACED = re.compile(
    r"\b(?:in|at|on|to|from|near|under|im|am|auf|bei|unter|nach|aus|dans|sur|à|au|en|a|sobre)\s+\w+", re.IGNORECASE
)


def asked_words(question: str, periods: Sequence[Period] = ()) -> list[str]:
    """The stems of a question's words that an answer carries: not those that only ask, nor those of its times."""
    for period in periods:
        question = question.replace(period.words, " ") if period.words else question
    return [w for w in dict.fromkeys(content_stems(_DEGREE.sub(" ", question))) if w not in _ASKING]


def has_number(sentence: str) -> bool:
    """Whether a sentence has a number, in digits or as a word."""
    return any(w.plain[0].isdigit() or NUMBER_WORDS.get(w.plain, 0) > 1 for w in words_of(sentence))


def has_kind_asked(question: str, sentence: str) -> bool:
    """Whether a sentence has a number, person or place, where the question asks for one."""
    if ASKS_NUMBER.search(question):
        return has_number(sentence) or bool(read_periods(sentence))
    if _ASKS_PERSON.search(question):
        first = next(iter(sentence.split()), "")
        return any(name != first for name in names_leading_on(question, [sentence])) or bool(_ACTOR.search(sentence))
    return not _ASKS_PLACE.search(question) or bool(_PLACED.search(sentence))
