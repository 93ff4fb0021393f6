#!/usr/bin/env python
"""How fast documents are loaded and searched, as ratios to what LanceDB and Elasticsearch do by themselves.

    scripts/bench/documents.py --passages 100000
    scripts/bench/documents.py --passages 100000 --elasticsearch http://127.0.0.1:9200

Passages are drawn from a vocabulary with word frequencies as in natural text, vectors around cluster centres: uniform
vectors have no neighbours and say nothing about an approximate index. Prints one JSON object a back end.
"""

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.index import Filters, Manifest, PassageIndex
from tools.documents.passages import Passage
from tools.documents.search import search

DIMENSIONS = 384
CENTRES = 1000
A_DOCUMENT = 10
A_TEXT = 60
"""Words."""
CHUNK = 50_000
BATCH = 51 * A_DOCUMENT
"""Passages; documents are written whole."""
LIMIT = 50
MANIFEST = Manifest(model="bench", dimensions=DIMENSIONS)


class Corpus:
    """Passages and their vectors, the same for the same seed."""

    def __init__(self, passages: int, seed: int = 1) -> None:
        self._random = np.random.default_rng(seed)
        self._words = np.array([f"{a}{b}{c}" for a in _SYLLABLES for b in _SYLLABLES for c in _SYLLABLES])
        weights = 1 / (np.arange(len(self._words)) + 10.0)
        self._steps = np.cumsum(weights / weights.sum())[:-1]
        centres = self._random.normal(size=(CENTRES, DIMENSIONS)).astype(np.float32)
        self.vectors = np.empty((passages, DIMENSIONS), dtype=np.float32)
        for start in range(0, passages, CHUNK):
            part = self.vectors[start : start + CHUNK]
            part[:] = centres[self._random.integers(CENTRES, size=len(part))]
            part += 0.6 * self._random.standard_normal(size=part.shape, dtype=np.float32)
            part /= np.linalg.norm(part, axis=1, keepdims=True)
        self.texts = [text for start in range(0, passages, CHUNK) for text in self._texts(min(CHUNK, passages - start))]

    def passages(self, start: int, stop: int) -> list[Passage]:
        """Some of them, ten to a document."""
        return [
            Passage(
                id=f"{i // A_DOCUMENT:07}.md#{i % A_DOCUMENT}",
                document=f"{i // A_DOCUMENT:07}.md",
                position=i % A_DOCUMENT,
                title=f"Note {i // A_DOCUMENT}",
                text=self.texts[i],
                type="md",
                language="en",
                date="2025-01-01",
                digest=str(i // A_DOCUMENT),
            )
            for i in range(start, min(stop, len(self.texts)))
        ]

    def questions(self, count: int) -> list[tuple[str, list[float]]]:
        """Words of a passage, and a vector near its own."""
        chosen = self._random.integers(len(self.texts), size=count)
        noise = 0.01 * self._random.normal(size=(count, DIMENSIONS))
        words = [" ".join(self._random.choice(self.texts[i].split(), size=6, replace=False)) for i in chosen]
        return list(zip(words, (self.vectors[chosen] + noise).tolist(), strict=True))

    def exact(self, vector: list[float], limit: int) -> set[int]:
        """The positions of the nearest passages."""
        return set(np.argpartition(-(self.vectors @ np.array(vector, dtype=np.float32)), limit)[:limit].tolist())

    def _texts(self, count: int) -> list[str]:
        drawn = np.searchsorted(self._steps, self._random.random(size=(count, A_TEXT)))
        return [" ".join(words) + "." for words in self._words[drawn].tolist()]


_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu")


class GivenVector:
    """Stands where the model is, so that only the index and the search are timed."""

    name = "bench"
    revision = ""
    dimensions = DIMENSIONS

    def __init__(self) -> None:
        self.vector: list[float] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """The vector of the question being asked, for any text."""
        return [self.vector for _ in texts]

    def embed_question(self, question: str) -> list[float]:
        """The vector of the question being asked."""
        return self.embed([question])[0]

    def knows(self, language: str) -> bool:
        """Any language."""
        return True


def measure(
    corpus: Corpus,
    index: PassageIndex,
    batch: int,
    bare_write: Callable[[list[Passage]], float],
    bare_search: Callable[..., None],
) -> dict[str, Any]:
    """Rates, times in milliseconds, ratios, and the recall of the approximate index at ten."""
    passages, written = len(corpus.texts), 0.0
    for start in range(0, passages, batch):
        some, vectors = corpus.passages(start, start + batch), corpus.vectors[start : start + batch].tolist()
        began = time.perf_counter()
        index.replace(some, vectors)
        written += time.perf_counter() - began
    began = time.perf_counter()
    index.refresh()
    refreshed = time.perf_counter() - began
    bare_rate = bare_write(corpus.passages(0, 20 * BATCH))
    questions = corpus.questions(60)
    ours, bare = _times(questions, _hybrid(index), bare_search)
    busy = time.process_time()
    _times(questions, _hybrid(index))
    busy = time.process_time() - busy
    (lexical,) = _times(questions, lambda words, _: index.lexical(words, Filters(), LIMIT, Deadline()))
    (nearest,) = _times(questions, lambda _, vector: index.nearest(vector, Filters(), LIMIT, Deadline()))
    return {
        "passages": passages,
        "written_a_second": round(passages / written),
        "bare_written_a_second": round(bare_rate),
        "writing_ratio": round(bare_rate * written / passages, 2),
        "refresh_seconds": round(refreshed, 1),
        "hybrid_ms": _quantiles(ours),
        "hybrid_processor_ms": round(1000 * busy / len(questions), 1),
        "lexical_ms": _quantiles(lexical),
        "nearest_ms": _quantiles(nearest),
        "bare_knn_and_bm25_ms": _quantiles(bare),
        "search_ratio_p50": round(float(np.median(ours) / np.median(bare)), 2),
        "search_ratio_p95": round(float(np.quantile(ours, 0.95) / np.quantile(bare, 0.95)), 2),
        "recall_at_10": _recall(corpus, index, questions),
        "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def _hybrid(index: PassageIndex) -> Callable[[str, list[float]], None]:
    embedder = GivenVector()

    def run(words: str, vector: list[float]) -> None:
        embedder.vector = vector
        search(index, words, embedder=embedder, asker=Asker(id="bench"), today=date(2025, 6, 1), deadline=Deadline(60))

    return run


def _times(questions: list[tuple[str, list[float]]], *ways: Callable[..., Any]) -> list[list[float]]:
    """Seconds for each question, a list for each way of asking, in turns; a third of the questions warm up before."""
    for words, vector in questions[: len(questions) // 3]:
        for ask in ways:
            ask(words, vector)
    times: list[list[float]] = [[] for _ in ways]
    for words, vector in questions:
        for ask, taken in zip(ways, times, strict=True):
            began = time.perf_counter()
            ask(words, vector)
            taken.append(time.perf_counter() - began)
    return times


def _quantiles(times: list[float]) -> dict[str, float]:
    return {f"p{q}": round(1000 * float(np.quantile(times, q / 100)), 1) for q in (50, 95)}


def _recall(corpus: Corpus, index: PassageIndex, questions: list[tuple[str, list[float]]]) -> float:
    shares = []
    for _, vector in questions:
        hits = index.nearest(vector, Filters(), LIMIT, Deadline())[:10]
        found = {int(h.passage.document[:7]) * A_DOCUMENT + h.passage.position for h in hits}
        shares.append(len(found & corpus.exact(vector, 10)) / 10)
    return round(float(np.mean(shares)), 3)


def lance(corpus: Corpus, batch: int) -> dict[str, Any]:
    """The embedded index against its own library."""
    import lancedb
    from lancedb.query import MatchQuery

    from tools.documents.lance_index import LanceIndex
    from tools.documents.lance_layout import row_of, table_schema

    with tempfile.TemporaryDirectory() as folder:
        index = LanceIndex(Path(folder) / "index", MANIFEST)

        def bare_write(passages: list[Passage]) -> float:
            bare = lancedb.connect(str(Path(folder) / "bare")).create_table("t", schema=table_schema(DIMENSIONS))
            rows = [row_of(p, v, MANIFEST) for p, v in zip(passages, corpus.vectors.tolist(), strict=False)]
            began = time.perf_counter()
            for start in range(0, len(rows), BATCH):
                bare.add(rows[start : start + BATCH])
            return len(rows) / (time.perf_counter() - began)

        @lru_cache
        def made() -> Any:
            """The table, opened after all was written: a handle sees what was there when it was opened."""
            return lancedb.connect(str(Path(folder) / "index")).open_table("passages")

        def bare_search(words: str, vector: list[float]) -> None:
            table = made()
            table.search(MatchQuery(words, column="english"), query_type="fts").limit(LIMIT).to_list()
            table.search(vector, vector_column_name="vector").distance_type("cosine").limit(LIMIT).to_list()

        return measure(corpus, index, batch, bare_write, bare_search)


def elasticsearch(corpus: Corpus, batch: int, url: str) -> dict[str, Any]:
    """The server against its own client."""
    from elasticsearch import Elasticsearch
    from elasticsearch.helpers import bulk

    from tools.documents.elastic_index import open_elastic
    from tools.documents.elastic_layout import passages_mapping, source_of
    from tools.documents.elastic_server import Server

    name = "crosscheck-bench"
    with Elasticsearch(url, request_timeout=120) as client:
        remove(client, name)
        index = open_elastic(Server(url=url, name=name), MANIFEST)

        def bare_write(passages: list[Passage]) -> float:
            client.indices.create(index=f"{name}-bare", **passages_mapping(MANIFEST))
            actions: Iterator[dict[str, Any]] = (
                {"_index": f"{name}-bare", "_id": p.id, "_source": source_of(p, v)}
                for p, v in zip(passages, corpus.vectors.tolist(), strict=False)
            )
            began = time.perf_counter()
            bulk(client, actions)
            return len(passages) / (time.perf_counter() - began)

        def bare_search(words: str, vector: list[float]) -> None:
            client.search(index=name, query={"match": {"english": words}}, size=LIMIT, source_excludes=["vector"])
            knn = {"field": "vector", "query_vector": vector, "k": LIMIT, "num_candidates": 4 * LIMIT}
            client.search(index=name, knn=knn, size=LIMIT, source_excludes=["vector"])

        try:
            return measure(corpus, index, batch, bare_write, bare_search)
        finally:
            remove(client, name)


def remove(client: Any, name: str) -> None:
    """Remove an index of ours, all its generations, and the bare one beside it."""
    found = list(client.indices.get(index=f"{name}.g*", features=["aliases"]))
    client.indices.delete(index=[*found, f"{name}-bare"], ignore_unavailable=True)


def main() -> None:
    """Measure the back ends asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--batch", type=int, default=BATCH, help="passages written together")
    parser.add_argument("--elasticsearch", metavar="URL", help="measure this server instead of the embedded index")
    arguments = parser.parse_args()
    corpus, batch = Corpus(arguments.passages), arguments.batch // A_DOCUMENT * A_DOCUMENT
    found = elasticsearch(corpus, batch, arguments.elasticsearch) if arguments.elasticsearch else lance(corpus, batch)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
