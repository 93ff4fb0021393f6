"""An index that goes away after it was opened fails as a tool does, so that a question goes on without it."""

import shutil
import socket
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.documents.words import MANIFEST, WordEmbedder, passage, put
from tools.documents.index import SearchFailed
from tools.documents.search_evidence import Library, fetch_evidence, search_evidence
from tools.errors import ToolError


class _OnceAServer(BaseHTTPRequestHandler):
    """Answers as an Elasticsearch that holds the index, until it is switched off."""

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/vnd.elasticsearch+json;compatible-with=8")
        self.send_header("X-Elastic-Product", "Elasticsearch")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_HEAD(self) -> None:
        self._answer(b"")

    def do_GET(self) -> None:
        manifest = MANIFEST.model_dump_json().encode()
        self._answer(b'{"notes": {"mappings": {"_meta": {"manifest": ' + manifest + b"}}}}")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def gone() -> object:
    """An Elasticsearch index whose server has been switched off since it was opened."""
    from tools.documents.elastic_index import open_elastic
    from tools.documents.elastic_server import Server

    server = HTTPServer(("127.0.0.1", 0), _OnceAServer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    index = open_elastic(Server(url=f"http://127.0.0.1:{server.server_address[1]}", name="notes"), MANIFEST)
    server.shutdown()
    server.socket.shutdown(socket.SHUT_RDWR)
    server.server_close()
    return index


def test_a_server_switched_off_fails_as_a_tool_does(gone, library: Callable[..., Library]):
    for read in (gone.documents, gone.count, lambda: gone.passages_of("a.md")):
        with pytest.raises(SearchFailed, match="did not answer"):
            read()
    with pytest.raises(ToolError):
        fetch_evidence(library(index=gone), "a.md")
    with pytest.raises(ToolError):
        search_evidence(library(index=gone), "refunds")


def test_an_embedded_index_that_was_deleted_fails_as_a_tool_does(
    tmp_path: Path, lance, embedder: WordEmbedder, library: Callable[..., Library]
):
    put(lance, embedder, passage("Refunds take five days."))
    shutil.rmtree(tmp_path / "lance")

    with pytest.raises(ToolError, match="did not answer"):
        search_evidence(library(), "refunds")
    with pytest.raises(ToolError, match="did not answer"):
        fetch_evidence(library(), "a.md")
