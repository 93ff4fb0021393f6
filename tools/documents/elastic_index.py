"""The index on an Elasticsearch server: one Elasticsearch index for each document index."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

from tools.deadline import Deadline
from tools.documents.elastic_client import SECONDS, brief, connect, open_manifest, opening, reading, writing
from tools.documents.elastic_layout import (
    CARD_FIELDS,
    UNSEEN,
    card_of,
    conditions_of,
    outdated_query,
    passage_of,
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
        self._client = opening(lambda: connect(url, api_key, ca))
        self._manifest = opening(lambda: open_manifest(self._client, name, wanted, rebuild))
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
            writing(self._name, lambda: bulk(self._client, actions))
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
        writing(
            self._name,
            lambda: self._client.delete_by_query(index=self._name, query={"terms": {"document": gone}}, refresh=True),
        )
        self._cards = None

    def refresh(self) -> None:
        """Make all changes searchable."""
        writing(self._name, lambda: self._client.indices.refresh(index=self._name))
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
        return int(reading(lambda: self._client.count(index=self._name, query={"bool": {"filter": edition}}))["count"])

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
        return int(reading(lambda: self._client.count(index=self._name))["count"])

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _add_pairs(self, pairs: Sequence[tuple[Passage, Vector | None]]) -> None:
        vectors = [vector for _, vector in pairs if vector is not None]
        self.add([passage for passage, _ in pairs], vectors or None)

    def _remove_outdated(self, digests: Mapping[str, str]) -> None:
        outdated = outdated_query(digests)
        if reading(lambda: self._client.count(index=self._name, query=outdated))["count"]:
            # Conflicts are with passages that were written over just before, which stay.
            writing(
                self._name,
                lambda: self._client.delete_by_query(
                    index=self._name, query=outdated, conflicts="proceed", refresh=True
                ),
            )

    def _scan(self, query: Mapping[str, Any], fields: list[str]) -> Iterator[dict[str, Any]]:
        from elasticsearch.helpers import scan

        body = {"query": query, "_source": fields}
        rows = reading(lambda: list(scan(self._client, index=self._name, query=body)))
        return (row["_source"] for row in rows)

    def _hits(self, deadline: Deadline, rescale: Callable[[float], float], **asked: Any) -> list[Hit]:
        from elasticsearch import ApiError, TransportError

        deadline.check()
        client = self._client.options(request_timeout=max(0.05, deadline.within(SECONDS)))
        try:
            answer = client.search(index=self._name, source_excludes=UNSEEN, **asked)
        except (ApiError, TransportError) as error:
            deadline.check()
            raise SearchFailed(f"The document index did not answer ({brief(error)}); try other words.") from error
        rows = answer["hits"]["hits"]
        hits = [Hit(passage=passage_of(row["_source"]), score=round(rescale(row["_score"]), 6)) for row in rows]
        return sorted(hits, key=lambda hit: (-hit.score, hit.passage.id))
