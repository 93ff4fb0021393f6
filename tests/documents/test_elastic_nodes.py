"""A node that dies in the middle of a load and of searches costs nothing, and it is said what happened."""

import threading
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.documents.elastic import Cluster, running_cluster
from tests.documents.words import MANIFEST, WordEmbedder, passage, put
from tools.deadline import Deadline
from tools.documents import writing
from tools.documents.elastic_index import open_elastic
from tools.documents.index import Filters
from tools.documents.ingest import add_documents

THERE = 40
"""Documents that are there before the load, and are searched during it."""
LOADED = 60


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three nodes, of which one can be lost without the cluster losing its master."""
    with running_cluster(tmp_path_factory.mktemp("nodes"), nodes=3) as running:
        yield running


def node_of_first_copy(cluster: Cluster, alias: str) -> int:
    """The number of the node that takes what is written, once a copy lies on another."""
    from elasticsearch import Elasticsearch

    with Elasticsearch(cluster.urls, request_timeout=120) as client:
        client.cluster.health(index=alias, wait_for_status="green", timeout="100s")
        shards = client.cat.shards(index=alias, format="json", h=["prirep", "node"])
        return int(next(shard["node"] for shard in shards if shard["prirep"] == "p").rpartition("-")[2])


class InterruptedEmbedder(WordEmbedder):
    """Calls something once when the load is half done."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        super().__init__()
        self._interrupt: Callable[[], None] | None = interrupt

    def embed(self, texts):
        if self._interrupt and len(self.embedded) > LOADED / 3:
            interrupt, self._interrupt = self._interrupt, None
            interrupt()
        return super().embed(texts)


def test_a_node_killed_in_a_load_and_in_searches_costs_nothing_and_is_told(
    cluster: Cluster, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(writing, "_BATCH", 10)
    for i in range(LOADED):
        (folder / f"{i:02}.md").write_text(f"# Note {i}\nThe scanner number{i} jams.")
    server = cluster.server(f"crosscheck-{uuid.uuid4().hex[:8]}")
    writer, reader, words = open_elastic(server, MANIFEST), open_elastic(server, MANIFEST), WordEmbedder()
    put(writer, words, *(passage(f"The printer number{i} jams.", f"there/{i}.md") for i in range(THERE)))
    first = node_of_first_copy(cluster, server.name)
    counts, faults, is_done = set(), [], threading.Event()

    def search() -> None:
        vector, there = words.embed(["printer"])[0], Filters(documents=tuple(f"there/{i}.md" for i in range(THERE)))
        while not is_done.is_set():
            try:
                counts.add(len(reader.lexical("printer", Filters(), 100, Deadline(120))))
                counts.add(len(reader.nearest(vector, there, 100, Deadline(120))))
            except Exception as error:  # noqa: BLE001  every failure counts
                faults.append(error)

    searching = threading.Thread(target=search)
    searching.start()
    try:
        report = add_documents(writer, folder, InterruptedEmbedder(lambda: cluster.kill(first)))
    finally:
        is_done.set()
        searching.join()

    assert (faults, counts) == ([], {THERE})
    assert (len(report.added), report.failed) == (LOADED, ())
    assert writer.count() == len(writer.documents()) == THERE + LOADED
    assert any("and was asked again" in told for told in [*report.warnings, *reader.notes()])
    health = writer.health()
    assert "2 nodes" in health.place
    assert f"{cluster.urls[first]} does not answer" in health.trouble
