"""Hybrid search: by words and by meaning side by side, fused, and cut to what is relevant."""

import math
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.ambiguity import find_readings
from tools.documents.at_once import at_once
from tools.documents.editions import Editions, drop_repeated, drop_superseded, readable_cards
from tools.documents.embedding import Embedder, LexicalOnly
from tools.documents.freshness import decayed, stale_warning
from tools.documents.fusion import Candidate, fuse, in_order
from tools.documents.index import Filters, Hit, PassageIndex, access_of
from tools.documents.injection import find_injections
from tools.documents.language import detect_language
from tools.documents.names import words_with_names
from tools.documents.passages import Passage
from tools.documents.relevance import keep_relevant, with_coverage
from tools.documents.reranking import open_reranker, rerank
from tools.documents.signals import Signal, ambiguity_signals, language_signals, warning_signals
from tools.documents.specs import IndexSpec
from tools.errors import ToolError
from tools.frozen import Frozen
from tools.wording import said

_CANDIDATES = 50


class FoundPassage(Frozen):
    """A passage, its scores by component, the older editions left out in its favour, and warnings about it."""

    passage: Passage
    scores: dict[str, float]
    superseded: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class SearchResult(Frozen):
    """What a search found, best first, and how it was searched (`tried`)."""

    passages: tuple[FoundPassage, ...]
    signals: tuple[Signal, ...] = ()
    tried: str

    @property
    def warnings(self) -> tuple[str, ...]:
        """The messages of all signals."""
        return tuple(signal.message for signal in self.signals)


def search(
    index: PassageIndex,
    words: str,
    *,
    embedder: Embedder | LexicalOnly,
    asker: Asker,
    today: date,
    deadline: Deadline,
    spec: IndexSpec | None = None,
    filters: Filters | None = None,
    limit: int | None = None,
    prefers_recent: bool = False,
) -> SearchResult:
    """Find the passages about some words that the asker may read.

    The asker's access tags replace those in `filters`. Raises SearchFailed when neither search answered, and
    DeadlinePassed.
    """
    spec = spec or IndexSpec()
    allowed = (filters or Filters()).model_copy(update={"access": access_of(asker)})
    rankings, signals = _rank(index, words, embedder, allowed, deadline)
    candidates = with_coverage(words, fuse(rankings))
    relevant = keep_relevant(candidates, spec.relevance)
    if further := words_with_names(words, relevant):
        by_names, failures = _rank_by_names(index, further, embedder, allowed, deadline)
        signals += failures
        relevant = keep_relevant(with_coverage(words, fuse(rankings | by_names)), spec.relevance)
    if spec.reranker:
        relevant, failures = _reranked(words, relevant, spec.reranker, deadline)
        signals += failures
    if prefers_recent or spec.prefers_recent:
        relevant = decayed(relevant, today, spec.half_life_days)
    readable = readable_cards(index.documents(deadline), allowed.access)
    kept, repeated = drop_repeated(drop_superseded(relevant, readable.editions))
    chosen = _spread(kept, limit or spec.max_passages)
    oldest = today - timedelta(days=spec.stale_after_days) if spec.stale_after_days else None
    found = tuple(_found(candidate, readable.editions, repeated, oldest) for candidate in chosen)
    tried = _tried(words, len(readable.cards), rankings, allowed, candidates)
    signals += language_signals(words, readable.languages, embedder)
    signals += [*ambiguity_signals(words, find_readings(words, kept)), *_about(found, tried)]
    return SearchResult(passages=found, signals=tuple(signals), tried=tried)


def _rank(
    index: PassageIndex, words: str, embedder: Embedder | LexicalOnly, filters: Filters, deadline: Deadline
) -> tuple[dict[str, list[Hit]], list[Signal]]:
    searches: dict[str, Callable[[], list[Hit]]] = {
        "bm25": lambda: index.lexical(words, filters, _CANDIDATES, deadline)
    }
    reason = _why_lexical(index, words, embedder)
    if not isinstance(embedder, LexicalOnly) and not reason:
        searches["cosine"] = lambda: index.nearest(embedder.embed_question(words), filters, _CANDIDATES, deadline)
    rankings, failures = at_once(searches, deadline)
    signals = [Signal(kind="lexical_only", message=reason)] if reason else []
    signals += [
        Signal(kind="incomplete", message=said("part of the search failed: {error}", error=error.told))
        for error in failures
    ]
    return rankings, signals


