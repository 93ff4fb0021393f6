"""Plain statements pass the guard and return what they return without it: `tests/cases/sql_passes`."""

import re
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.sql.labs.guarded import GuardedLab
from tools.sql.values import cell

CASES = Path(__file__).parent.parent / "cases" / "sql_passes"
DIALECTS = ("sqlite", "mariadb", "postgres", "duckdb")


def statements(dialect: str) -> list[str]:
    return [s for name in ("common", dialect) for s in yaml.safe_load((CASES / f"{name}.yaml").read_text())]


@pytest.mark.parametrize(
    ("dialect", "statement"),
    [pytest.param(d, s, id=f"{d}: {s[:70]}") for d in DIALECTS for s in statements(d)],
)
def test_a_plain_statement_returns_the_same_rows_under_guard(
    dialect: str, statement: str, open_labs: Callable[[str], GuardedLab]
) -> None:
    guarded = open_labs(dialect)
    if dialect == "mariadb":
        statement = re.sub(r' AS "([^"]+)"', r" AS `\1`", statement)
    with closing(guarded.lab.connect()) as connection:
        plain = guarded.lab.run(connection, statement)

    rows = guarded.rows(statement)

    assert _comparable(rows, statement) == _comparable(plain, statement)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_many_plain_statements_are_tried(dialect: str) -> None:
    assert len(set(statements(dialect))) >= 80


def _comparable(rows: Iterable[Iterable[Any]], statement: str) -> list[tuple[Any, ...]]:
    """Rows with numbers and moments in one spelling, in their order where the statement gives one."""
    plain = [tuple(_plain(value) for value in row) for row in rows]
    return plain if re.search(r"ORDER BY[^()]*$", statement) else sorted(plain, key=repr)


def _plain(value: Any) -> Any:
    kept, _was_cut = cell(value, 100_000)
    if isinstance(kept, bool | int | float | Decimal):
        return round(float(kept), 9)
    if isinstance(kept, datetime | date | time):
        return str(kept).removesuffix(" 00:00:00")
    return kept
