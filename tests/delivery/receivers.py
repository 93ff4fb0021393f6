"""Real receivers on this machine: an HTTP server that answers as told, and a mail server with and without TLS."""

import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session


@dataclass
class Request:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """Its body."""
        return json.loads(self.body)


@dataclass
class WebServer:
    """Answers each request with the next status, and the last one from then on."""

    statuses: list[int] = field(default_factory=lambda: [200])
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0
    drip: float = 0
    """Seconds between the bytes of the reply."""
    requests: list[Request] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/hook"

    def next_status(self) -> int:
        """The status of the request that has just come."""
        return self.statuses[min(len(self.requests), len(self.statuses)) - 1]


@contextmanager
def web_server(context: ssl.SSLContext | None = None, **answers: Any) -> Iterator[WebServer]:
    """An HTTP server, with TLS when there is a context, until the block ends."""
    server = WebServer(**answers)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.requests.append(Request(self.path, dict(self.headers), body))
            time.sleep(server.delay)
            status = server.next_status()
            if status == 0:  # hang up without a word
                self.connection.shutdown(2)
                return
            lines = [f"HTTP/1.0 {status} said", *(f"{k}: {v}" for k, v in server.headers.items()), "", "as told"]
            with suppress(OSError):  # the sender may have gone
                for byte in "\r\n".join(lines).encode():
                    self.wfile.write(bytes([byte]))
                    time.sleep(server.drip)

        def log_message(self, *_args: object) -> None:
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    httpd.daemon_threads = True
    if context is not None:
        httpd.socket = context.wrap_socket(httpd.socket, server_side=True)
    server.port = httpd.server_address[1]
    threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield server
    finally:
        httpd.shutdown()
        httpd.server_close()


class Mailbox:
    """What a mail server took, and how it answers."""

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.envelopes: list[Envelope] = []
        self.replies: list[str] = []
        """Answers to the next messages' text; taken in order, then `250 OK`."""
        self.refused: set[str] = set()
        self.port = 0

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Take or refuse a recipient."""
        if address in self.refused:
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a message."""
        self.envelopes.append(envelope)
        message = message_from_bytes(envelope.content, policy=policy.default)  # type: ignore[arg-type]
        self.messages.append(message)  # type: ignore[arg-type]
        return self.replies.pop(0) if self.replies else "250 OK"


@contextmanager
def mail_server(
    *, context: ssl.SSLContext | None = None, password: str | None = None, is_tls_first: bool = False
) -> Iterator[Mailbox]:
    """A mail server until the block ends; with a context it wants STARTTLS, or speaks TLS from the first byte."""
    mailbox = Mailbox()

    def log_in(_server: SMTP, _session: Session, _envelope: Envelope, _how: str, given: Any) -> AuthResult:
        is_right = isinstance(given, LoginPassword) and given.password == (password or "").encode()
        return AuthResult(success=is_right, handled=is_right)

    options: dict[str, Any] = {"tls_context": context, "require_starttls": context is not None}
    if is_tls_first:
        options = {"ssl_context": context, "auth_require_tls": False}
    if password is not None:
        options |= {"authenticator": log_in, "auth_required": True}
    controller = Controller(mailbox, hostname="127.0.0.1", port=_free_port(), **options)
    controller.start()
    mailbox.port = controller.port
    try:
        yield mailbox
    finally:
        controller.stop()


def _free_port() -> int:
    import socket

    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return int(opened.getsockname()[1])
