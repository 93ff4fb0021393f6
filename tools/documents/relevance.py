"""Whether an index holds anything about a question at all.

A question is answerable when at least one candidate is close: in meaning (cosine of all-MiniLM-L6-v2, 0.40 by default),
or by holding most of the question's words (0.7 of them; 0.5 where there is no embedding to ask). Then the weaker
candidates are kept too, down to 0.15 below that cosine or 0.4 of the words, since second sources say less.

Calibrated on 132 questions over their own passages and 310 over foreign ones: 98 % of the former pass; of the latter
1.5 % where the subject is another (3 % of questions on finance over passages of an encyclopedia), and 22 % where
business questions meet notes of another business. Without embeddings 83 % pass, and 6 % of the foreign ones. Raise
`relevance` where a false lead costs more than a missed one.
"""

from collections.abc import Sequence

from tools.documents.content_words import content_words, words_shared
from tools.documents.embedding import Embedder, EmbeddingFailed, LexicalOnly
from tools.documents.fusion import Candidate
from tools.documents.passages import Passage

_COVERAGE = 0.7
_COVERAGE_ALONE = 0.5
_COVERAGE_BELOW = 0.4
_COSINE_BELOW = 0.15


def coverage(question: frozenset[str], passage: Passage) -> float:
    """The share of a question's content words that a passage holds; 0 for a question without any."""
    return len(words_shared(question, passage.search_text, passage.language)) / len(question) if question else 0.0


def with_coverage(question: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Candidates with one more score, `coverage`, by the words of each passage's language."""
    asked = {language: content_words(question, language) for language in {c.passage.language for c in candidates}}
    return [c.scored(coverage=coverage(asked[c.passage.language], c.passage)) for c in candidates]


def keep_relevant(candidates: Sequence[Candidate], least_cosine: float) -> list[Candidate]:
    """The candidates worth reading, in their order; none when not even one is close to the question."""
    by_meaning = any("cosine" in candidate.scores for candidate in candidates)
    least_coverage = _COVERAGE if by_meaning else _COVERAGE_ALONE
    if not any(_reaches(candidate, least_cosine, least_coverage) for candidate in candidates):
        return []
    return [c for c in candidates if _reaches(c, least_cosine - _COSINE_BELOW, _COVERAGE_BELOW)]


def covers_question(question: str, passage: Passage, embedder: Embedder | LexicalOnly, least_cosine: float) -> bool:
    """Whether a passage that was found by other words has to do with a question: the bar for second sources."""
    if coverage(content_words(question, passage.language), passage) >= _COVERAGE_BELOW:
        return True
    if isinstance(embedder, LexicalOnly):
        return False
    try:
        asked, found = embedder.embed_question(question), embedder.embed([passage.search_text])[0]
    except EmbeddingFailed:
        return False
    return sum(a * b for a, b in zip(asked, found, strict=True)) >= least_cosine - _COSINE_BELOW


def _reaches(candidate: Candidate, cosine: float, covered: float) -> bool:
    return candidate.scores.get("cosine", -1.0) >= cosine or candidate.scores["coverage"] >= covered
