"""Whether a passage is about a question at all, by what both say."""

import re
import unicodedata
from collections.abc import Sequence

from tools.documents.fusion import Candidate
from tools.documents.language import bigrams, is_cjk

_WORD = re.compile(r"\w+")
_STOP_WORDS = frozenset(
    _WORD.findall("""
    a about after all also am an and any are as at be because been before being between both but by can could
    did do does doing down during each few for from further had has have having he her here hers him his how i
    if in into is it its itself just me more most much my no nor not now of off on once one only or other our
    out over own per same she should so some such than that the their them then there these they this those
    through to too under until up us very was we were what when where which while who whom whose why will with
    would you your tell show give many find list name called known say says said explain describe der die das
    und ist von zu den mit auf für im ein eine wie was wer warum le la les des et est une dans que pour qui el
    los las una del por con
    """)
)
LEAST_COVERAGE = 0.6


def content_words(text: str) -> frozenset[str]:
    """The words of a text that carry its subject, folded and cut to their stems; CJK text as pairs of characters."""
    if is_cjk(text):
        return frozenset(bigrams(text).split())
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    words = (word for word in _WORD.findall(plain) if word not in _STOP_WORDS)
    return frozenset(_stem(word) for word in words if len(word) > 1 or word.isdigit())


def coverage(question: frozenset[str], passage: frozenset[str]) -> float:
    """The share of a question's content words that a passage holds; 0 for a question without any."""
    return len(question & passage) / len(question) if question else 0.0


def with_coverage(question: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Candidates with one more score, `coverage`."""
    asked = content_words(question)
    return [
        c.model_copy(update={"scores": c.scores | {"coverage": coverage(asked, content_words(c.passage.search_text))}})
        for c in candidates
    ]


def is_relevant(candidate: Candidate, least_cosine: float) -> bool:
    """Whether a passage is near the question in meaning, or says most of its words."""
    return candidate.scores.get("cosine", 0.0) >= least_cosine or candidate.scores["coverage"] >= LEAST_COVERAGE


def _stem(word: str) -> str:
    """A crude stem, the same on both sides: plural, -ed and -ing endings."""
    for ending in ("ings", "ing", "ies", "ied", "ed", "es", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
