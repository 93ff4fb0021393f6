"""Opening a domain's index as its spec says."""

from dataclasses import dataclass
from pathlib import Path

from tools.documents.embedding import LexicalOnly, SentenceEmbedder, open_embedder
from tools.documents.index import Manifest, PassageIndex
from tools.documents.specs import IndexSpec


@dataclass(frozen=True)
class Server:
    """The Elasticsearch that an index lies on: what the environment holds for the spec's `…_env` keys."""

    url: str
    name: str
    api_key: str | None = None
    ca: str | None = None


@dataclass(frozen=True)
class OpenIndex:
    """An index and the embedder it was made with, ready to be searched and added to."""

    index: PassageIndex
    embedder: SentenceEmbedder | LexicalOnly


def open_index(spec: IndexSpec, place: Path | Server, *, rebuild: bool = False) -> OpenIndex:
    """Open or create an index in a folder or on a server; `rebuild` empties it first.

    Raises IndexMismatch when it was made in another format or with another model, and IndexUnusable when it cannot be
    opened. The messages are for people.
    """
    embedder = open_embedder(spec.embedder)
    wanted = Manifest(model=embedder.name, dimensions=embedder.dimensions)
    if isinstance(place, Server):
        from tools.documents.elastic_index import ElasticIndex

        return OpenIndex(
            ElasticIndex(place.url, place.name, wanted, api_key=place.api_key, ca=place.ca, rebuild=rebuild), embedder
        )
    from tools.documents.lance_index import LanceIndex

    return OpenIndex(LanceIndex(place, wanted, rebuild=rebuild), embedder)
