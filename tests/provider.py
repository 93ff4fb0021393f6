"""A provider on this machine that speaks the OpenAI API, and misbehaves as its path says.

`http://127.0.0.1:PORT/ok/v1` answers; `401`, `429`, `500`, `empty`, `blank`, `broken`, `hang` do what they are called.
"""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE = {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}


@dataclass
class Provider:
    """The running server: its address by behaviour, how often each was asked, and a way to end a hang."""

    port: int
    asked: Counter[str] = field(default_factory=Counter)
    released: threading.Event = field(default_factory=threading.Event)

    def base(self, behaviour: str) -> str:
        """The `api_base` of a deployment that behaves so."""
        return f"http://127.0.0.1:{self.port}/{behaviour}/v1"


@contextmanager
def running_provider() -> Iterator[Provider]:
    """A provider for the block's time."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    provider = Provider(server.server_address[1])
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
        provider: Provider = self.server.provider  # type: ignore[attr-defined]
        self.rfile.read(int(self.headers.get("content-length") or 0))
        behaviour = self.path.strip("/").split("/")[0]
        provider.asked[behaviour] += 1
        if behaviour == "hang":
            provider.released.wait(30)
        self._send(*_reply(behaviour))

    def _send(self, status: int, body: str) -> None:
        content = body.encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _reply(behaviour: str) -> tuple[int, str]:
    if behaviour.isdigit():
        kind = "server_error" if behaviour >= "500" else "invalid_request_error"
        error = {"message": "refused", "type": kind, "param": None, "code": None}
        return int(behaviour), json.dumps({"error": error})
    if behaviour == "broken":
        return 200, "{not json"
    content = None if behaviour == "blank" else "fine"
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
    choices = [] if behaviour == "empty" else [choice]
    return 200, json.dumps(
        {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": choices, "usage": USAGE}
    )
