"""Snowflake behind the same door, names in upper case: its own driver against a stand-in that speaks its API."""

import os
import sys
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, create_engine, event

from tests.sql.asking import ask
from tools.asker import Asker
from tools.deadline import Deadline
from tools.errors import ToolError
from tools.evidence import RowsEvidence
from tools.sql.compile import compile_query
from tools.sql.database import Database
from tools.sql.errors import UnknownTable
from tools.sql.introspect import introspect
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.sql.specs import DatabaseSpec, PolicySpec, SemanticSpec
from tools.terms import StructuredQuery

URL = os.environ.get("CROSSCHECK_TEST_SNOWFLAKE_URL", "")
"""Such as `snowflake://fake:snow@localhost:8191/shop/public?account=fakesnow`, where `fakesnow -s -p 8191` runs."""
PACKAGES = os.environ.get("CROSSCHECK_TEST_SNOWFLAKE_PACKAGES", "")
"""A folder with Snowflake's packages, where they are not installed."""

pytestmark = pytest.mark.skipif(not URL, reason="CROSSCHECK_TEST_SNOWFLAKE_URL names no stand-in for Snowflake")

_MADE = (
    "CREATE OR REPLACE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR, country VARCHAR)",
    "CREATE OR REPLACE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL, ordered_at TIMESTAMP, "
    "total NUMBER(10, 2))",
    'CREATE OR REPLACE TABLE "small change" ("Coin" INTEGER)',
    "CREATE SCHEMA IF NOT EXISTS crm",
    "USE SCHEMA public",
    "CREATE OR REPLACE TABLE crm.customers (id INTEGER PRIMARY KEY, tier VARCHAR)",
    "INSERT INTO crm.customers VALUES (1, 'gold'), (2, 'tin')",
    "INSERT INTO customers VALUES (1, 'Ada', 'Spain'), (2, 'Bo', 'Italy')",
    "INSERT INTO orders VALUES (1, 1, '2025-07-01 10:00:00', 10.50), (2, 1, '2025-08-01 10:00:00', 20), "
    "(3, 2, '2025-08-02 10:00:00', 5)",
    'INSERT INTO "small change" VALUES (5)',
)


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    sys.path += [PACKAGES] if PACKAGES else []
    pytest.importorskip("snowflake.sqlalchemy")
    event.listen(Engine, "do_connect", _without_tls)
    maker = create_engine(URL)
    with maker.begin() as connection:
        for statement in _MADE:
            connection.exec_driver_sql(statement)
    opened = Database("shop", DatabaseSpec(url=URL), URL, Asker(id="ann"))
    yield opened
    opened.close()
    event.remove(Engine, "do_connect", _without_tls)


@pytest.fixture(scope="module")
def schema(database: Database) -> Schema:
    return introspect(database, PolicySpec(), SemanticSpec())


def test_names_are_read_as_snowflake_spells_them(schema: Schema) -> None:
    assert {table.name for table in schema.tables} >= {"CUSTOMERS", "ORDERS", "small change"}
    orders = schema.table("orders")
    assert orders is not None
    assert [(c.name, c.kind) for c in orders.columns] == [
        ("ID", "integer"),
        ("CUSTOMER_ID", "integer"),
        ("ORDERED_AT", "datetime"),
        ("TOTAL", "decimal"),
    ]
    assert orders.primary_key == ("ID",)


def test_qualify_is_guarded_run_and_filed(database: Database) -> None:
    evidence = ask(
        database,
        "SELECT customer_id, total FROM Orders "
        "QUALIFY ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY total DESC) = 1",
    )
    assert isinstance(evidence, RowsEvidence)
    assert sorted((int(str(a)), str(b)) for a, b in evidence.rows) == [(1, "20.00"), (2, "5.00")]
    assert "QUALIFY" in evidence.statement
    assert any("QUALIFY" in text for text in evidence.computed.unread)


def test_mixed_case_names_are_found(database: Database) -> None:
    evidence = ask(database, 'SELECT "Coin" FROM "small change"')
    assert isinstance(evidence, RowsEvidence)
    assert [int(str(cell)) for (cell,) in evidence.rows] == [5]


def test_a_written_query_runs_and_says_what_it_computed(database: Database, schema: Schema) -> None:
    semantic = SemanticSpec(joins=("ORDERS.CUSTOMER_ID = CUSTOMERS.ID",))
    joined = introspect(database, PolicySpec(), semantic)
    layer = Semantics.of(semantic, joined)
    query = StructuredQuery(measures=("sum(ORDERS.TOTAL)",), by=("CUSTOMERS.COUNTRY",))
    compiled = compile_query(query, joined, layer)

    evidence = ask(database, compiled.statement, compiled.parameters, semantic=semantic)

    assert isinstance(evidence, RowsEvidence)
    assert {(row[0], float(str(row[1]))) for row in evidence.rows} == {("Spain", 30.5), ("Italy", 5.0)}
    assert evidence.computed.measures == ("sum(ORDERS.TOTAL)",)
    assert evidence.computed.grain == ("CUSTOMERS.COUNTRY",)
    assert evidence.computed.unread == ()


def test_values_are_bound_and_policy_holds(database: Database) -> None:
    policy = PolicySpec(exclude_columns=("customers.name",))
    found = ask(database, "SELECT * FROM customers WHERE country = :c", {"c": "It' OR 1=1"}, policy=policy)
    assert found.kind == "nothing_found"
    rows = ask(database, "SELECT * FROM customers WHERE country = :c", {"c": "Italy"}, policy=policy)
    assert isinstance(rows, RowsEvidence)
    assert [column.name.lower() for column in rows.columns] == ["id", "country"]


def test_a_schema_that_is_let_in_stands_beside_the_home_schema(database: Database) -> None:
    with pytest.raises(UnknownTable):
        ask(database, "SELECT tier FROM crm.customers")
    opened = Database("shop", DatabaseSpec(url=URL, schemas=("crm",)), URL, Asker(id="ann"))
    confirmed = SemanticSpec(joins=("CRM.CUSTOMERS.ID = CUSTOMERS.ID",))
    found = ask(
        opened,
        "SELECT c.name, x.tier FROM public.customers c JOIN crm.customers x ON x.id = c.id ORDER BY c.id",
        semantic=confirmed,
    )
    opened.close()
    assert isinstance(found, RowsEvidence)
    assert found.rows == (("Ada", "gold"), ("Bo", "tin"))


@pytest.mark.parametrize(
    "statement", ["DROP TABLE orders", "SELECT SYSTEM$WAIT(5)", "CALL x()", "SELECT * FROM @stage"]
)
def test_what_does_more_than_read_is_refused(database: Database, statement: str) -> None:
    with pytest.raises(ToolError):
        ask(database, statement, deadline=Deadline(20))


def _without_tls(_dialect: object, _record: object, _arguments: object, parameters: dict[str, object]) -> None:
    """The stand-in speaks plain HTTP, which an address may not ask for."""
    if parameters.get("account") == "fakesnow":
        parameters["protocol"] = "http"
