"""What statements over three schemas compute is read rightly, and what cannot be read is said to be unread."""

import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlglot import parse_one

from tools.asker import Asker
from tools.evidence import Computed
from tools.sql.computed import read_computed
from tools.sql.database import Database
from tools.sql.dates import UNITS
from tools.sql.expressions import parse_expression
from tools.sql.introspect import introspect
from tools.sql.measures import plain_measure
from tools.sql.read_conditions import filter_text
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.sql.specs import DatabaseSpec, PolicySpec, SemanticSpec

CASES = Path(__file__).parents[1] / "cases" / "computed"
SCHEMAS = ("chinook", "sakila", "tpch")
RIGHT_SHARE = 0.95


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Schema]:
    return {name: _introspected(name, tmp_path_factory.mktemp(name) / "empty.db") for name in SCHEMAS}


@pytest.mark.parametrize(
    ("name", "case"), [(n, c) for n in SCHEMAS for c in yaml.safe_load((CASES / f"{n}.yaml").read_text())]
)
def test_no_statement_is_silently_misread(schemas: dict[str, Schema], name: str, case: dict[str, Any]) -> None:
    computed, differences = _read(case, schemas[name])
    assert not differences or computed.unread, (differences, computed)


@pytest.mark.parametrize("name", SCHEMAS)
def test_nearly_all_statements_are_read_whole(schemas: dict[str, Schema], name: str) -> None:
    cases = yaml.safe_load((CASES / f"{name}.yaml").read_text())
    wrong = {case["sql"]: found for case in cases if (found := _read(case, schemas[name])[1])}
    assert len(cases) >= 50
    assert len(wrong) <= (1 - RIGHT_SHARE) * len(cases), wrong


def _read(case: dict[str, Any], schema: Schema) -> tuple[Computed, dict[str, tuple[object, object]]]:
    """What is read of a case's statement, and where that differs from what was decided by hand."""
    dialect = case.get("dialect", "sqlite")
    schema = schema.model_copy(update={"dialect": dialect})
    tree = parse_one(case["sql"], dialect=dialect)
    computed = read_computed(tree, schema, Semantics.of(SemanticSpec(), schema), case.get("parameters", {}))
    return computed, dict(_differences(case, computed, schema))


def _differences(
    case: dict[str, Any], computed: Computed, schema: Schema
) -> Iterator[tuple[str, tuple[object, object]]]:
    unread = " | ".join(computed.unread)
    is_outside = "unread" in case
    missing = [words for words in case.get("unread", ()) if words.lower() not in unread.lower()]
    if missing or (computed.unread and not is_outside):
        yield "unread", (case.get("unread"), unread)
    for key, found in _found(computed, schema).items():
        if key == "order_by" and key not in case:
            continue
        wanted = _wanted(key, case.get(key), schema)
        if found != wanted and not (is_outside and key not in case):
            yield key, (wanted, found)
    if "other_than" in case and _measure(case["other_than"], schema) in _found(computed, schema)["measures"]:  # type: ignore[operator]
        yield "other_than", (case["other_than"], computed.measures)
    if any(words not in computed.words for words in case.get("words", ())):
        yield "words", (case["words"], computed.words)


def _found(computed: Computed, schema: Schema) -> dict[str, object]:
    period = computed.period
    return {
        "measures": {measure.lower() for measure in computed.measures},
        "grain": {grain.lower() for grain in computed.grain},
        "filters": {filter_text(condition).lower() for condition in computed.filters},
        "having": {filter_text(condition).lower() for condition in computed.having},
        "period": f"{period.start} {period.end}" if period else None,
        "joins": {frozenset(join.lower().split(" = ")) for join in computed.joins},
        "limit": computed.limit,
        "order_by": computed.order_by and computed.order_by.lower(),
    }


def _wanted(key: str, value: Any, schema: Schema) -> object:
    if key in ("period", "limit"):
        return value
    if key == "order_by":
        return _measure(value, schema) if "(" in value and value.partition("(")[0] not in UNITS else value.lower()
    if key == "measures":
        return {_measure(text, schema) for text in value or ()}
    if key == "having":
        return {_having(text, schema) for text in value or ()}
    if key == "joins":
        return {frozenset(join.lower().split(" = ")) for join in value or ()}
    return {text.lower() for text in value or ()}


def _measure(text: str, schema: Schema) -> str:
    return plain_measure(parse_expression(text, schema), schema).name.lower()


def _having(text: str, schema: Schema) -> str:
    measure, operator, value = text.rsplit(" ", 2)
    return f"{_measure(measure, schema)} {operator} {value}"


@cache
def _introspected(name: str, path: Path) -> Schema:
    """The schema as it is read of an empty database made by its DDL."""
    with sqlite3.connect(path) as connection:
        connection.executescript((CASES / f"{name}.sql").read_text())
    database = Database(name, DatabaseSpec(url=f"sqlite:///{path}"), f"sqlite:///{path}", Asker(id="tests"))
    schema = introspect(database, PolicySpec(), SemanticSpec())
    database.close()
    return schema
