"""A proxy before a real Elasticsearch that lets a test break single requests."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Fault:
    """What happens to a request instead of being answered.

    `reset` breaks the connection unread, `lost` after the server has done it, `hang` never answers; `half` lets the
    server do the first half of a bulk request and says of the others that it is too busy.
    """

    kind: Literal["status", "reset", "lost", "hang", "half"]
    status: int = 503
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Request:
    """One request as it came in."""

    path: str
    at: float
    operations: int
    """Passages in a bulk request."""


Breaks = Callable[[Request, int], Fault | None]
"""Decides what becomes of a request, given how many of its kind (the path's last part) came before."""


@dataclass
class Proxy:
    """The running proxy."""

    port: int
    breaks: Breaks = lambda request, before: None
    requests: list[Request] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def of(self, kind: str) -> list[Request]:
        """The requests whose path ends so."""
        return [request for request in self.requests if request.path.endswith(kind)]


@contextmanager
def running_proxy(url: str) -> Iterator[Proxy]:
    """A proxy for the block's time."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    proxy = Proxy(server.server_address[1])
    server.proxy, server.to = proxy, urlsplit(url).netloc  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield proxy
    finally:
        proxy.released.set()
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def _do(self) -> None:
        proxy: Proxy = self.server.proxy  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = self.path.partition("?")[0]
        request = Request(path, time.monotonic(), body.count(b"\n") // 2 if path.endswith("_bulk") else 0)
        before = len(proxy.of(path.rpartition("/")[2]))
        proxy.requests.append(request)
        fault = proxy.breaks(request, before)
        if fault is None:
            self._send(*self._forward(body))
        elif fault.kind == "status":
            told = json.dumps({"error": {"type": "busy", "reason": "too many requests"}, "status": fault.status})
            product = {"X-Elastic-Product": "Elasticsearch", "Content-Type": "application/json"}
            self._send(fault.status, product | fault.headers, told.encode())
        elif fault.kind == "half":
            self._send(*self._half(body))
        else:
            if fault.kind == "lost":
                self._forward(body)
            if fault.kind == "hang":
                proxy.released.wait(60)
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = _do  # noqa: N815

    def _forward(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection(self.server.to, timeout=60)  # type: ignore[attr-defined]
        headers = {k: v for k, v in self.headers.items() if k.lower() not in ("host", "content-length", "connection")}
        connection.request(self.command, self.path, body or None, headers)
        answer = connection.getresponse()
        kept = {k: v for k, v in answer.getheaders() if k.lower() in ("content-type", "x-elastic-product")}
        return answer.status, kept, answer.read()

    def _half(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
        lines = body.rstrip(b"\n").split(b"\n")
        kept = len(lines) // 4 * 2
        status, headers, answer = self._forward(b"\n".join(lines[:kept]) + b"\n")
        told = json.loads(answer)
        busy = {"type": "es_rejected_execution_exception", "reason": "the queue is full"}
        ids = [json.loads(line)["index"]["_id"] for line in lines[kept::2]]
        told["items"] += [{"index": {"_id": name, "status": 429, "error": busy}} for name in ids]
        return status, headers, json.dumps(told | {"errors": True}).encode()

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
