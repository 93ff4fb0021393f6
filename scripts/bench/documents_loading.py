#!/usr/bin/env python
"""How many passages a second are parsed, embedded and indexed, and how many are loaded where all of it is done.

    scripts/bench/documents_loading.py --passages 2000
    scripts/bench/documents_loading.py --passages 2000 --elasticsearch http://127.0.0.1:9200

Markdown files of ten sections each, a passage to a section. Prints one JSON object.
"""

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from scripts.bench.documents import A_DOCUMENT, BATCH, Corpus, remove
from tools.documents.document import Document
from tools.documents.embedding import Embedder, LexicalOnly
from tools.documents.index import PassageIndex
from tools.documents.ingest import add_documents
from tools.documents.loaders.folder import load_folder
from tools.documents.open_embedder import open_embedder
from tools.documents.opening import manifest_for
from tools.documents.passages import Passage, cut_passages

NAME = "crosscheck-bench"
EMBEDDED = 256
"""Passages embedded together."""


def measure(folder: Path, index: PassageIndex, whole: PassageIndex, embedder: Embedder) -> dict[str, Any]:
    """Rates of each stage on its own, and of `documents add` into an index of its own, refreshing included."""
    parsed, parsing = _timed(lambda: [passage for each in load_folder(folder) for passage in _cut(each)])
    embedder.embed(["A first text loads the model."])
    vectors, embedding = _timed(lambda: list(_embedded(parsed, embedder)))
    _, indexing = _timed(lambda: _index(index, parsed, vectors))
    report, loading = _timed(lambda: add_documents(whole, folder, embedder))
    return {
        "passages": len(parsed),
        "parsed_a_second": round(len(parsed) / parsing),
        "embedded_a_second": round(len(parsed) / embedding),
        "indexed_a_second": round(len(parsed) / indexing),
        "loaded_a_second": round(report.passages / loading),
        "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def write_files(folder: Path, passages: int) -> None:
    """Files of ten sections."""
    corpus = Corpus(passages)
    for start in range(0, passages, A_DOCUMENT):
        texts = enumerate(corpus.texts[start : start + A_DOCUMENT])
        sections = "".join(f"\n## Section {number}\n\n{text}\n" for number, text in texts)
        (folder / f"{start // A_DOCUMENT:07}.md").write_text(f"# Note {start // A_DOCUMENT}\n{sections}")


def _cut(document: object) -> list[Passage]:
    return cut_passages(document) if isinstance(document, Document) else []


def _embedded(passages: Sequence[Passage], embedder: Embedder) -> Iterator[list[float]]:
    for start in range(0, len(passages), EMBEDDED):
        yield from embedder.embed([passage.search_text for passage in passages[start : start + EMBEDDED]])


def _index(index: PassageIndex, passages: Sequence[Passage], vectors: Sequence[list[float]]) -> None:
    for start in range(0, len(passages), BATCH):
        index.replace(passages[start : start + BATCH], vectors[start : start + BATCH])
    index.refresh()


def _timed(action: Callable[[], Any]) -> tuple[Any, float]:
    began = time.perf_counter()
    result = action()
    return result, time.perf_counter() - began


@contextmanager
def _opened(place: Path, url: str | None, embedder: Embedder) -> Iterator[list[PassageIndex]]:
    """Two empty indexes."""
    if url is None:
        from tools.documents.lance_index import LanceIndex

        yield [LanceIndex(place / name, manifest_for(embedder)) for name in ("stages", "whole")]
        return
    from elasticsearch import Elasticsearch

    from tools.documents.elastic_index import open_elastic
    from tools.documents.elastic_server import Server

    names = [f"{NAME}-{name}" for name in ("stages", "whole")]
    with Elasticsearch(url, request_timeout=120) as client:
        for name in names:
            remove(client, name)
        try:
            yield [open_elastic(Server(url=url, name=name), manifest_for(embedder)) for name in names]
        finally:
            for name in names:
                remove(client, name)


def main() -> None:
    """Measure the back end asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--passages", type=int, default=2000)
    parser.add_argument("--model", default="all-MiniLM-L6-v2")
    parser.add_argument("--elasticsearch", metavar="URL", help="measure this server instead of the embedded index")
    arguments = parser.parse_args()
    embedder = open_embedder(arguments.model)
    if isinstance(embedder, LexicalOnly):
        parser.error(embedder.reason or "name a model")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "documents"
        folder.mkdir()
        write_files(folder, arguments.passages)
        with _opened(Path(place), arguments.elasticsearch, embedder) as (index, whole):
            found = measure(folder, index, whole, embedder)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
