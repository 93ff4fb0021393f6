"""The index on an Elasticsearch server: an alias, and behind it one generation of the index."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import repeat
from typing import Any

from tools.deadline import Deadline
from tools.documents.elastic_bulk import BulkWriter
from tools.documents.elastic_calls import Calls
from tools.documents.elastic_generations import Generation, create_first, create_next, current, switch
from tools.documents.elastic_health import health_of
from tools.documents.elastic_layout import (
    CARD_FIELDS,
    UNSEEN,
    card_of,
    conditions_of,
    outdated_query,
    passage_of,
    source_of,
)
from tools.documents.elastic_requests import Requests
from tools.documents.elastic_server import Server, connect, opening
from tools.documents.embedding import Vector
from tools.documents.index import (
    FIELDS,
    DocumentCard,
    Filters,
    Health,
    Hit,
    IndexMissing,
    Manifest,
    PassagesRefused,
    check_manifest,
    check_writable,
    digests_of,
)
from tools.documents.passages import Passage

_REMOVED_AT_ONCE = 200
"""Documents; the server limits a query's clauses."""
_CARDS_SECONDS = 30.0
"""How long another process's changes to the list of documents may go unseen."""
_CANDIDATES = 10_000
"""The most that the server compares in one search by vector."""


def open_elastic(server: Server, wanted: Manifest | None, *, create: bool = True) -> "ElasticIndex":
    """Open an index, or create it; raises IndexUnusable when the server refuses, IndexMismatch when made differently.

    Without `create`, raises IndexMissing where there is none. None in `wanted` takes an index however it was made.
    """
    calls = Calls(connect(server))
    try:
        found = opening(server, lambda: calls.read(lambda client: current(client, server.name)))
        if found is None:
            if not create or wanted is None:
                raise IndexMissing(f"There is no index {server.name} on Elasticsearch at {server.place} yet.")
            first = wanted
            found = opening(server, lambda: calls.write(lambda client: create_first(client, server.name, first)))
        if wanted is not None:
            check_manifest(found.manifest, wanted, f"The index {server.name}")
    except BaseException:
        calls.client.close()
        raise
    return ElasticIndex(calls, server, found)


