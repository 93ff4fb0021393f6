"""An Elasticsearch that is busy, breaks connections, hangs or refuses single passages."""

import os
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from email.utils import formatdate
from pathlib import Path

import pytest

from tests.documents.elastic import remove_index
from tests.documents.elastic_proxy import Fault, Proxy, running_proxy
from tests.documents.words import MANIFEST, WordEmbedder, passage, put
from tools.deadline import Deadline
from tools.documents import elastic_bulk
from tools.documents.elastic_index import ElasticIndex, open_elastic
from tools.documents.elastic_server import Server
from tools.documents.index import Filters, IndexUnusable, SearchFailed
from tools.documents.ingest import add_documents
from tools.documents.search_evidence import Library, search_evidence
from tools.errors import DeadlinePassed

MANY = 120


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    url = os.environ.get("CROSSCHECK_TEST_ELASTICSEARCH_URL")
    if not url:
        pytest.skip("CROSSCHECK_TEST_ELASTICSEARCH_URL is not set")
    with running_proxy(url) as running:
        yield running


@pytest.fixture
def index(proxy: Proxy) -> Iterator[ElasticIndex]:
    name = f"crosscheck_test_documents_{uuid.uuid4().hex[:8]}"
    opened = open_elastic(Server(url=proxy.url, name=name), MANIFEST)
    yield opened
    opened.close()
    remove_index(os.environ["CROSSCHECK_TEST_ELASTICSEARCH_URL"], name)


def fill(index: ElasticIndex, embedder: WordEmbedder, many: int = MANY) -> None:
    put(index, embedder, *(passage(f"The printer number{i} jams.", f"{i}.md") for i in range(many)))


def first(kind: str, times: int, fault: Fault) -> Callable[..., Fault | None]:
    """Breaks the first requests of a kind."""
    return lambda request, before: fault if request.path.endswith(kind) and before < times else None


@pytest.mark.parametrize(
    "fault",
    [
        Fault("status", 429),
        Fault("status", 503),
        Fault("status", 413),
        Fault("reset"),
        Fault("lost"),
        Fault("half"),
    ],
    ids=["429", "503", "413", "reset", "lost", "half"],
)
def test_a_load_goes_on_smaller_and_loses_nothing(
    proxy: Proxy, index: ElasticIndex, embedder: WordEmbedder, fault: Fault
):
    proxy.breaks = first("_bulk", 2, fault)

    fill(index, embedder)

    sizes = [request.operations for request in proxy.of("_bulk")]
    assert sizes[0] == MANY and sizes[2] <= MANY / 4
    assert index.count() == MANY
    assert "2 times" in index.notes()[0]
    assert index.notes() == []


@pytest.mark.parametrize("how", ["seconds", "date"])
def test_a_load_waits_as_long_as_the_server_asks(proxy: Proxy, index: ElasticIndex, embedder: WordEmbedder, how: str):
    wait = {"Retry-After": "1" if how == "seconds" else formatdate(time.time() + 2, usegmt=True)}
    proxy.breaks = first("_bulk", 1, Fault("status", 429, wait))

    fill(index, embedder, 3)

    asked, again = proxy.of("_bulk")
    assert again.at - asked.at >= 0.9


def test_a_load_that_gets_nowhere_says_so(
    proxy: Proxy, index: ElasticIndex, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(elastic_bulk, "_PATIENCE", 1.0)
    proxy.breaks = first("_bulk", 1000, Fault("status", 429))

    with pytest.raises(IndexUnusable, match=r"takes no more passages \(too many requests\); what was written stays"):
        fill(index, embedder)


@pytest.mark.parametrize("fault", [Fault("status", 503), Fault("status", 429), Fault("reset")])
def test_a_search_is_repeated_where_time_mends_it(
    proxy: Proxy, index: ElasticIndex, embedder: WordEmbedder, fault: Fault
):
    fill(index, embedder, 3)
    proxy.breaks = first("_search", 2, fault)

    hits = index.lexical("number2", Filters(), 5, Deadline(30))

    assert [hit.passage.document for hit in hits] == ["2.md"]
    assert len(proxy.of("_search")) == 3
    assert "2 times" in index.notes()[0]


@pytest.mark.parametrize("fault", [Fault("status", 503), Fault("reset"), Fault("status", 401), Fault("status", 404)])
def test_a_search_that_stays_broken_fails_as_a_tool_does(
    proxy: Proxy, index: ElasticIndex, embedder: WordEmbedder, fault: Fault
):
    fill(index, embedder, 3)
    proxy.breaks = first("_search", 1000, fault)

    with pytest.raises(SearchFailed, match="go on without it"):
        index.lexical("number2", Filters(), 5, Deadline(30))


def test_a_search_that_hangs_leaves_time_to_go_on_without_it(
    proxy: Proxy, index: ElasticIndex, embedder: WordEmbedder, library: Callable[..., Library]
):
    fill(index, embedder, 3)
    proxy.breaks = first("_search", 1000, Fault("hang"))
    began = time.monotonic()

    deadline = Deadline(6)
    with pytest.raises(SearchFailed, match="go on without it"):
        search_evidence(library(index=index, deadline=deadline), "printer")
    for read in (index.documents, lambda limit: index.passages_of("0.md", limit)):
        with pytest.raises(SearchFailed, match="go on without it"):
            read(deadline)

    assert not deadline.is_over
    assert time.monotonic() - began < 6


def test_a_cancelled_search_does_not_wait_for_another_attempt(
    proxy: Proxy, index: ElasticIndex, embedder: WordEmbedder
):
    fill(index, embedder, 3)
    proxy.breaks = first("_search", 1000, Fault("status", 429, {"Retry-After": "20"}))
    deadline = Deadline(60)
    threading.Timer(0.5, deadline.cancel).start()
    began = time.monotonic()

    with pytest.raises(DeadlinePassed):
        index.lexical("number2", Filters(), 5, deadline)

    assert time.monotonic() - began < 10


class Numbing(WordEmbedder):
    """Gives one text a vector without direction, which the server refuses."""

    def embed(self, texts):
        return [[0.0] * self.dimensions if "numb" in t else v for t, v in zip(texts, super().embed(texts), strict=True)]


def test_a_document_that_the_server_refuses_is_told_and_the_others_are_there(
    index: ElasticIndex, embedder: WordEmbedder, folder: Path
):
    for name, text in {"a.md": "Printers.", "b.md": "Scanners.", "c.md": "Faxes."}.items():
        (folder / name).write_text(f"# Title\n{text}")
    add_documents(index, folder, embedder)
    (folder / "b.md").write_text("# Title\nScanners.\n# More\nWords that are numb.")
    (folder / "d.md").write_text("# Title\nNothing but numb words.")
    (folder / "e.md").write_text("# Title\nPlotters.")

    report = add_documents(index, folder, Numbing())

    assert [failed.id for failed in report.failed] == ["b.md", "d.md"]
    assert "refused passage 1: " in report.failed[0].reason and "zero magnitude" in report.failed[0].reason
    assert (report.added, report.replaced, report.removed) == (("e.md",), (), ("b.md",))
    index.refresh()
    assert [card.id for card in index.documents()] == ["a.md", "c.md", "e.md"]
    assert index.passages_of("b.md") == []
