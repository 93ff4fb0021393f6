"""A shop in a folder of its own, and the command line run on it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crew.cli.main import app

DOMAIN = """\
version: 1
about: Orders and customers.
databases:
  shop:
    url: sqlite:///shop.sqlite
    semantic:
      metrics:
        revenue: {expression: sum(orders.net), unit: EUR, time: orders.placed_on, synonyms: [sales]}
        order_count: {expression: count(orders.id), time: orders.placed_on}
      dimensions:
        region: {column: customers.region}
indexes:
  reports: {folder: docs, embedder: none}
calendar: {today: 2025-10-20}
"""
_REPORT = "# Q3 market report\n\n## Europe\n\nRevenue in Europe declined after the port strikes in Rotterdam.\n"
_TABLES = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, region TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, placed_on DATE, net NUMERIC);
INSERT INTO customers VALUES (1, 'Anna', 'Europe'), (2, 'Ben', 'Asia'), (3, 'Cleo', 'Europe');
INSERT INTO orders VALUES
  (1, 1, '2025-04-03', 100.50), (2, 2, '2025-05-04', 40), (3, 3, '2025-06-30', 59.50), (4, 2, '2025-08-01', 70),
  (5, 1, '2025-09-30', 20);
"""


class Outcome:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, stdout: str, stderr: str) -> None:
        self.code = code
        self.stdout = stdout
        self.stderr = stderr


Run = Callable[..., Outcome]


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a domain `shop`, its database and its documents."""
    monkeypatch.chdir(tmp_path)
    for name in ("CROSSCHECK_CONFIG", "CROSSCHECK_DOMAIN", "CROSSCHECK_TODAY", "CROSSCHECK_STORE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CROSSCHECK_HOME", str(tmp_path / "home"))
    (tmp_path / "config/domains").mkdir(parents=True)
    (tmp_path / "config/domains/shop.yaml").write_text(DOMAIN)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/q3.md").write_text(_REPORT)
    connection = sqlite3.connect(tmp_path / "shop.sqlite")
    connection.executescript(_TABLES)
    connection.close()
    return tmp_path


@pytest.fixture
def run() -> Run:
    """Runs `crosscheck` with arguments; an exception that a user would see as a traceback fails the test."""

    def run_command(*arguments: str, stdin: str | None = None) -> Outcome:
        result = CliRunner().invoke(app, list(arguments), input=stdin, catch_exceptions=False)
        return Outcome(result.exit_code, result.stdout, result.stderr)

    return run_command


@pytest.fixture
def change_domain(shop: Path) -> Callable[[str, str], None]:
    """Replaces words in the domain's file."""

    def change(old: str, new: str) -> None:
        path = shop / "config/domains/shop.yaml"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    return change
