"""Questions and tasks in a text that have nothing to do with it, and so are put to whoever reads it."""

import re
from collections.abc import Sequence

from tools.documents.content_words import content_words

_POLITE = r"(?:(?:please|kindly|now|also|then|next|first|finally|instead|and|but)[, ]+)*"
_ASKED = r"(?:(?:can|could|would|will) you (?:please |kindly )?)?"
_GIVEN = r"(?:(?:for|to|show|tell|give|teach) )?(?:me |us )?"
_MADE = (
    r"poems?|haikus?|limericks?|sonnets?|songs?|lyrics|stor(?:y|ies)|tales?|essays?|speech(?:es)?|jokes?|riddles?"
    r"|letters?|articles?|blog posts?|paragraphs?|summar(?:y|ies)|scripts?|programs?|functions?|snippets?|code"
    r"|quer(?:y|ies)"
    r"|examples?|introductions?|conclusions?|dialogues?|scenes?|slogans?|taglines?|recipes?|quiz(?:zes)?"
    r"|translations?"
    r"|equivalents?|synonyms?|antonyms?|definitions?|overviews?|explanations?|tutorials?|plots?|captions?|tweets?"
)
_TASKS = re.compile(
    rf"^{_POLITE}(?:"
    rf"{_ASKED}(?:write|compose|draft|provide|develop|create|generate|give|show|produce|make|craft|invent"
    rf"|suggest|tell)"
    rf" {_GIVEN}(?:\w+[ -]){{0,6}}(?:{_MADE})\b"
    rf"|{_ASKED}(?:explain|describe|discuss|define|outline|break down|elaborate on|summari[sz]e|illustrate|compare"
    rf"|teach me|tell me|show me|walk me through|help me|solve|calculate|compute|translate|spell|recite)\b.{{8,}}"
    r")",
    re.IGNORECASE,
)
_QUESTIONS = re.compile(
    rf"^{_POLITE}(?:(?:what|who|whom|whose|which|where|when|why|how)(?:'s|’s|'re|’re)?|can you|could you|would you"
    r"|do you know|is it|are there|is there|does|did)\b.{6,}[?？]['\"”’)]*$",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:(?:of|for|about|in|on|with|to|is|was|does|did|do|why|how|what's) that|that(?=\W*$)|this|these|those"
    r"|it|its|he|she|they|them|his|her|their|here|there|we|us|our|ours|my|mine|your|yours"
    r"|above|below|attached|enclosed|else|so|such|former|latter|another)\b",
    re.IGNORECASE,
)
"""Words by which a sentence leans on the text around it, or on its writer or reader."""
_AT_WORK = re.compile(
    r"\b(?:account|address|agreement|amount|appointment|approv|audit|booking|branch|budget|buyer|cancel|carrier|claim"
    r"|client|colleague|compan|complain|contract|cost|credit|customer|damage|date|deadline|debit|deduct|deliver"
    r"|department"
    r"|deposit|discount|employ|expense|fee|hire|insur|inventory|invoice|license|logistic|loss|manage|margin"
    r"|meeting|offer"
    r"|office|order|package|parcel|password|pay|permission|policy|price|pric|procedure|product|profit|project"
    r"|purchase"
    r"|quarter|receipt|refund|return|revenue|salar|sale|schedul|sell|ship|shop|staff|status|stock|store|subscri"
    r"|supplie"
    r"|team|ticket|vendor|warehouse|warrant|wage)\w*",
    re.IGNORECASE,
)
"""Stems of what business texts are about: questions on these are in their place in them."""
_SHARED = 0.2
"""The share of a task's words that its text may have as well."""
_FEWEST = 2
_LONGEST = 200
_USUAL = 3
"""So many loose questions or tasks in one text are what the text is: a quiz, a list of exercises."""


def stray_tasks(sentences: Sequence[str], surroundings: str = "") -> list[int]:
    """The places of the sentences that ask for what neither the others nor their surroundings are about.

    Only sentences that lean on nothing around them. In a text that asks all the time, which is made of questions, none
    is stray.
    """
    asking = [place for place, sentence in enumerate(sentences) if _asks(sentence)]
    if len(asking) >= _USUAL:
        return []
    return [p for p in asking if _is_unrelated(sentences[p], [*sentences[:p], *sentences[p + 1 :], surroundings])]


def _asks(sentence: str) -> bool:
    if len(sentence) > _LONGEST or not (_QUESTIONS.match(sentence) or _TASKS.match(sentence)):
        return False
    return not _AT_WORK.search(sentence) and not _POINTING.search(sentence)


def _is_unrelated(sentence: str, others: Sequence[str]) -> bool:
    own = content_words(sentence)
    shared = own & content_words(" ".join(others))
    return len(own) >= _FEWEST and len(shared) <= _SHARED * len(own)
