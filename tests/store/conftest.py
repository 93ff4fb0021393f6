"""Stores on every database at hand, each empty."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from crew.store.store import Store
from crew.store.tables import metadata
from tests.store.builders import KEY, Clock, execute, own_database

SERVERS = {"mariadb": "CROSSCHECK_TEST_MARIADB_URL", "postgres": "CROSSCHECK_TEST_POSTGRES_URL"}


@pytest.fixture
def clock() -> Clock:
    """The store's clock."""
    return Clock()


@pytest.fixture(params=["sqlite", *SERVERS])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'state.sqlite'}"
        return
    server = os.environ.get(SERVERS[request.param])
    if not server:
        pytest.skip(f"{SERVERS[request.param]} is not set")
    with own_database(server) as address:
        yield address


@pytest.fixture(scope="session")
def shared_urls() -> Iterator[Callable[[str], str]]:
    """One migrated database on each server, for tests that need no new one."""
    with ExitStack() as opened:

        @cache
        def shared_url(server: str) -> str:
            address = opened.enter_context(own_database(server))
            Store.open(address).close()
            return address

        yield shared_url


@pytest.fixture(params=["sqlite", *SERVERS])
def store_url(request: pytest.FixtureRequest, tmp_path: Path, shared_urls: Callable[[str], str]) -> Iterator[str]:
    """The address of a store without rows on each kind of database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'state.sqlite'}"
        return
    server = os.environ.get(SERVERS[request.param])
    if not server:
        pytest.skip(f"{SERVERS[request.param]} is not set")
    address = shared_urls(server)
    yield address
    engine = create_engine(address)
    with engine.begin() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())
    engine.dispose()


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """The audit export's file."""
    return tmp_path / "audit.jsonl"


@pytest.fixture
def store(store_url: str, export: Path, clock: Clock) -> Iterator[Store]:
    """An empty store with a key and an export file."""
    with Store.open(store_url, audit_key=KEY, audit_export=export, clock=clock) as opened:
        yield opened


@pytest.fixture
def change(store_url: str) -> Callable[..., int]:
    """Changes rows behind the store's back; returns how many."""
    return lambda statement, **values: execute(store_url, statement, **values)
