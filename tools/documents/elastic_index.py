"""The index on an Elasticsearch server: one Elasticsearch index for each document index."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any, TypeVar

from tools.deadline import Deadline
from tools.documents.elastic_layout import (
    CARD_FIELDS,
    UNSEEN,
    card_of,
    conditions_of,
    outdated_query,
    passage_of,
    passages_mapping,
    source_of,
)
from tools.documents.embedding import Vector
from tools.documents.index import (
    FIELDS,
    DocumentCard,
    Filters,
    Hit,
    IndexUnusable,
    Manifest,
    SearchFailed,
    check_manifest,
    digests_of,
)
from tools.documents.passages import Passage

if TYPE_CHECKING:
    from elasticsearch import Elasticsearch

T = TypeVar("T")

_SECONDS = 30.0
_REMOVED_AT_ONCE = 200
"""Documents; the server limits a query's clauses."""
_CARDS_SECONDS = 30.0
"""How long another process's changes to the list of documents may go unseen."""


class ElasticIndex:
    """Passages in an index of an Elasticsearch 8 server."""

    def __init__(
        self,
        url: str,
        name: str,
        wanted: Manifest,
        *,
        api_key: str | None = None,
        ca: str | None = None,
        rebuild: bool = False,
    ) -> None:
        """Open or create the index; raises IndexUnusable when the server refuses, IndexMismatch when made differently.

        `ca` is the path of the certificate authority's file that the server is checked with.
        """
        self._name = name
        self._cards: tuple[DocumentCard, ...] | None = None
        self._cards_until = 0.0
        self._client = _opening(lambda: _connect(url, api_key, ca))
        self._manifest = _opening(lambda: _open(self._client, name, wanted, rebuild))
        check_manifest(self._manifest, wanted, f"The index {name}")

    @property
    def manifest(self) -> Manifest:
        """How this index was made."""
        return self._manifest

    def add(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Add passages, or put them in place of those with the same ids; a vector for each or none at all."""
        from elasticsearch.helpers import BulkIndexError, bulk

        pairs = zip(passages, vectors or repeat(None, len(passages)), strict=True)
        actions = [{"_index": self._name, "_id": p.id, "_source": source_of(p, vector)} for p, vector in pairs]
        try:
            _writing(self._name, lambda: bulk(self._client, actions))
        except BulkIndexError as error:
            raise IndexUnusable(f"The index {self._name} refused passages: {error.errors[0]}") from error
        self._cards = None

    def replace(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Put passages in place of all that the index holds of other editions of their documents.

        First passages are written last, so that a write cut short is seen as not done.
        """
        pairs = list(zip(passages, vectors or repeat(None, len(passages)), strict=True))
        later = [pair for pair in pairs if pair[0].position]
        first = [pair for pair in pairs if not pair[0].position]
        self._add_pairs(later)
        digests = list(digests_of(passages).items())
        for start in range(0, len(digests), _REMOVED_AT_ONCE):
            self._remove_outdated(dict(digests[start : start + _REMOVED_AT_ONCE]))
        self._add_pairs(first)

    def remove(self, documents: Iterable[str]) -> None:
        """Remove all passages of these documents."""
        gone = list(documents)
        if not gone:
            return
        self.refresh()
        _writing(
            self._name,
            lambda: self._client.delete_by_query(index=self._name, query={"terms": {"document": gone}}, refresh=True),
        )
        self._cards = None

    def refresh(self) -> None:
        """Make all changes searchable."""
        _writing(self._name, lambda: self._client.indices.refresh(index=self._name))
        self._cards = None

    def documents(self) -> Sequence[DocumentCard]:
        """One card for each document, ordered by id."""
        if self._cards is None or time.monotonic() > self._cards_until:
            rows = self._scan({"term": {"position": 0}}, CARD_FIELDS)
            self._cards = tuple(sorted(map(card_of, rows), key=lambda card: card.id))
            self._cards_until = time.monotonic() + _CARDS_SECONDS
        return self._cards

    def passages_of(self, document: str) -> Sequence[Passage]:
        """A document's passages in reading order; empty when there is no such document."""
        rows = self._scan({"term": {"document": document}}, list(Passage.model_fields))
        return sorted(map(passage_of, rows), key=lambda passage: passage.position)

    def vectors_of(self, document: str) -> Mapping[str, Vector]:
        """The vectors of a document's passages by their search text."""
        rows = self._scan({"term": {"document": document}}, [*Passage.model_fields, "vector"])
        return {passage_of(row).search_text: row["vector"] for row in rows if row.get("vector")}

    def written(self, document: str, digest: str) -> int:
        """How many passages of an edition of a document are there, the first not counted."""
        edition = [{"term": {"document": document}}, {"term": {"digest": digest}}, {"range": {"position": {"gt": 0}}}]
        self.refresh()
        return int(_reading(lambda: self._client.count(index=self._name, query={"bool": {"filter": edition}}))["count"])

    def lexical(self, query: str, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages that share words with a query, best BM25 first."""
        match = {"multi_match": {"query": query, "fields": list(FIELDS), "type": "most_fields"}}
        asked = {"bool": {"must": match, "filter": conditions_of(filters)}}
        return self._hits(deadline, lambda score: score, query=asked, size=limit)

    def nearest(self, vector: Vector, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages whose vectors are nearest, highest cosine first."""
        knn = {
            "field": "vector",
            "query_vector": vector,
            "k": limit,
            "num_candidates": min(10_000, max(200, 4 * limit)),
            "filter": conditions_of(filters),
        }
        # Elasticsearch scores cosine similarity as (1 + cosine) / 2.
        return self._hits(deadline, lambda score: 2 * score - 1, knn=knn, size=limit)

    def count(self) -> int:
        """The number of passages."""
        return int(_reading(lambda: self._client.count(index=self._name))["count"])

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _add_pairs(self, pairs: Sequence[tuple[Passage, Vector | None]]) -> None:
        vectors = [vector for _, vector in pairs if vector is not None]
        self.add([passage for passage, _ in pairs], vectors or None)

    def _remove_outdated(self, digests: Mapping[str, str]) -> None:
        outdated = outdated_query(digests)
        if _reading(lambda: self._client.count(index=self._name, query=outdated))["count"]:
            # Conflicts are with passages that were written over just before, which stay.
            _writing(
                self._name,
                lambda: self._client.delete_by_query(
                    index=self._name, query=outdated, conflicts="proceed", refresh=True
                ),
            )

    def _scan(self, query: Mapping[str, Any], fields: list[str]) -> Iterator[dict[str, Any]]:
        from elasticsearch.helpers import scan

        body = {"query": query, "_source": fields}
        rows = _reading(lambda: list(scan(self._client, index=self._name, query=body)))
        return (row["_source"] for row in rows)

    def _hits(self, deadline: Deadline, rescale: Callable[[float], float], **asked: Any) -> list[Hit]:
        from elasticsearch import ApiError, TransportError

        deadline.check()
        client = self._client.options(request_timeout=max(0.05, deadline.within(_SECONDS)))
        try:
            answer = client.search(index=self._name, source_excludes=UNSEEN, **asked)
        except (ApiError, TransportError) as error:
            deadline.check()
            raise SearchFailed(f"The document index did not answer ({_brief(error)}); try other words.") from error
        rows = answer["hits"]["hits"]
        hits = [Hit(passage=passage_of(row["_source"]), score=round(rescale(row["_score"]), 6)) for row in rows]
        return sorted(hits, key=lambda hit: (-hit.score, hit.passage.id))


def _connect(url: str, api_key: str | None, ca: str | None) -> "Elasticsearch":
    from elasticsearch import Elasticsearch

    trust: Any = {"ca_certs": ca} if ca else {}
    return Elasticsearch(url, api_key=api_key, request_timeout=_SECONDS, max_retries=0, **trust)


def _open(client: "Elasticsearch", name: str, wanted: Manifest, rebuild: bool) -> Manifest:
    if rebuild:
        client.indices.delete(index=name, ignore_unavailable=True)
    if not client.indices.exists(index=name):
        client.indices.create(index=name, **passages_mapping(wanted))
        return wanted
    mappings = client.indices.get_mapping(index=name)[name]["mappings"]
    if "manifest" not in mappings.get("_meta", {}):
        raise IndexUnusable(f"The Elasticsearch index {name} is not one of ours; choose another `name`.")
    return Manifest.model_validate(mappings["_meta"]["manifest"])


def _opening(action: Callable[[], T]) -> T:
    from elastic_transport import TlsError
    from elasticsearch import ApiError, AuthenticationException, AuthorizationException, TransportError

    try:
        return action()
    except AuthenticationException as error:
        raise IndexUnusable(f"Elasticsearch refused the credentials ({_brief(error)}); check `api_key_env`.") from error
    except AuthorizationException as error:
        raise IndexUnusable("Elasticsearch refused: the key has no rights on this index; check `name`.") from error
    except TlsError as error:
        raise IndexUnusable("Elasticsearch's certificate is not trusted; check the file named by `ca_env`.") from error
    except (ApiError, TransportError, ValueError) as error:
        raise IndexUnusable(f"Elasticsearch cannot be used ({_brief(error)}); check the URL in `url_env`.") from error


def _writing(name: str, action: Callable[[], T]) -> T:
    from elasticsearch import ApiError, TransportError

    try:
        return action()
    except (ApiError, TransportError) as error:
        raise IndexUnusable(f"The Elasticsearch index {name} cannot be used: {_brief(error)}") from error


def _reading(action: Callable[[], T]) -> T:
    from elasticsearch import ApiError, TransportError
    from elasticsearch.helpers import ScanError

    try:
        return action()
    except (ApiError, TransportError, ScanError) as error:
        raise SearchFailed(f"The document index did not answer ({_brief(error)}); go on without it.") from error


def _brief(error: Exception) -> str:
    """An error without its own text, which may hold the server's address and credentials in it."""
    status = getattr(error, "status_code", None)
    return f"{type(error).__name__}, status {status}" if status else type(error).__name__
