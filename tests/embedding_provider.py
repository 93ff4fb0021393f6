"""A provider on this machine that speaks the OpenAI embeddings API, and refuses as a test says.

It embeds by shared words. The key `right` is taken; any other is refused with 401. `refusals` are statuses that the
next requests get; each request's texts are kept.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.documents.words import WordEmbedder


@dataclass
class EmbeddingProvider:
    """The running server."""

    port: int
    refusals: list[int] = field(default_factory=list)
    asked: list[list[str]] = field(default_factory=list)
    requests: int = 0
    is_short: bool = False
    """Whether it leaves out the last vector."""
    hangs: bool = False
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def base(self) -> str:
        """The `api_base`."""
        return f"http://127.0.0.1:{self.port}/v1"


@contextmanager
def running_embedding_provider() -> Iterator[EmbeddingProvider]:
    """A provider for the block's time."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    provider = EmbeddingProvider(server.server_address[1])
    server.provider = provider  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield provider
    finally:
        provider.released.set()
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        provider: EmbeddingProvider = self.server.provider  # type: ignore[attr-defined]
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        provider.requests += 1
        if provider.hangs:
            provider.released.wait(30)
        if self.path != "/v1/embeddings":
            self._send(404, {"error": {"message": "no such path"}})
        elif self.headers.get("authorization") != "Bearer right":
            self._send(401, {"error": {"message": "wrong key", "code": "invalid_api_key"}})
        elif provider.refusals:
            self._send(provider.refusals.pop(0), {"error": {"message": "not now"}})
        else:
            provider.asked.append(request["input"])
            self._send(200, _reply(request, provider.is_short))

    def _send(self, status: int, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        if status == 429:
            self.send_header("retry-after", "7")
        self.end_headers()
        self.wfile.write(content)


def _reply(request: dict[str, Any], is_short: bool) -> dict[str, Any]:
    vectors = WordEmbedder().embed(request["input"])
    items = [{"object": "embedding", "index": i, "embedding": vector} for i, vector in enumerate(vectors)]
    return {
        "object": "list",
        "model": request["model"],
        "data": list(reversed(items[:-1] if is_short else items)),
        "usage": {"prompt_tokens": 1, "total_tokens": 1},
    }
