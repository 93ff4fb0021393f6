"""What is cancelled has really ended on the server."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from tests.sql.conftest import on
from tools.deadline import Deadline
from tools.errors import DeadlinePassed
from tools.sql.database import Database
from tools.sql.errors import StatementTimeout
from tools.sql.guard import CheckedStatement, check_statement
from tools.sql.introspect import introspect
from tools.sql.sessions import session_for
from tools.sql.specs import PolicySpec

MARK = 1_987_654_321
ENDLESS = f"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < {MARK}) SELECT count(*) FROM n"
_RUNNING = {
    "mysql": "SELECT count(*) FROM information_schema.processlist WHERE info LIKE '%%1987654321%%' AND "
    "id <> CONNECTION_ID()",
    "postgresql": "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND datname = current_database() AND "
    "pid <> pg_backend_pid()",
}
PATIENCE = 30.0
"""Seconds after which a test gives up waiting for the server; none depends on how fast it is."""


ON_SERVERS = on("mariadb", "postgres")


@pytest.fixture
def server(shop_url: str) -> Iterator[sa.Connection]:
    """A second connection that sees what the server runs."""
    engine = sa.create_engine(shop_url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@pytest.fixture
def endless(shop: Database) -> CheckedStatement:
    """A statement that only cancelling ends."""
    schema = introspect(shop, PolicySpec())
    return check_statement(ENDLESS, schema, schema.dialect)


@ON_SERVERS
def test_a_statement_that_takes_too_long_has_ended_on_the_server(
    shop: Database, server: sa.Connection, endless: CheckedStatement
) -> None:
    with _seen_running(server), pytest.raises(StatementTimeout):
        shop.fetch(endless.tree, {}, PolicySpec(statement_seconds=1), Deadline(60))

    assert _has_ended(server)


@ON_SERVERS
def test_a_statement_has_ended_on_the_server_when_the_deadline_passes(
    shop: Database, server: sa.Connection, endless: CheckedStatement
) -> None:
    with _seen_running(server), pytest.raises(DeadlinePassed):
        shop.fetch(endless.tree, {}, PolicySpec(statement_seconds=60), Deadline(1))

    assert _has_ended(server)


@ON_SERVERS
def test_a_statement_has_ended_on_the_server_when_its_question_is_cancelled(
    shop: Database, server: sa.Connection, endless: CheckedStatement
) -> None:
    deadline = Deadline(60)
    with _seen_running(server, then=deadline.cancel), pytest.raises(DeadlinePassed):
        shop.fetch(endless.tree, {}, PolicySpec(statement_seconds=60), deadline)

    assert _has_ended(server)


@contextmanager
def _seen_running(server: sa.Connection, then: object = None) -> Iterator[None]:
    """Watch, during the block, that the server runs the statement; `then` is called once it does."""
    seen = threading.Event()

    def watch() -> None:
        if _comes_true(lambda: _is_running(server)):
            seen.set()
            if callable(then):
                then()

    watcher = threading.Thread(target=watch)
    watcher.start()
    yield
    watcher.join()
    assert seen.is_set()


def _has_ended(server: sa.Connection) -> bool:
    return _comes_true(lambda: not _is_running(server))


def _is_running(server: sa.Connection) -> bool:
    question = _RUNNING[server.engine.url.get_backend_name()]
    return bool(server.exec_driver_sql(question).scalar_one())


def _comes_true(condition) -> bool:
    end = time.monotonic() + PATIENCE
    while not (met := condition()) and time.monotonic() < end:
        time.sleep(0.05)
    return met


@ON_SERVERS
def test_stopping_what_has_ended_and_left_is_no_failure(shop_url: str) -> None:
    session = session_for(sa.make_url(shop_url))
    engine = session.engine(sa.make_url(shop_url))
    with engine.connect() as connection:
        stop = session.stopper(connection)
        connection.invalidate()

    stop()
    engine.dispose()
