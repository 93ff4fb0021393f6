"""Indexes of both kinds, a small embedder, and a folder of documents in every format."""

import os
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.documents.elastic import remove_index
from tests.documents.words import MANIFEST, OpenIndexes, WordEmbedder
from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.index import PassageIndex
from tools.documents.search_evidence import Library
from tools.documents.specs import IndexSpec


@pytest.fixture
def embedder() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture(params=["lance", "elasticsearch"])
def open_index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenIndexes]:
    """A function that opens the same index again each time it is called, in each implementation."""
    if request.param == "lance":
        from tools.documents.lance_index import LanceIndex

        yield lambda wanted=MANIFEST: LanceIndex(tmp_path / "index", wanted)
        return
    url = os.environ.get("CROSSCHECK_TEST_ELASTICSEARCH_URL")
    if not url:
        pytest.skip("CROSSCHECK_TEST_ELASTICSEARCH_URL is not set")
    from tools.documents.elastic_index import open_elastic
    from tools.documents.elastic_server import Server

    server = Server(url=url, name=f"crosscheck_test_documents_{uuid.uuid4().hex[:8]}")
    yield lambda wanted=MANIFEST: open_elastic(server, wanted)
    remove_index(url, server.name)


@pytest.fixture
def index(open_index: OpenIndexes) -> PassageIndex:
    return open_index()


@pytest.fixture
def lance(tmp_path: Path) -> PassageIndex:
    from tools.documents.lance_index import LanceIndex

    return LanceIndex(tmp_path / "lance", MANIFEST)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "documents"
    path.mkdir()
    return path


@pytest.fixture
def library(lance: PassageIndex, embedder: WordEmbedder) -> Callable[..., Library]:
    def make(**changes: object) -> Library:
        parts: dict[str, object] = {
            "source": "handbook",
            "index": lance,
            "embedder": embedder,
            "spec": IndexSpec(),
            "asker": Asker(id="ann"),
            "today": date(2025, 11, 1),
            "now": datetime(2025, 11, 1, 12, tzinfo=UTC),
            "deadline": Deadline(60),
        }
        return Library(**(parts | changes))  # type: ignore[arg-type]

    return make
