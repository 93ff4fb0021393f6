"""Over clinics, statements that fill a slot in unusual ways compare as right, and those that miss it do not."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import yaml
from sqlglot import parse_one

from tasks.coverage.compare import compare
from tasks.plan import Need
from tests.semantics.clinics import SPEC, TABLES, clinics_schema
from tools.sql.computed import read_computed
from tools.sql.semantics import Semantics

SLOTS = yaml.safe_load((Path(__file__).parent.parent / "cases" / "computed_clinics.yaml").read_text("utf-8"))
SCHEMA = clinics_schema()
SEMANTICS = Semantics.of(SPEC, SCHEMA)


def _cases(side: str) -> list:
    return [pytest.param(Need(**slot["need"]), sql, id=way) for slot in SLOTS for way, sql in slot[side].items()]


def _mismatches(need: Need, statement: str) -> list[str]:
    computed = read_computed(parse_one(statement, dialect="sqlite"), SCHEMA, SEMANTICS, {})
    return [mismatch.words for mismatch in compare(need, computed, SEMANTICS)]


@pytest.mark.parametrize("statement", [sql for side in ("right", "wrong") for s in SLOTS for sql in s[side].values()])
def test_every_statement_runs(statement: str) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        for name, text in TABLES.items():
            connection.execute(f"CREATE TABLE {name} ({text})")
        connection.execute(statement)


@pytest.mark.parametrize(("need", "statement"), _cases("right"))
def test_a_statement_that_fills_its_slot_compares_as_right(need: Need, statement: str) -> None:
    assert _mismatches(need, statement) == []


@pytest.mark.parametrize(("need", "statement"), _cases("wrong"))
def test_a_statement_that_misses_its_slot_does_not(need: Need, statement: str) -> None:
    assert _mismatches(need, statement) != []
