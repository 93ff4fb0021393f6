"""Elasticsearch servers that tests start for themselves, and removing what tests leave on one."""

import os
import random
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tools.documents.elastic_server import Server

COMMANDS = "CROSSCHECK_TEST_ELASTICSEARCH_COMMANDS"
"""The variable with the folder that holds the commands `start` and `stop` of a server to test with."""


@dataclass(frozen=True)
class Cluster:
    """A running Elasticsearch of one or several nodes."""

    commands: Path
    data: Path
    port: int
    nodes: int
    is_secure: bool

    @property
    def urls(self) -> list[str]:
        """The address of each node."""
        scheme = "https" if self.is_secure else "http"
        return [f"{scheme}://127.0.0.1:{self.port + number}" for number in range(self.nodes)]

    @property
    def ca(self) -> str:
        """The certificate authority's file."""
        return str(self.data / "ca.crt")

    def start(self) -> None:
        """Start it, or the nodes that were killed."""
        secure = ["--secure"] if self.is_secure else []
        options = ["--nodes", str(self.nodes), "--heap", "256m", "--wait", "240"]
        self._run("start", "--port", str(self.port), *options, *secure)

    def kill(self, node: int) -> None:
        """End one node as a power cut would."""
        self._run("stop", "--node", str(node), "--hard")

    def stop(self) -> None:
        """End it and remove its data."""
        self._run("stop", "--wipe")

    def server(self, name: str, **facts: Any) -> Server:
        """How an index on it is reached, as its administrator unless said otherwise."""
        secured: dict[str, Any] = {"username": "crosscheck", "password": "changeme", "ca": self.ca}
        return Server(**{"url": ",".join(self.urls), "name": name, **(secured if self.is_secure else {}), **facts})

    def _run(self, command: str, *options: str) -> None:
        call = [str(self.commands / command), "--data", str(self.data), *options]
        subprocess.run(call, check=True, capture_output=True, timeout=300)


@contextmanager
def running_cluster(data: Path, *, nodes: int = 1, is_secure: bool = False) -> Iterator[Cluster]:
    """A cluster for the block's time; skips where there is no server to start."""
    folder = os.environ.get(COMMANDS)
    if not folder:
        pytest.skip(f"{COMMANDS} is not set")
    cluster = Cluster(Path(folder), data, _free_port(), nodes, is_secure)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


def remove_index(url: str, name: str, **options: Any) -> None:
    """Remove an index with all its generations and its template."""
    from elasticsearch import Elasticsearch

    with Elasticsearch(url, request_timeout=60, **options) as client:
        names = list(client.indices.get(index=f"{name},{name}.g*", features=["aliases"], ignore_unavailable=True))
        if names:
            client.indices.delete(index=names)
        client.options(ignore_status=404).indices.delete_index_template(name=name)


def _free_port() -> int:
    """A port below those that a system gives to clients, so that none of them takes it before the server does."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as listening:
            if listening.connect_ex(("127.0.0.1", port)):
                return port
