"""The index on an Elasticsearch server: one Elasticsearch index for each document index."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tools.deadline import Deadline
from tools.documents.elastic_mapping import passages_mapping
from tools.documents.embedding import Vector
from tools.documents.index import (
    EVERYONE,
    FIELDS,
    DocumentCard,
    Filters,
    Hit,
    IndexUnusable,
    Manifest,
    SearchFailed,
    check_manifest,
    field_of,
)
from tools.documents.passages import Passage

if TYPE_CHECKING:
    from elasticsearch import Elasticsearch

T = TypeVar("T")

_SECONDS = 30.0
_CARD_FIELDS = [*sorted(set(DocumentCard.model_fields) - {"id", "is_embedded"}), "document", "has_vector"]
_UNSEEN = [*FIELDS, "vector", "has_vector"]


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
        self._client = _opening(lambda: _connect(url, api_key, ca))
        self._manifest = _opening(lambda: _open(self._client, name, wanted, rebuild))
        check_manifest(self._manifest, wanted, f"The index {name}")

    @property
    def manifest(self) -> Manifest:
        """How this index was made."""
        return self._manifest

    def add(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Add passages, with a vector for each or with none at all."""
        from elasticsearch.helpers import BulkIndexError, bulk

        pairs = zip(passages, vectors, strict=True) if vectors else ((passage, None) for passage in passages)
        actions = ({"_index": self._name, "_id": p.id, "_source": self._source(p, vector)} for p, vector in pairs)
        try:
            _writing(self._name, lambda: bulk(self._client, actions))
        except BulkIndexError as error:
            raise IndexUnusable(f"The index {self._name} refused passages: {error.errors[0]}") from error
        self._cards = None

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
        if self._cards is None:
            rows = self._scan({"term": {"position": 0}}, _CARD_FIELDS)
            self._cards = tuple(sorted(map(_card, rows), key=lambda card: card.id))
        return self._cards

    def passages_of(self, document: str) -> Sequence[Passage]:
        """A document's passages in reading order; empty when there is no such document."""
        rows = self._scan({"term": {"document": document}}, list(Passage.model_fields))
        return sorted(map(_passage, rows), key=lambda passage: passage.position)

    def vectors_of(self, document: str) -> Mapping[str, Vector]:
        """The vectors of a document's passages by their search text."""
        rows = self._scan({"term": {"document": document}}, [*Passage.model_fields, "vector"])
        return {_passage(row).search_text: row["vector"] for row in rows if row.get("vector")}

    def lexical(self, query: str, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages that share words with a query, best BM25 first."""
        match = {"multi_match": {"query": query, "fields": list(FIELDS), "type": "most_fields"}}
        asked = {"bool": {"must": match, "filter": _conditions(filters)}}
        return self._hits(deadline, lambda score: score, query=asked, size=limit)

    def nearest(self, vector: Vector, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages whose vectors are nearest, highest cosine first."""
        knn = {
            "field": "vector",
            "query_vector": vector,
            "k": limit,
            "num_candidates": min(10_000, max(200, 4 * limit)),
            "filter": _conditions(filters),
        }
        # Elasticsearch scores cosine similarity as (1 + cosine) / 2.
        return self._hits(deadline, lambda score: 2 * score - 1, knn=knn, size=limit)

    def count(self) -> int:
        """The number of passages."""
        return int(_writing(self._name, lambda: self._client.count(index=self._name))["count"])

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _source(self, passage: Passage, vector: Vector | None) -> dict[str, Any]:
        source: dict[str, Any] = passage.model_dump(exclude_none=True)
        source["access"] = list(passage.access or (EVERYONE,))
        source[field_of(passage.language)] = passage.search_text
        source["has_vector"] = vector is not None
        return source | ({"vector": vector} if vector is not None else {})

    def _scan(self, query: Mapping[str, Any], fields: list[str]) -> Iterator[dict[str, Any]]:
        from elasticsearch.helpers import scan

        body = {"query": query, "_source": fields}
        rows = _writing(self._name, lambda: list(scan(self._client, index=self._name, query=body)))
        return (row["_source"] for row in rows)

    def _hits(self, deadline: Deadline, rescale: Callable[[float], float], **asked: Any) -> list[Hit]:
        from elasticsearch import ApiError, TransportError

        deadline.check()
        client = self._client.options(request_timeout=max(0.05, deadline.within(_SECONDS)))
        try:
            answer = client.search(index=self._name, source_excludes=_UNSEEN, **asked)
        except (ApiError, TransportError) as error:
            deadline.check()
            raise SearchFailed(f"The document index did not answer ({_brief(error)}); try other words.") from error
        rows = answer["hits"]["hits"]
        hits = [Hit(passage=_passage(row["_source"]), score=round(rescale(row["_score"]), 6)) for row in rows]
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
    from elasticsearch import ApiError, AuthenticationException, TransportError

    try:
        return action()
    except AuthenticationException as error:
        raise IndexUnusable(f"Elasticsearch refused the credentials ({_brief(error)}); check `api_key_env`.") from error
    except (ApiError, TransportError, ValueError) as error:
        raise IndexUnusable(f"Elasticsearch cannot be used ({_brief(error)}); check the URL in `url_env`.") from error


def _writing(name: str, action: Callable[[], T]) -> T:
    from elasticsearch import ApiError, TransportError

    try:
        return action()
    except (ApiError, TransportError) as error:
        raise IndexUnusable(f"The Elasticsearch index {name} cannot be used: {_brief(error)}") from error


def _brief(error: Exception) -> str:
    """An error without the server's address, which may hold credentials."""
    return f"{type(error).__name__} {getattr(error, 'error', '')}".strip()


def _passage(source: Mapping[str, Any]) -> Passage:
    known = {name: source[name] for name in Passage.model_fields if name in source}
    return Passage.model_validate(known | {"access": _access(source)})


def _card(source: Mapping[str, Any]) -> DocumentCard:
    known = {name: source[name] for name in DocumentCard.model_fields if name in source}
    return DocumentCard.model_validate(
        known | {"id": source["document"], "access": _access(source), "is_embedded": source["has_vector"]}
    )


def _access(source: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(tag for tag in source["access"] if tag != EVERYONE)


def _conditions(filters: Filters) -> list[dict[str, Any]]:
    conditions: list[dict[str, Any]] = []
    if filters.access is not None:
        conditions.append({"terms": {"access": [EVERYONE, *filters.access]}})
    if filters.document_types:
        conditions.append({"terms": {"type": list(filters.document_types)}})
    if filters.documents:
        conditions.append({"terms": {"document": list(filters.documents)}})
    bounds = {"gte": filters.since, "lte": filters.until}
    days = {bound: day.isoformat() for bound, day in bounds.items() if day}
    return [*conditions, {"range": {"date": days}}] if days else conditions
