"""What of an index an asker may read: the same rules as the crew's own searches."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from crew.configuration.nearest import did_you_mean
from crew.errors import WrongInput
from tools.asker import Asker
from tools.deadline import Deadline

if TYPE_CHECKING:
    from crew.sources import OpenIndex
    from tools.documents.index import DocumentCard, PassageIndex
    from tools.documents.passages import Passage
    from tools.documents.search import SearchResult

_SECONDS = 30


def readable_documents(index: "PassageIndex", asker: Asker, deadline: Deadline | None = None) -> list["DocumentCard"]:
    """The cards of the documents the asker may read."""
    from tools.documents.index import access_of, may_read

    return [card for card in index.documents(deadline) if may_read(card.access, access_of(asker))]


def readable_passages(index: "PassageIndex", document: str, asker: Asker) -> Sequence["Passage"]:
    """A document's passages in reading order; raises WrongInput when there is no such document for the asker."""
    from tools.documents.index import access_of, may_read

    passages = [each for each in index.passages_of(document) if may_read(each.access, access_of(asker))]
    if not passages:
        names = [card.id for card in readable_documents(index, asker)]
        raise WrongInput(f"There is no document `{document}` that you may read. {did_you_mean(document, names)}")
    return passages


def search_passages(opened: "OpenIndex", words: str, *, asker: Asker, today: date, limit: int) -> "SearchResult":
    """Search an index as the crew would for an asker on a day."""
    from tools.documents.search import search

    return search(
        opened.index,
        words,
        embedder=opened.embedder,
        asker=asker,
        today=today,
        deadline=Deadline(_SECONDS),
        spec=opened.spec,
        limit=limit,
    )
