"""The shop, for every test of the semantic layer."""

import sqlite3
from collections.abc import Iterator

import pytest
from sqlglot import parse_one

from tests.semantics.shop import SPEC, shop_database, shop_schema
from tools.evidence import Computed
from tools.sql.computed import read_computed
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics


@pytest.fixture(scope="session")
def schema() -> Schema:
    return shop_schema()


@pytest.fixture(scope="session")
def semantics(schema: Schema) -> Semantics:
    return Semantics.of(SPEC, schema)


@pytest.fixture(scope="session")
def shop() -> Iterator[sqlite3.Connection]:
    connection = shop_database()
    yield connection
    connection.close()


@pytest.fixture(scope="session")
def read(schema: Schema, semantics: Semantics):
    def read_statement(statement: str, parameters: dict | None = None) -> Computed:
        return read_computed(parse_one(statement, dialect="sqlite"), schema, semantics, parameters or {})

    return read_statement
