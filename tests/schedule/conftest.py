"""A store on every database at hand."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from crew.store.store import Store
from tests.store.conftest import shared_urls, store_url  # noqa: F401


class Moment:
    """A clock that stands until it is put on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The moment."""
        return self.now


@pytest.fixture
def moment() -> Moment:
    """The present, as the store and the scheduler see it."""
    return Moment()


@pytest.fixture
def state(store_url: str, moment: Moment) -> Iterator[Store]:  # noqa: F811
    """An empty store."""
    with Store.open(store_url, clock=moment) as opened:
        yield opened


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    """The file that runs append to."""
    return tmp_path / "lines"
