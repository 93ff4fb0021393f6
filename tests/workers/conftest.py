"""A store on every database at hand, the brokers that run, and a shop whose weekly report goes to a webhook."""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from crew.settings import Settings
from crew.store.store import Store
from tests.cli.conftest import DOMAIN
from tests.delivery.parcels import SECRET
from tests.delivery.receivers import WebServer, web_server
from tests.store.builders import Clock
from tests.store.conftest import shared_urls, store_url  # noqa: F401

BROKERS = {"redis": "CROSSCHECK_TEST_REDIS_URL", "rabbitmq": "CROSSCHECK_TEST_RABBITMQ_URL"}

_REPORT = """\
version: 1
title: Revenue by region
domain: {domain}
run_as: finance
audience: [finance]
sections:
  - {{title: Revenue, metric: revenue, by: [region]}}
delivery:
  targets: [{{to: webhook, url: "{url}", secret_env: HOOK_SECRET, allow_private: true}}]
  when_failed: [{{to: webhook, url: "{url}", secret_env: HOOK_SECRET, allow_private: true}}]
"""
_TABLES = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, region TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, placed_on DATE, net NUMERIC);
INSERT INTO customers VALUES (1, 'Anna', 'Europe'), (2, 'Ben', 'Asia');
INSERT INTO orders VALUES (1, 1, '2025-08-03', 100.50), (2, 2, '2025-09-04', 40);
"""


@pytest.fixture
def clock() -> Clock:
    """The store's clock."""
    return Clock()


@pytest.fixture
def state(store_url: str, clock: Clock) -> Iterator[Store]:  # noqa: F811
    """An empty store."""
    with Store.open(store_url, clock=clock) as opened:
        yield opened


@pytest.fixture
def hook() -> Iterator[WebServer]:
    """Where the report goes."""
    with web_server() as server:
        yield server


@pytest.fixture(params=list(BROKERS))
def broker(request: pytest.FixtureRequest) -> str:
    """The address of a broker that runs."""
    address = os.environ.get(BROKERS[request.param])
    if not address:
        pytest.skip(f"{BROKERS[request.param]} is not set")
    return address


@pytest.fixture
def domain() -> str:
    """A domain of the test's own, and with it a queue of its own."""
    return f"shop{os.urandom(4).hex()}"


@pytest.fixture
def shop(tmp_path: Path, domain: str, hook: WebServer) -> Path:
    """The folder of a domain with one report, `weekly`."""
    for folder in ("config/domains", "config/reports", "docs"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / f"config/domains/{domain}.yaml").write_text(
        DOMAIN.replace("indexes:\n", "").replace("  reports: {folder: docs, embedder: none}\n", "")
    )
    (tmp_path / "config/reports/weekly.yaml").write_text(_REPORT.format(domain=domain, url=hook.url))
    connection = sqlite3.connect(tmp_path / "shop.sqlite")
    connection.executescript(_TABLES)
    connection.close()
    return tmp_path


@pytest.fixture
def environment(shop: Path, store_url: str) -> dict[str, str]:  # noqa: F811
    """What a worker's process is given, besides its broker."""
    mine = {"CROSSCHECK_HOME": str(shop / "home"), "CROSSCHECK_STORE_URL": store_url, "HOOK_SECRET": SECRET}
    return {**os.environ, **mine, "CROSSCHECK_CONFIG": str(shop / "config")}


@pytest.fixture
def settings(environment: dict[str, str]) -> Settings:
    """The same, as the program reads it."""
    return Settings.read(environment)
