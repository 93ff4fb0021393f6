"""How long the guard takes beside parsing alone, over the plain statements that the tests let pass.

Usage: scripts/bench/guard.py
"""

import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from math import inf
from pathlib import Path

import yaml
from sqlglot import parse_one

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.sql.guard import check_statement
from tools.sql.schema import Column, Schema, Table

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "sql_passes"
DIALECTS = {"sqlite": "sqlite", "mariadb": "mysql", "postgres": "postgres", "duckdb": "duckdb"}
TABLES = {
    "customers": "id name email phone country",
    "orders": "id customer_id region note quantity total ordered_on shipped_at",
    "regional": "region sold",
}
ROUNDS = 15


def main() -> None:
    """Print one line for each dialect."""
    for name, dialect in DIALECTS.items():
        statements = yaml.safe_load((CASES / f"{name}.yaml").read_text())
        schema = _schema(dialect)
        works = (partial(parse_one, dialect=dialect), partial(check_statement, schema=schema, dialect=dialect))
        parsing, guarding = _fastest(statements, works)
        print(f"{name}: {guarding / parsing:.1f} times parsing alone, {len(statements) / guarding:.0f} a second")


def _schema(dialect: str) -> Schema:
    tables = tuple(
        Table(name=name, columns=tuple(Column(name=column, type="TEXT", kind="text") for column in columns.split()))
        for name, columns in TABLES.items()
    )
    return Schema(source="shop", dialect=dialect, tables=tables, taken_at=datetime.now(UTC))


def _fastest(statements: Sequence[str], works: Sequence[Callable[[str], object]]) -> list[float]:
    """The processor's seconds of each work over all statements: of each statement its fastest of several rounds, in
    which the works take turns, so that what else the machine does weighs on all alike.
    """
    best = [[inf] * len(statements) for _ in works]
    for _ in range(ROUNDS):
        for number, statement in enumerate(statements):
            for times, work in zip(best, works, strict=True):
                started = time.process_time()
                work(statement)
                times[number] = min(times[number], time.process_time() - started)
    return [sum(times) for times in best]


if __name__ == "__main__":
    main()
