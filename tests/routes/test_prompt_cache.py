"""The hint for a provider's prompt cache reaches the provider, where a deployment asks for it."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from crew.models.attempt import CallContext
from crew.models.budget import Budget
from crew.models.calls import CallLog
from crew.models.routes import Routes
from crew.models.specs import DeploymentSpec, RouteSpec, RoutesSpec
from tests.routes.test_routes import Sink
from tools.deadline import Deadline

REPLY = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "model": "claude",
    "content": [{"type": "text", "text": "fine"}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 1, "output_tokens": 1},
}


@pytest.fixture
def provider() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A provider that speaks Anthropic's API: its address, and what it was asked."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Say nothing."""

        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            content = json.dumps(REPLY).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}", asked
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("is_hinted", [True, False])
def test_the_system_message_is_marked_where_a_deployment_asks_for_it(
    provider: tuple[str, list[dict[str, Any]]], is_hinted: bool
) -> None:
    address, asked = provider
    deployment = DeploymentSpec(
        model="anthropic/claude-sonnet-4-5", api_base=address, api_key_env="KEY", prompt_cache=is_hinted
    )
    spec = RoutesSpec(version=1, routes={"strong": RouteSpec(deployments=(deployment,))})
    context = CallContext("plan", "supervisor", CallLog(Sink(), Budget(tokens=10_000)), Deadline(30))
    messages = [{"role": "system", "content": "You plan."}, {"role": "user", "content": "hello"}]

    Routes(spec, lambda _v, _w: "key", lambda _d: None).complete(
        "strong", {"messages": messages}, context, prompt_tokens=5
    )

    assert ("cache_control" in json.dumps(asked[0]["system"])) is is_hinted
