"""Opening a domain's index as its spec says."""

from dataclasses import dataclass
from pathlib import Path

from tools.documents.elastic_server import Server
from tools.documents.embedding import Embedder, LexicalOnly, SentenceEmbedder, open_embedder
from tools.documents.index import Manifest, PassageIndex
from tools.documents.specs import IndexSpec


@dataclass(frozen=True)
class OpenIndex:
    """An index and the embedder it was made with, ready to be searched and added to."""

    index: PassageIndex
    embedder: SentenceEmbedder | LexicalOnly


def open_index(spec: IndexSpec, place: Path | Server, *, create: bool = True, however_made: bool = False) -> OpenIndex:
    """Open or create an index in a folder or on a server; without `create` a server's index must be there.

    Raises IndexMismatch when it was made in another format or with another model, unless `however_made`, IndexMissing,
    and IndexUnusable when it cannot be opened. The messages are for people.
    """
    embedder = open_embedder(spec.embedder)
    wanted = None if however_made else manifest_for(embedder)
    if isinstance(place, Server):
        from tools.documents.elastic_index import open_elastic

        return OpenIndex(open_elastic(place, wanted, create=create), embedder)
    from tools.documents.lance_index import LanceIndex

    return OpenIndex(LanceIndex(place, wanted), embedder)


def manifest_for(embedder: Embedder | LexicalOnly) -> Manifest:
    """How an index is made that is to be searched with an embedder."""
    return Manifest(model=embedder.name, dimensions=embedder.dimensions)
