"""How long the guard takes beside parsing alone, over the plain statements that the tests let pass.

Usage: scripts/bench/guard.py
"""

import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
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
ROUNDS = 5


def main() -> None:
    """Print one line for each dialect."""
    for name, dialect in DIALECTS.items():
        statements = yaml.safe_load((CASES / f"{name}.yaml").read_text())
        schema = _schema(dialect)
        parsing = _fastest(statements, partial(parse_one, dialect=dialect))
        guarding = _fastest(statements, partial(check_statement, schema=schema, dialect=dialect))
        print(f"{name}: {guarding / parsing:.1f} times parsing alone, {len(statements) / guarding:.0f} a second")


def _schema(dialect: str) -> Schema:
    tables = tuple(
        Table(name=name, columns=tuple(Column(name=column, type="TEXT", kind="text") for column in columns.split()))
        for name, columns in TABLES.items()
    )
    return Schema(source="shop", dialect=dialect, tables=tables, taken_at=datetime.now(UTC))


def _fastest(statements: Sequence[str], work: Callable[[str], object]) -> float:
    """The processor's seconds of the fastest of several rounds over all statements."""
    rounds = []
    for _ in range(ROUNDS):
        started = time.process_time()
        for statement in statements:
            work(statement)
        rounds.append(time.process_time() - started)
    return min(rounds)


if __name__ == "__main__":
    main()