def _rank_by_names(
    index: PassageIndex, words: str, embedder: Embedder | LexicalOnly, filters: Filters, deadline: Deadline
) -> tuple[dict[str, list[Hit]], list[Signal]]:
    """The same searches with more words; what was found without them stands if they fail."""
    try:
        rankings, _ = _rank(index, words, embedder, filters, deadline)
    except ToolError as error:
        return {}, [
            Signal(
                kind="incomplete",
                message=said("names in the best passage were not followed: {error}", error=error.told),
            )
        ]
    return {f"{component}_names": hits for component, hits in rankings.items()}, []


def _reranked(
    words: str, candidates: list[Candidate], reranker: str, deadline: Deadline
) -> tuple[list[Candidate], list[Signal]]:
    """Candidates in the cross-encoder's order, or as they were with the reason."""
    try:
        return rerank(words, candidates, open_reranker(reranker), deadline), []
    except ToolError as error:
        return candidates, [
            Signal(kind="incomplete", message=said("the passages were not reranked: {error}", error=error.told))
        ]


def _why_lexical(index: PassageIndex, words: str, embedder: Embedder | LexicalOnly) -> str:
    if isinstance(embedder, LexicalOnly):
        return embedder.reason
    if not index.manifest.dimensions:
        return said("searching by words only: the index holds no embeddings; rebuild it to search by meaning")
    language = detect_language(words) or ""
    if not embedder.knows(language):
        return said(
            "searching by words only: the embedding model does not know the question's language ({language})",
            language=language,
        )
    return ""


def _spread(candidates: Sequence[Candidate], limit: int) -> list[Candidate]:
    """The best candidates, no document taking more than half the places while others wait."""
    most = math.ceil(limit / 2)
    taken: dict[str, int] = {}
    first: list[Candidate] = []
    later: list[Candidate] = []
    for candidate in candidates:
        count = taken[candidate.passage.document] = taken.get(candidate.passage.document, 0) + 1
        (first if count <= most else later).append(candidate)
    return in_order([*first, *later][:limit])


def _found(
    candidate: Candidate, editions: Editions, repeated: dict[str, list[str]], oldest: date | None
) -> FoundPassage:
    passage = candidate.passage
    warnings = [f"injection_suspected: {what}" for what in find_injections(passage.search_text)]
    if newer := editions.newer.get(passage.document):
        warnings.append(f"superseded_by: {newer}")
    if same := repeated.get(passage.id):
        warnings.append(f"repeated_in: {', '.join(same)}")
    if stale := stale_warning(passage.date, oldest):
        warnings.append(stale)
    scores = {name: round(score, 6) for name, score in candidate.scores.items()}
    return FoundPassage(
        passage=passage, scores=scores, superseded=editions.older(passage.document), warnings=tuple(warnings)
    )


def _about(found: Sequence[FoundPassage], tried: str) -> list[Signal]:
    if not found:
        return [Signal(kind="nothing_found", message=said("Nothing relevant was found: {tried}.", tried=tried))]
    return warning_signals([(hit.passage.document, hit.passage.id, text) for hit in found for text in hit.warnings])


def _tried(
    words: str, documents: int, rankings: dict[str, list[Hit]], filters: Filters, candidates: Sequence[Candidate]
) -> str:
    ways = " and ".join({"bm25": "by words", "cosine": "by meaning"}[name] for name in rankings)
    limits = filters.model_dump(mode="json", exclude={"access"}, exclude_defaults=True)
    best = max((candidate.scores.get("cosine", 0.0) for candidate in candidates), default=0.0)
    nearest = f", nearest cosine {best:.2f}" if "cosine" in rankings else ""
    return (
        f'"{words}" {ways} over {documents} documents'
        + (f" with {limits}" if limits else "")
        + f"; {len(candidates)} candidates{nearest}"
    )
