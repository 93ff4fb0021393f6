"""Opening a domain's index as its spec says."""

from dataclasses import dataclass
from pathlib import Path

from tools.documents.elastic_server import Server
from tools.documents.embedding import Embedder, LexicalOnly
from tools.documents.index import Manifest, ModelChanged, PassageIndex
from tools.documents.open_embedder import open_embedder
from tools.documents.specs import IndexSpec


@dataclass(frozen=True)
class OpenIndex:
    """An index and the embedder it is searched with, ready to be searched and added to."""

    index: PassageIndex
    embedder: Embedder | LexicalOnly


def open_index(
    spec: IndexSpec,
    place: Path | Server,
    embedder: Embedder | LexicalOnly | None = None,
    *,
    create: bool = True,
    however_made: bool = False,
    or_by_words: bool = False,
) -> OpenIndex:
    """Open or create an index in a folder or on a server; without `create` a server's index must be there.

    Raises IndexMismatch when it was made in another format or with another model, unless `however_made`; with
    `or_by_words` one made with another model is searched by words. Raises IndexMissing, and IndexUnusable when it
    cannot be opened. The messages are for people.
    """
    wished = embedder or open_embedder(spec.embedder)
    if however_made:
        return OpenIndex(_opened(place, None, create), wished)
    try:
        return OpenIndex(_opened(place, manifest_for(wished), create), wished)
    except ModelChanged as error:
        if not or_by_words:
            raise
        by_words = LexicalOnly(f"searching by words only: {error}", "Run `crosscheck documents reindex`.")
        return OpenIndex(_opened(place, manifest_for(by_words), create), by_words)


def manifest_for(embedder: Embedder | LexicalOnly) -> Manifest:
    """How an index is made that is to be searched with an embedder."""
    return Manifest(model=embedder.name, revision=embedder.revision, dimensions=embedder.dimensions)


def _opened(place: Path | Server, wanted: Manifest | None, create: bool) -> PassageIndex:
    if isinstance(place, Server):
        from tools.documents.elastic_index import open_elastic

        return open_elastic(place, wanted, create=create)
    from tools.documents.lance_index import LanceIndex

    return LanceIndex(place, wanted)
