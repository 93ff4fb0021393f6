"""A provider on this machine that speaks the OpenAI API: the same script behind every framework, each call 200 ms.

The first part of the path says who asks (`/langgraph/v1/chat/completions`). What a reply costs to work out does not
count: it is subtracted from the wait, and a prompt seen before is answered from memory.
"""

import hashlib
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Message = dict[str, Any]
Script = Callable[[str, dict[str, Any]], Message]
"""Who asks and the request's body, to the assistant's message."""

USAGE = {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}


@dataclass
class Provider:
    """The running server and the interval of every call, in seconds of the machine's monotonic clock."""

    script: Script
    seconds: float
    calls: list[tuple[float, float]] = field(default_factory=list)
    _known: dict[str, Message] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Start to listen."""
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.provider = self
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def base(self, who: str) -> str:
        """The `api_base` for one of the frameworks."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/{who}/v1"

    def between(self, began: float, ended: float) -> list[tuple[float, float]]:
        """The calls within a round."""
        return [call for call in self.calls if began <= call[0] <= ended]

    def reply(self, who: str, body: dict[str, Any]) -> Message:
        """The message for a request, after the wait."""
        began = time.monotonic()
        asked = json.dumps([who, body["messages"], body.get("tools")], sort_keys=True)
        key = hashlib.sha256(asked.encode()).hexdigest()
        message = self._known.get(key) or self.script(who, body)
        self._known[key] = message
        time.sleep(max(0.0, self.seconds - (time.monotonic() - began)))
        self.calls.append((began, time.monotonic()))
        return message

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    provider: Provider


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        message = self.server.provider.reply(self.path.strip("/").split("/")[0], body)
        finish = "tool_calls" if message.get("tool_calls") else "stop"
        choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": None, **message}}
        reply = {"id": "x", "object": "chat.completion", "created": 1, "model": "scripted"}
        content = json.dumps({**reply, "choices": [choice], "usage": USAGE}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def sequential(calls: list[tuple[float, float]]) -> int:
    """How many calls had to wait for one another: the most that follow each other without overlap."""
    count, free_from = 0, float("-inf")
    for began, ended in sorted(calls, key=lambda call: call[1]):
        if began >= free_from:
            count, free_from = count + 1, ended
    return count
