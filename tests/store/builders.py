"""What the store's tests are made of."""

import itertools
import os
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import create_engine, make_url, text

from crew.store.store import Store
from tools.asker import Asker
from tools.evidence import Computed, EvidenceColumn, RowsEvidence

KEY = "a key for tests"
ANNA = Asker(id="anna")

_numbers = itertools.count()


class Clock:
    """A clock that moves one second each time it is read."""

    def __init__(self) -> None:
        self.now = datetime(2025, 10, 20, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The next moment."""
        self.now += timedelta(seconds=1)
        return self.now


class own_database:  # noqa: N801 (a context manager)
    """A database of the test's own on a server, dropped afterwards."""

    def __init__(self, server: str) -> None:
        self.name = f"crosscheck_test_store_{os.getpid()}_{next(_numbers)}"
        self._server = server

    def __enter__(self) -> str:
        """Create it and give its address."""
        self._run(f"CREATE DATABASE {self.name}")
        return make_url(self._server).set(database=self.name).render_as_string(hide_password=False)

    def __exit__(self, *_exception: object) -> None:
        """Drop it."""
        is_postgres = self._server.startswith("postgresql")
        self._run(f"DROP DATABASE {self.name}" + (" WITH (FORCE)" if is_postgres else ""))

    def _run(self, statement: str) -> None:
        engine = create_engine(self._server, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(statement))
        engine.dispose()


def execute(url: str, statement: str, **values: Any) -> int:
    """Run a statement behind the store's back; returns how many rows it changed."""
    engine = create_engine(url)
    with engine.begin() as connection:
        count = connection.execute(text(statement), values).rowcount
    engine.dispose()
    return count


def start(store: Store, asker: Asker = ANNA, **changed: Any) -> str:
    """A started run."""
    return store.start_run(**{"domain": "sales", "asker": asker, "question": "How much did we sell?", **changed})


def rows_evidence(id: str = "E1", revenue: str = "12.50") -> RowsEvidence:
    """One row of evidence."""
    columns = [
        {"name": "region", "type": "text", "role": "key"},
        {"name": "revenue", "type": "decimal", "role": "measure", "unit": "EUR"},
    ]
    return RowsEvidence(
        id=id,
        step="s1",
        source="shop",
        retrieved_at=datetime(2025, 10, 20, tzinfo=UTC),
        statement="SELECT region, sum(amount) AS revenue FROM orders GROUP BY region",
        computed=Computed(measures=("sum(orders.amount)",), grain=("orders.region",)),
        columns=tuple(EvidenceColumn.model_validate(column) for column in columns),
        rows=(("Europe", revenue),),
        row_count=1,
    )
