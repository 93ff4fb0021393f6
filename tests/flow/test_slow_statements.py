"""A statement that takes too long is followed by a smaller one; one that the deadline finds running is ended."""

import os
import time
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
import sqlalchemy as sa

from crew.assemble import open_desk
from crew.settings import Settings
from tasks.plan import Need, Plan, PlanStep, Slot
from tests.models import ScriptedModels
from tests.scratch import own
from tools.asker import Asker
from tools.terms import Period, StructuredQuery

SCRATCH = own("slow")
DOMAIN = """
version: 1
about: Orders of a small shop.
databases:
  shop:
    url: {url}
    semantic:
      metrics:
        revenue: {{expression: sum(priced.amount), unit: EUR, time: priced.ordered_on}}
policy: {{statement_seconds: 3}}
calendar: {{today: 2025-10-20}}
"""
STATEMENTS = (
    "CREATE TABLE numbers (n INTEGER PRIMARY KEY)",
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, ordered_on DATE, amount DECIMAL(10, 2))",
    "INSERT INTO orders VALUES (1, '2025-11-05', 200), (2, '2025-12-02', 350.5)",
    # Each order before July takes a count over a hundred million pairs, and none after.
    "CREATE VIEW priced AS SELECT id, ordered_on, CASE WHEN ordered_on < '2025-07-01' THEN amount + (SELECT count(*) "
    "FROM numbers a, numbers b, numbers c WHERE a.n + b.n + c.n + orders.id < 0) ELSE amount END AS amount FROM orders",
)


def _fill(engine: sa.Engine) -> None:
    with engine.begin() as connection:
        for statement in STATEMENTS:
            connection.exec_driver_sql(statement)
        rows = ", ".join(f"({n})" for n in range(1000))
        connection.exec_driver_sql(f"INSERT INTO numbers VALUES {rows}")
        early = ", ".join(f"({n}, '2025-02-{n % 28 + 1:02d}', 10)" for n in range(10, 60))
        connection.exec_driver_sql(f"INSERT INTO orders VALUES {early}")
    engine.dispose()


@pytest.fixture(params=["sqlite", "CROSSCHECK_TEST_MARIADB_URL", "CROSSCHECK_TEST_POSTGRES_URL"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A shop with a view that is slow over the first half of the year."""
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'shop.sqlite'}"
        _fill(sa.create_engine(address))
        yield address
        return
    if request.param not in os.environ:
        pytest.skip(f"{request.param} is not set")
    server = sa.create_engine(os.environ[request.param], isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {SCRATCH}")
        connection.exec_driver_sql(f"CREATE DATABASE {SCRATCH}")
    scratch = server.url.set(database=SCRATCH)
    _fill(sa.create_engine(scratch))
    yield scratch.render_as_string(hide_password=False)
    with server.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {SCRATCH}")
    server.dispose()


@pytest.fixture
def slow_config(url: str, tmp_path: Path) -> Path:
    """The configuration of a desk over that shop."""
    domains = tmp_path / "config" / "domains"
    domains.mkdir(parents=True)
    (domains / "shop.yaml").write_text(DOMAIN.format(url=url))
    route = "{reach: local, deployments: [{model: scripted/model}]}"
    routes = "".join(f"\n  {name}: {route}" for name in ("fast", "strong", "verifying"))
    (tmp_path / "config" / "routes.yaml").write_text(f"version: 1\nroutes:{routes}\n")
    return tmp_path / "config"


def test_the_latest_part_of_a_period_is_told_as_such(
    slow_config: Path, models: ScriptedModels, settings: Settings
) -> None:
    models.leave_to_offline("plan", "replan", "work", "correct", "draft", "verify")

    with open_desk("shop", config=slow_config, settings=settings, asker=Asker(id="ana")) as desk:
        answer = desk.ask("What was the revenue in 2025?")

    assert answer.status == "partly_verified"
    assert {Decimal(f.value) for s in answer.sentences for f in s.figures} == {Decimal("550.5")}
    assert "2025-07-03 … 2025-12-31" in answer.answer
    assert any("Asked and computed differ" in warning for warning in answer.warnings)
    assert models.prompts("correct")[0]["reflections"][0]["error_class"] == "StatementTimeout"


def half(name: str, start: str, end: str) -> tuple[Slot, PlanStep]:
    """The revenue of one half of the year, and the step that asks for it."""
    period = Period(start=date.fromisoformat(start), end=date.fromisoformat(end))
    slot = Slot(id=name, kind="rows", need=Need(measures=("revenue",), period=period))
    query = StructuredQuery(measures=("revenue",), period=period)
    step = {"id": f"s_{name}", "worker": "sql_analyst", "kind": "structured_lookup", "source": "shop", "task": name}
    return slot, PlanStep(**step, slot=name, query=query)


def test_at_the_deadline_a_statement_has_ended_on_its_server_and_the_rest_is_told(
    url: str, slow_config: Path, models: ScriptedModels, settings: Settings
) -> None:
    domain = slow_config / "domains" / "shop.yaml"
    domain.write_text(domain.read_text().replace("statement_seconds: 3", "statement_seconds: 30"))
    slots, steps = zip(half("late", "2025-07-01", "2025-12-31"), half("early", "2025-01-01", "2025-06-30"), strict=True)
    models.will_reply("plan", Plan(question_kind="comparison", slots=slots, steps=steps))

    with open_desk("shop", config=slow_config, settings=settings, asker=Asker(id="ana")) as desk:
        answer = desk.ask("How did revenue change within 2025?", deadline_seconds=6)

    assert (answer.terminal_reason, answer.status) == ("deadline", "no_evidence")
    assert [(step.id, step.status) for step in answer.steps] == [("s_late", "done"), ("s_early", "cancelled")]
    assert answer.missing[0].startswith("early: The time for this question is over")
    assert answer.missing[1].startswith("late: evidence was found (revenue, from 2025-07-01 to 2025-12-31)")
    assert not still_running(url)


def still_running(url: str) -> bool:
    """Whether the server works on a statement over the slow view; SQLite runs in this process and cannot."""
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    running = {
        "mysql": "SELECT count(*) FROM information_schema.processlist WHERE info LIKE '%%priced%%' AND "
        "id <> CONNECTION_ID() AND db = DATABASE()",
        "postgresql": "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%%priced%%' AND "
        "datname = current_database() AND pid <> pg_backend_pid()",
        "sqlite": "SELECT 0",
    }[engine.dialect.name]
    try:
        return all(_is_there(engine, running) for _ in range(100))
    finally:
        engine.dispose()


def _is_there(engine: sa.Engine, running: str) -> bool:
    """Whether the server lists it, with a moment for the server to end what it was told to."""
    time.sleep(0.1)
    with engine.connect() as connection:
        return bool(connection.exec_driver_sql(running).scalar())
