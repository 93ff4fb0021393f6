"""Stores on every database at hand, each empty."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from crew.store.store import Store
from tests.store.builders import KEY, Clock, own_database

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


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """The audit export's file."""
    return tmp_path / "audit.jsonl"


@pytest.fixture
def store(url: str, export: Path, clock: Clock) -> Iterator[Store]:
    """An empty store with a key and an export file."""
    with Store.open(url, audit_key=KEY, audit_export=export, clock=clock) as opened:
        yield opened


@pytest.fixture
def change(url: str) -> Iterator[Callable[..., int]]:
    """Changes rows behind the store's back; returns how many."""
    engine = create_engine(url)

    def execute(statement: str, **values: Any) -> int:
        with engine.begin() as connection:
            return connection.execute(text(statement), values).rowcount

    yield execute
    engine.dispose()
