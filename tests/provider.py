"""A provider on this machine that speaks the OpenAI API, and misbehaves as its path says.

`http://127.0.0.1:PORT/ok/v1` answers. A number is refused with that status (`429-after` says when to come back);
`empty` and `blank` succeed with nothing; `broken` is no JSON; `truncated`, `reset` and `hang-in-body` end or stop in
the middle of the body; `hang` never answers; `drip` sends a byte now and then; `too-long` says that the prompt does not
fit.
"""

import json
import socket
import struct
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
    disable_nagle_algorithm = True
    """Head and body go out at once; else a kept connection waits 40 ms between them."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        provider: Provider = self.server.provider  # type: ignore[attr-defined]
        self.rfile.read(int(self.headers.get("content-length") or 0))
        behaviour = self.path.strip("/").split("/")[0]
        provider.asked[behaviour] += 1
        if behaviour == "hang":
            provider.released.wait(30)
        if behaviour in _CUT:
            _CUT[behaviour](self, provider)
        else:
            self._send(*_reply(behaviour))

    def _send(self, status: int, body: str) -> None:
        content = body.encode()
        self._begin(status, len(content))
        self.wfile.write(content)

    def _begin(self, status: int, length: int) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(length))
        if self.path.startswith("/429-after"):
            self.send_header("retry-after", "1")
        self.end_headers()

    def truncate(self, _provider: Provider) -> None:
        """Half a body, and the end of the connection."""
        body = _reply("ok")[1].encode()
        self._begin(200, len(body))
        self.wfile.write(body[: len(body) // 2])
        self.close_connection = True

    def reset(self, _provider: Provider) -> None:
        """No answer but a reset connection."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def hang_in_body(self, provider: Provider) -> None:
        """Half a body, and then nothing."""
        body = _reply("ok")[1].encode()
        self._begin(200, len(body))
        self.wfile.write(body[: len(body) // 2])
        self.wfile.flush()
        provider.released.wait(30)
        self.close_connection = True

    def drip(self, provider: Provider) -> None:
        """A byte now and then, so that no single read times out."""
        body = _reply("ok")[1].encode()
        self._begin(200, len(body))
        for byte in body:
            if provider.released.wait(0.1):
                break
            try:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
            except OSError:
                break
        self.close_connection = True


_CUT = {
    "truncated": _Handler.truncate,
    "reset": _Handler.reset,
    "hang-in-body": _Handler.hang_in_body,
    "drip": _Handler.drip,
}


def _reply(behaviour: str) -> tuple[int, str]:
    if behaviour == "too-long":
        message = "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."
        error = {"message": message, "type": "invalid_request_error", "param": "messages"}
        return 400, json.dumps({"error": {**error, "code": "context_length_exceeded"}})
    if behaviour[:3].isdigit():
        kind = "server_error" if behaviour >= "500" else "invalid_request_error"
        error = {"message": "refused", "type": kind, "param": None, "code": None}
        return int(behaviour[:3]), json.dumps({"error": error})
    if behaviour == "broken":
        return 200, "{not json"
    content = None if behaviour == "blank" else "fine"
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
    choices = [] if behaviour == "empty" else [choice]
    return 200, json.dumps(
        {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": choices, "usage": USAGE}
    )
