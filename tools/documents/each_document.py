"""A search over a set of documents: the best passages of every one, and what of the set was not heard."""

from collections.abc import Sequence

from tools.documents.content_words import content_words
from tools.documents.editions import readable_cards
from tools.documents.index import DocumentCard, Filters, access_of
from tools.documents.search import SearchResult
from tools.documents.search_evidence import Attempt, Library, Searched, search_evidence
from tools.documents.signals import Signal
from tools.evidence import NothingFound, PassageEvidence

_MOST_DOCUMENTS = 30
_OF_EACH = 2
_NAMED = 10


def search_each_document(
    library: Library, words: str, of: str, *, filters: Filters | None = None, limit: int | None = None
) -> Searched:
    """Search each document whose title or path has the words `of`, the newest edition only; `limit` counts for each.

    A signal says how many such documents there are, which of them say nothing about it, and how many were not read.
    """
    filters = filters or Filters()
    cards = _called(library, of)
    heard: list[tuple[DocumentCard, Searched]] = []
    for card in cards[:_MOST_DOCUMENTS]:
        only = filters.model_copy(update={"documents": (card.id,)})
        heard.append((card, search_evidence(library, words, filters=only, limit=limit or _OF_EACH)))
    evidence = tuple(e for _, found in heard for e in found.evidence if isinstance(e, PassageEvidence))
    passages = tuple(hit for _, found in heard for hit in found.result.passages)
    told = _coverage(of, cards, [card for card, found in heard if not found.result.passages])
    signals = {signal: None for _, found in heard for signal in found.result.signals if signal.kind != "nothing_found"}
    result = SearchResult(
        passages=passages,
        signals=(Signal(kind="covered", message=told), *signals),
        tried=f'"{words}" in each document called “{of}”',
    )
    nothing = NothingFound(source=library.source, retrieved_at=library.now, tried=result.tried, reason=told)
    attempt = Attempt(words=words, why=f"in each document called “{of}”", found=len(passages))
    return Searched(evidence=evidence or (nothing,), result=result, attempts=(attempt,))


def _called(library: Library, of: str) -> list[DocumentCard]:
    """The readable documents that bear the words in title or path, without superseded editions."""
    readable = readable_cards(library.index.documents(), access_of(library.asker))
    newer, wanted = readable.editions.newer, content_words(of)
    return [card for card in readable.cards if card.id not in newer and wanted <= content_words(_names_of(card))]


def _names_of(card: DocumentCard) -> str:
    return f"{card.title} {card.id}".replace("_", " ")


def _coverage(of: str, cards: Sequence[DocumentCard], silent: Sequence[DocumentCard]) -> str:
    if not cards:
        return f"No document is called “{of}”."
    read = min(len(cards), _MOST_DOCUMENTS)
    parts = [f"{len(cards)} documents are called “{of}”; passages were found in {read - len(silent)} of them"]
    if silent:
        names = ", ".join(f"“{card.title}”" for card in silent[:_NAMED])
        more = f" and {len(silent) - _NAMED} more" if len(silent) > _NAMED else ""
        parts.append(f"nothing about it in {names}{more}")
    if len(cards) > read:
        parts.append(f"{len(cards) - read} were not read")
    return "; ".join(parts) + "."
