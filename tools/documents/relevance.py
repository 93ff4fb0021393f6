"""Whether an index holds anything about a question at all.

A question is answerable when at least one candidate is close: in meaning (cosine of all-MiniLM-L6-v2, 0.40 by default),
or by holding most of the question's words (0.7 of them; 0.5 where there is no embedding to ask). Then the weaker
candidates are kept too, down to 0.15 below that cosine or 0.4 of the words, since second sources say less.

Calibrated on 132 questions over their own passages and 310 over foreign ones: 98 % of the former pass; of the latter
1.5 % where the subject is another (3 % of questions on finance over passages of an encyclopedia), and 22 % where
business questions meet notes of another business. Without embeddings 83 % pass, and 6 % of the foreign ones. Raise
`relevance` where a false lead costs more than a missed one.
"""

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
_COVERAGE = 0.7
_COVERAGE_ALONE = 0.5
_COVERAGE_BELOW = 0.4
_COSINE_BELOW = 0.15


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


def keep_relevant(candidates: Sequence[Candidate], least_cosine: float) -> list[Candidate]:
    """The candidates worth reading, in their order; none when not even one is close to the question."""
    by_meaning = any("cosine" in candidate.scores for candidate in candidates)
    least_coverage = _COVERAGE if by_meaning else _COVERAGE_ALONE
    if not any(_reaches(candidate, least_cosine, least_coverage) for candidate in candidates):
        return []
    return [c for c in candidates if _reaches(c, least_cosine - _COSINE_BELOW, _COVERAGE_BELOW)]


def _reaches(candidate: Candidate, cosine: float, covered: float) -> bool:
    return candidate.scores.get("cosine", -1.0) >= cosine or candidate.scores["coverage"] >= covered


def _stem(word: str) -> str:
    """A crude stem, the same on both sides: plural, -ed and -ing endings."""
    for ending in ("ings", "ing", "ies", "ied", "ed", "es", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