class ElasticIndex:
    """Passages in an index of an Elasticsearch 8 server; what `open_elastic` gives.

    It stays with the generation it was opened with until that is gone, so that how the index was made is always known.
    """

    def __init__(self, calls: Calls, server: Server, generation: Generation) -> None:
        self._requests = Requests(calls, server, generation)
        self._opened_as = generation.manifest
        self._bulk = BulkWriter(calls)
        self._cards: tuple[DocumentCard, ...] | None = None
        self._cards_of = ""
        self._cards_until = 0.0

    @property
    def manifest(self) -> Manifest:
        """How this index was made."""
        return self._requests.generation.manifest

    def add(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Add passages, or put them in place of those with the same ids; a vector for each or none at all."""
        refused = self._add(list(zip(passages, vectors or repeat(None, len(passages)), strict=True)))
        if refused:
            raise PassagesRefused(refused)

    def replace(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Put passages in place of all that the index holds of other editions of their documents.

        First passages are written last, so that a write cut short is seen as not done.
        """
        pairs = list(zip(passages, vectors or repeat(None, len(passages)), strict=True))
        refused = self._add([pair for pair in pairs if pair[0].position])
        digests = [(name, digest) for name, digest in digests_of(passages).items() if name not in refused]
        for start in range(0, len(digests), _REMOVED_AT_ONCE):
            self._remove_outdated(dict(digests[start : start + _REMOVED_AT_ONCE]))
        refused |= self._add([(p, v) for p, v in pairs if not p.position and p.document not in refused])
        if refused:
            raise PassagesRefused(refused)

    def remove(self, documents: Iterable[str]) -> None:
        """Remove all passages of these documents."""
        gone = list(documents)
        if not gone:
            return
        self.refresh()
        for start in range(0, len(gone), _REMOVED_AT_ONCE):
            self._delete({"terms": {"document": gone[start : start + _REMOVED_AT_ONCE]}})
        self._cards = None

    def refresh(self) -> None:
        """Make all changes searchable."""
        self._requests.write(lambda client, index: client.indices.refresh(index=index))
        self._cards = None

    def documents(self, deadline: Deadline | None = None) -> Sequence[DocumentCard]:
        """One card for each document, ordered by id."""
        is_fresh = self._cards_of == self._requests.generation.name and time.monotonic() < self._cards_until
        if self._cards is None or not is_fresh:
            rows = self._requests.scan({"term": {"position": 0}}, CARD_FIELDS, deadline)
            self._cards = tuple(sorted(map(card_of, rows), key=lambda card: card.id))
            self._cards_of = self._requests.generation.name
            self._cards_until = time.monotonic() + _CARDS_SECONDS
        return self._cards

    def passages_of(self, document: str, deadline: Deadline | None = None) -> Sequence[Passage]:
        """A document's passages in reading order; empty when there is no such document."""
        rows = self._requests.scan({"term": {"document": document}}, list(Passage.model_fields), deadline)
        return sorted(map(passage_of, rows), key=lambda passage: passage.position)

    def vectors_of(self, document: str) -> Mapping[str, Vector]:
        """The vectors of a document's passages by their search text."""
        rows = self._requests.scan({"term": {"document": document}}, [*Passage.model_fields, "vector"], None)
        return {passage_of(row).search_text: row["vector"] for row in rows if row.get("vector")}

    def written(self, document: str, digest: str, *, embedded: bool) -> int:
        """How many passages of an edition of a document are there, the first not counted; `embedded`, with vectors."""
        edition = [{"term": {"document": document}}, {"term": {"digest": digest}}, {"range": {"position": {"gt": 0}}}]
        edition += [{"term": {"has_vector": True}}] if embedded else []
        self.refresh()
        return self._requests.count({"bool": {"filter": edition}})

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
            "num_candidates": min(_CANDIDATES, max(200, 4 * limit)),
            "filter": conditions_of(filters),
        }
        # Elasticsearch scores cosine similarity as (1 + cosine) / 2.
        return self._hits(deadline, lambda score: 2 * score - 1, self._opened_as, knn=knn, size=limit)

    def count(self) -> int:
        """The number of passages."""
        return self._requests.count({"match_all": {}})

    @contextmanager
    def replacement(self, wanted: Manifest) -> "Iterator[_Replacement]":
        """A new generation behind the same alias; the block's end discards it unless it has taken over."""
        made = self._requests.change(lambda client, _: create_next(client, self._requests.server.name, wanted))
        new = _Replacement(self, ElasticIndex(self._requests.calls, self._requests.server, made))
        try:
            yield new
        finally:
            if not new.is_in_place:
                self._requests.change(lambda client, _: client.indices.delete(index=made.name, ignore_unavailable=True))
                self.let_write(True)

    def let_write(self, is_allowed: bool) -> None:
        """Let everyone write to this generation, or nobody."""
        settings = {"index.blocks.write": None if is_allowed else True}
        self._requests.change(lambda client, index: client.indices.put_settings(index=index, settings=settings))

    def give_way(self, new: "ElasticIndex") -> None:
        """Let the alias lead to a new generation, and remove this one."""
        ours, theirs = self._requests, new._requests
        ours.change(lambda client, _: switch(client, ours.server.name, ours.generation, theirs.generation))

    def health(self) -> Health:
        """How the index is; never raises."""
        return health_of(self._requests.calls, self._requests.server, self._requests.generation)

    def notes(self) -> Sequence[str]:
        """What went wrong since the last look and was got over."""
        return self._requests.calls.notes()

    def close(self) -> None:
        """Close the connections."""
        self._requests.calls.client.close()

    def _add(self, pairs: Sequence[tuple[Passage, Vector | None]]) -> dict[str, str]:
        """Write passages; returns why the server refused any, by document."""
        self._cards = None
        passages = {passage.id: passage for passage, _ in pairs}
        actions = [(passage.id, source_of(passage, vector)) for passage, vector in pairs]
        has_vectors = any(vector for _, vector in pairs)

        def write() -> dict[str, str]:
            if has_vectors:
                check_writable(self.manifest, self._opened_as)
            return self._bulk.write(self._requests.generation.name, actions)

        refused = self._requests.moving(write)
        told: dict[str, str] = {}
        for name, reason in refused.items():
            told.setdefault(passages[name].document, f"the index refused passage {passages[name].position}: {reason}")
        return told

    def _remove_outdated(self, digests: Mapping[str, str]) -> None:
        outdated = outdated_query(digests)
        if self._requests.count(outdated):
            self._delete(outdated)

    def _delete(self, query: Mapping[str, Any]) -> None:
        # Conflicts are with passages that were written over just before, which stay.
        self._requests.write(
            lambda client, index: client.delete_by_query(index=index, query=query, conflicts="proceed", refresh=True)
        )

    def _hits(
        self, deadline: Deadline, rescale: Callable[[float], float], made_as: Manifest | None = None, **asked: Any
    ) -> list[Hit]:
        rows = self._requests.search(deadline, made_as, source_excludes=UNSEEN, **asked)
        hits = [Hit(passage=passage_of(row["_source"]), score=round(rescale(row["_score"]), 6)) for row in rows]
        return sorted(hits, key=lambda hit: (-hit.score, hit.passage.id))


class _Replacement:
    """A generation that takes the place of another when it is whole."""

    def __init__(self, old: ElasticIndex, new: ElasticIndex) -> None:
        self._old = old
        self._new = new
        self.is_in_place = False

    @property
    def index(self) -> ElasticIndex:
        """The new generation."""
        return self._new

    def freeze(self) -> None:
        """Let nobody write to the old generation any more."""
        self._old.let_write(False)

    def take_over(self) -> None:
        """Let the alias lead to the new generation from now on, and remove the old one."""
        self._old.give_way(self._new)
        self.is_in_place = True
