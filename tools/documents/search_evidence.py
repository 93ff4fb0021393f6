"""What a search or a document fetched by id leaves as evidence."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.embedding import Embedder, LexicalOnly
from tools.documents.index import DocumentCard, Filters, PassageIndex, access_of, may_read
from tools.documents.injection import find_injections
from tools.documents.passages import Passage
from tools.documents.search import FoundPassage, SearchResult, search
from tools.documents.specs import IndexSpec
from tools.errors import ToolError
from tools.evidence import NothingFound, PassageEvidence
from tools.frozen import Frozen

_NEAREST = 5


class UnknownDocument(ToolError):
    """No document, or no section of it, of that name may be read by the asker."""


@dataclass(frozen=True)
class Library:
    """One index opened for one asker and one question: what the document tools work on.

    `source` is the index's name in the domain, `today` the day that age counts from, `now` the moment that evidence is
    stamped with.
    """

    source: str
    index: PassageIndex
    embedder: Embedder | LexicalOnly
    spec: IndexSpec
    asker: Asker
    today: date
    now: datetime
    deadline: Deadline


class Attempt(Frozen):
    """One wording that was searched for, why, and how many passages it found."""

    words: str
    why: str
    found: int


class Searched(Frozen):
    """A search's evidence, the search it came from with its signals, and all wordings that were tried, in order."""

    evidence: tuple[PassageEvidence | NothingFound, ...]
    result: SearchResult
    attempts: tuple[Attempt, ...] = ()


def search_evidence(
    library: Library,
    words: str,
    *,
    filters: Filters | None = None,
    limit: int | None = None,
    prefers_recent: bool = False,
) -> Searched:
    """Search, and put each passage, or that there was none, into evidence without a number yet."""
    result = search(
        library.index,
        words,
        embedder=library.embedder,
        asker=library.asker,
        today=library.today,
        deadline=library.deadline,
        spec=library.spec,
        filters=filters,
        limit=limit,
        prefers_recent=prefers_recent,
    )
    found = tuple(_passage_evidence(library, hit, words) for hit in result.passages)
    return Searched(evidence=found or (_nothing(library, result),), result=result)


def fetch_evidence(
    library: Library, document: str, section: str | None = None, limit: int = 20
) -> list[PassageEvidence]:
    """A document's passages in reading order, or those below one heading, by id or title; raises UnknownDocument.

    A document that the asker may not read is as unknown as one that does not exist.
    """
    library.deadline.check()
    passages = [
        p
        for p in library.index.passages_of(_id_of(library, document), library.deadline)
        if may_read(p.access, access_of(library.asker))
    ]
    if not passages:
        raise UnknownDocument(f"There is no document `{document}`. {_nearest(library, document)}")
    if section is not None:
        passages = _below(passages, section)
    return [_passage_evidence(library, _as_found(p), f"document:{document}") for p in passages[:limit]]


def _below(passages: Sequence[Passage], section: str) -> list[Passage]:
    wanted = section.casefold().strip()
    below = [p for p in passages if wanted in p.section.casefold()]
    if not below:
        names = ", ".join(f"`{name}`" for name in dict.fromkeys(p.section for p in passages if p.section))
        raise UnknownDocument(f"The document has no section `{section}`. Its sections: {names or 'none'}.")
    return below


def _id_of(library: Library, document: str) -> str:
    """The id of the document meant by an id or a title; raises UnknownDocument for a title that several have."""
    cards = _cards(library)
    if any(card.id == document for card in cards):
        return document
    titled = [card.id for card in cards if card.title.casefold() == document.strip().casefold()]
    if len(titled) > 1:
        raise UnknownDocument(f"Several documents are called `{document}`: {', '.join(f'`{i}`' for i in titled)}.")
    return titled[0] if titled else document


def _cards(library: Library) -> list[DocumentCard]:
    """The documents that the asker may read."""
    held = access_of(library.asker)
    return [card for card in library.index.documents(library.deadline) if may_read(card.access, held)]


def _nearest(library: Library, document: str) -> str:
    from rapidfuzz.process import extract

    names = [card.id for card in _cards(library)]
    nearest = [name for name, _, _ in extract(document, names, limit=_NEAREST)]
    return f"The nearest: {', '.join(f'`{name}`' for name in nearest)}." if nearest else "The index is empty."


def _as_found(passage: Passage) -> FoundPassage:
    warnings = tuple(f"injection_suspected: {what}" for what in find_injections(passage.search_text))
    return FoundPassage(passage=passage, scores={}, warnings=warnings)


def _passage_evidence(library: Library, found: FoundPassage, query: str) -> PassageEvidence:
    passage = found.passage
    shared = passage.model_dump(include={"document", "title", "section", "page", "date", "author", "text", "access"})
    return PassageEvidence(
        **shared,
        source=library.source,
        retrieved_at=library.now,
        passage=passage.id,
        scores=found.scores,
        query=query,
        superseded=found.superseded,
        warnings=found.warnings,
    )


def _nothing(library: Library, result: SearchResult) -> NothingFound:
    reasons = [signal.message for signal in result.signals if signal.kind != "nothing_found"]
    return NothingFound(source=library.source, retrieved_at=library.now, tried=result.tried, reason="; ".join(reasons))
