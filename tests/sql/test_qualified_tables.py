"""Tables of several schemas of one database: named with their schema, kept apart, and only where a domain says so."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from tests.sql.asking import ask
from tests.sql.conftest import on, open_shop
from tests.sql.labs.lab import scratch
from tools.deadline import Deadline
from tools.errors import ToolError
from tools.evidence import RowsEvidence
from tools.sql.compile import compile_query
from tools.sql.database import Database
from tools.sql.drift import drifts
from tools.sql.errors import MaskedColumn, StatementRefused, UnknownColumn, UnknownTable
from tools.sql.freshness import has_changed, tables_read
from tools.sql.introspect import introspect
from tools.sql.semantics import Semantics
from tools.sql.specs import PolicySpec, SemanticSpec
from tools.sql.visibility import hidden_columns
from tools.terms import StructuredQuery

MADE = """
CREATE TABLE {crm}.customers (id INTEGER PRIMARY KEY, name VARCHAR(40), email VARCHAR(60), tier VARCHAR(10));
CREATE TABLE {crm}.visits (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES {crm}.customers (id), days INTEGER);
CREATE TABLE {hr}.salaries (id INTEGER PRIMARY KEY, person VARCHAR(20), amount DECIMAL(10, 2));
INSERT INTO {crm}.customers VALUES (1, 'Ada Crm', 'ada@crm.org', 'gold'), (2, 'Bo Crm', 'bo@crm.org', 'tin'),
  (7, 'Zed Crm', 'zed@crm.org', 'gold');
INSERT INTO {crm}.visits VALUES (1, 1, 3), (2, 1, 4), (3, 7, 5);
INSERT INTO {hr}.salaries VALUES (1, 'Ada', 99999);
CREATE TABLE {crm}.notes (id INTEGER, words VARCHAR(20));
CREATE VIEW {crm}.addresses AS SELECT id, email FROM {crm}.customers;
CREATE VIEW {crm}.payroll AS SELECT person, amount FROM {hr}.salaries;
CREATE VIEW {crm}.home_people AS SELECT name FROM {home}.customers
"""


_KINDS = {"duckdb": "duckdb", "mysql": "mariadb", "postgresql": "postgres"}

pytestmark = on(*_KINDS.values())


class Place:
    """A shop with two more schemas beside it, and what they are called."""

    def __init__(self, url: str) -> None:
        address = sa.make_url(url)
        self.url, self.kind = url, _KINDS[address.get_backend_name()]
        own = scratch() if self.kind == "mariadb" else ""
        self.crm, self.hr = f"{own}crm", f"{own}hr"
        self.home = {"duckdb": "main", "postgres": "public"}.get(self.kind) or str(address.database)

    def run(self, script: str) -> None:
        engine = sa.create_engine(self.url)
        with engine.begin() as connection:
            for statement in script.split(";\n"):
                filled = statement.replace("{crm}", self.crm).replace("{hr}", self.hr).replace("{home}", self.home)
                connection.exec_driver_sql(filled)
        engine.dispose()

    def fill(self, text: str) -> str:
        return text.replace("{crm}", self.crm).replace("{hr}", self.hr).replace("{home}", self.home)

    def open(self, **spec: Any) -> Database:
        return open_shop(self.url, **{"schemas": [self.crm], **spec})


@pytest.fixture(scope="module")
def place(shop_url: str) -> Iterator[Place]:
    made = Place(shop_url)
    drop = "DROP SCHEMA IF EXISTS {crm}" + ("" if made.kind == "mariadb" else " CASCADE")
    made.run(f"{drop};\n{drop.replace('crm', 'hr')};\nCREATE SCHEMA {{crm}};\nCREATE SCHEMA {{hr}};\n{MADE.strip()}")
    yield made
    made.run(f"{drop};\n{drop.replace('crm', 'hr')}")


@pytest.fixture
def shop(place: Place) -> Iterator[Database]:
    database = place.open()
    yield database
    database.close()


def rows(place: Place, shop: Database, statement: str, **how: Any) -> list[tuple[str, ...]]:
    found = ask(shop, place.fill(statement), **how)
    assert isinstance(found, RowsEvidence)
    return [tuple(map(str, row)) for row in found.rows]


def test_tables_of_a_schema_let_in_stand_beside_those_of_the_home_schema(place: Place, shop: Database) -> None:
    schema = introspect(shop, PolicySpec())
    names = {table.name for table in schema.tables}

    assert {"customers", "orders", f"{place.crm}.customers", f"{place.crm}.visits"} <= names
    assert not any("salaries" in name and "." in name for name in names)
    assert schema.table(f"{place.crm}.customers").column("tier").values == ("gold", "tin")
    assert schema.table(f"{place.crm}.customers").row_count == 3
    assert schema.table("customers").column("tier") is None
    assert schema.table(f"{place.crm}.addresses").is_view


def test_foreign_keys_stay_in_their_schema(place: Place, shop: Database) -> None:
    joins = {(j.left, j.right) for j in introspect(shop, PolicySpec()).joins}

    visits = ((f"{place.crm}.visits.customer_id",), (f"{place.crm}.customers.id",))
    assert visits in joins or place.kind == "mariadb"  # MariaDB ignores REFERENCES within a column before 10.5
    assert not any(left[0].startswith(place.crm) and right[0] == "customers.id" for left, right in joins)


def test_tables_of_the_same_name_are_kept_apart(place: Place, shop: Database) -> None:
    assert rows(place, shop, "SELECT name FROM {crm}.customers ORDER BY id") == [
        ("Ada Crm",),
        ("Bo Crm",),
        ("Zed Crm",),
    ]
    assert rows(place, shop, "SELECT name FROM customers ORDER BY id") == [("Ada",), ("Bo",), ("Cy",)]
    assert rows(place, shop, "SELECT name FROM {home}.customers ORDER BY id") == [("Ada",), ("Bo",), ("Cy",)]


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT c.name, x.tier FROM customers c JOIN {crm}.customers x ON x.id = c.id ORDER BY c.id",
        "SELECT customers.name, x.tier FROM customers JOIN {crm}.customers AS x ON x.id = customers.id ORDER BY 1",
        "WITH x AS (SELECT * FROM {crm}.customers) "
        "SELECT c.name, x.tier FROM customers c JOIN x ON x.id = c.id ORDER BY 1",
        "SELECT c.name, (SELECT tier FROM {crm}.customers x WHERE x.id = c.id) AS tier FROM {home}.customers c "
        "WHERE c.id IN (SELECT id FROM {crm}.customers) ORDER BY 1",
        "SELECT {home}.customers.name, {crm}.customers.tier FROM {home}.customers JOIN {crm}.customers "
        "ON {crm}.customers.id = {home}.customers.id ORDER BY {home}.customers.id",
    ],
)
def test_both_tables_of_a_name_can_stand_in_one_statement(place: Place, shop: Database, statement: str) -> None:
    confirmed = SemanticSpec(joins=(place.fill("{crm}.customers.id = customers.id"),))
    assert rows(place, shop, statement, semantic=confirmed) == [("Ada", "gold"), ("Bo", "tin")]


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM {hr}.salaries",
        "SELECT s.amount FROM {hr}.salaries AS s",
        "SELECT id, (SELECT max(amount) FROM {hr}.salaries) AS m FROM customers",
        "WITH salaries AS (SELECT * FROM {hr}.salaries) SELECT * FROM salaries",
        "SELECT id FROM {crm}.customers UNION ALL SELECT id FROM {hr}.salaries",
        "SELECT * FROM {crm}.salaries",
        "SELECT * FROM {crm}.orders",
        'SELECT * FROM "{hr}.salaries"',
        'SELECT * FROM "{crm}.customers"',
        "SELECT * FROM information_schema.tables",
        "SELECT * FROM pg_catalog.pg_class",
        "SELECT * FROM mysql.user",
        "SELECT * FROM x.{crm}.customers",
    ],
)
def test_what_the_configuration_does_not_let_in_does_not_exist(place: Place, shop: Database, statement: str) -> None:
    quoted = statement.replace('"', "`") if place.kind == "mariadb" else statement
    with pytest.raises(UnknownTable) as refused:
        ask(shop, place.fill(quoted))
    assert not any("salaries" in name and name.startswith(place.hr) for name in refused.value.nearest)


def test_without_schemas_only_the_home_schema_is_read(place: Place) -> None:
    database = place.open(schemas=[])
    assert not any("." in table.name for table in introspect(database, PolicySpec()).tables)
    with pytest.raises(UnknownTable):
        ask(database, place.fill("SELECT name FROM {crm}.customers"))
    database.close()


def test_a_column_of_the_one_table_is_unknown_in_the_other(place: Place, shop: Database) -> None:
    with pytest.raises(UnknownColumn):
        ask(shop, "SELECT tier FROM customers")
    with pytest.raises(UnknownColumn):
        ask(shop, place.fill("SELECT country FROM {crm}.customers"))
    with pytest.raises(ToolError):
        ask(shop, place.fill("SELECT {hr}.customers.name FROM {crm}.customers"))


@pytest.mark.parametrize(
    "statement",
    [
        'WITH "{crm}.customers" AS (SELECT 1 AS id, 2 AS secret) SELECT secret FROM {crm}.customers',
        "WITH customers AS (SELECT 1 AS id, 'x' AS name) SELECT name FROM {home}.customers",
    ],
)
def test_a_with_query_cannot_stand_in_for_a_qualified_table(place: Place, shop: Database, statement: str) -> None:
    quoted = statement.replace('"', "`") if place.kind == "mariadb" else statement
    with pytest.raises(StatementRefused, match="WITH query"):
        ask(shop, place.fill(quoted))


def test_a_name_that_could_be_either_table_is_refused(place: Place, shop: Database) -> None:
    statement = "SELECT customers.name FROM {crm}.customers, customers WHERE {crm}.customers.id = {home}.customers.id"
    with pytest.raises(StatementRefused, match="alias"):
        ask(shop, place.fill(statement))


def test_a_column_can_name_its_schema_from_within_a_subquery(place: Place, shop: Database) -> None:
    statement = (
        "SELECT tier FROM {crm}.customers WHERE EXISTS "
        "(SELECT 1 FROM customers WHERE customers.id = {crm}.customers.id AND customers.country = 'SE')"
    )
    confirmed = SemanticSpec(joins=(place.fill("{crm}.customers.id = customers.id"),))
    assert rows(place, shop, statement, semantic=confirmed) == [("tin",)]


def test_listed_tables_may_be_qualified_and_let_their_schema_in(place: Place) -> None:
    database = place.open(schemas=[], tables=["orders", place.fill("{crm}.customers")])
    names = {table.name for table in introspect(database, PolicySpec()).tables}
    assert names == {"orders", place.fill("{crm}.customers")}
    database.close()


def test_all_tables_of_a_schema_can_be_listed(place: Place) -> None:
    database = place.open(schemas=[], tables=["orders", place.fill("{crm}.*")])
    names = {table.name for table in introspect(database, PolicySpec()).tables}
    assert {"orders", place.fill("{crm}.customers"), place.fill("{crm}.visits")} <= names
    assert not {"customers", place.fill("{hr}.salaries")} & names
    database.close()


def test_policy_is_for_the_table_it_names(place: Place, shop: Database) -> None:
    policy = PolicySpec(
        exclude_columns=(place.fill("{crm}.customers.email"),),
        mask_columns=(place.fill("{crm}.customers.name"),),
        row_filters={place.fill("{crm}.customers"): "tier = 'gold'", "customers": "country = 'UK'"},
    )

    found = rows(place, shop, "SELECT * FROM {crm}.customers ORDER BY id", policy=policy)
    assert found == [("1", "***", "gold"), ("7", "***", "gold")]
    assert rows(place, shop, "SELECT name, email FROM {home}.customers WHERE id = 1", policy=policy) == [
        ("Ada", "ada@example.org")
    ]
    assert rows(place, shop, "SELECT count(*) AS n FROM customers", policy=policy) == [("2",)]
    with pytest.raises(UnknownColumn):
        ask(shop, place.fill("SELECT email FROM {crm}.customers"), policy=policy)
    with pytest.raises(MaskedColumn):
        ask(shop, place.fill("SELECT id FROM {crm}.customers WHERE name = 'Ada Crm'"), policy=policy)


def test_a_view_does_not_show_what_policy_hides_in_its_schema(place: Place, shop: Database) -> None:
    hidden = PolicySpec(exclude_columns=(place.fill("{crm}.customers.email"),))
    names = {table.name for table in introspect(shop, hidden).tables}
    assert place.fill("{crm}.addresses") not in names
    assert place.fill("{crm}.home_people") in names

    excluded = {t.name for t in introspect(shop, PolicySpec(exclude_tables=("customers",))).tables}
    assert place.fill("{crm}.home_people") not in excluded
    assert place.fill("{crm}.addresses") in excluded
    assert place.fill("{crm}.customers") in excluded and "customers" not in excluded

    paid = {t.name for t in introspect(shop, PolicySpec(exclude_tables=(place.fill("{hr}.salaries"),))).tables}
    assert place.fill("{crm}.payroll") not in paid


def test_a_written_query_joins_within_the_schema_and_says_what_it_computed(place: Place, shop: Database) -> None:
    semantic = SemanticSpec(joins=(place.fill("{crm}.visits.customer_id = {crm}.customers.id"),))
    schema = introspect(shop, PolicySpec(), semantic)
    layer = Semantics.of(semantic, schema)
    query = StructuredQuery(measures=(place.fill("sum({crm}.visits.days)"),), by=(place.fill("{crm}.customers.tier"),))
    compiled = compile_query(query, schema, layer)

    evidence = ask(shop, compiled.statement, compiled.parameters, semantic=semantic)

    assert isinstance(evidence, RowsEvidence)
    assert [(row[0], str(row[1])) for row in evidence.rows] == [("gold", "12")]
    assert evidence.computed.measures == (place.fill("sum({crm}.visits.days)"),)
    assert evidence.computed.grain == (place.fill("{crm}.customers.tier"),)
    assert evidence.computed.unread == ()
    assert [account.on for account in evidence.joins] == [place.fill("{crm}.visits.customer_id = {crm}.customers.id")]


def test_a_repeated_sum_over_schemas_is_noticed(place: Place, shop: Database) -> None:
    semantic = SemanticSpec(joins=(place.fill("{crm}.visits.customer_id = customers.id"),))
    statement = place.fill(
        "SELECT count(o.id) AS n FROM orders o JOIN customers c ON c.id = o.customer_id "
        "JOIN {crm}.visits v ON v.customer_id = c.id"
    )
    with pytest.raises(ToolError, match="more than once"):
        ask(shop, statement, semantic=semantic)


def test_changes_are_seen_in_the_schema_they_happen_in(place: Place) -> None:
    database = place.open()
    before = introspect(database, PolicySpec())
    read = tables_read(place.fill("SELECT words FROM {crm}.notes"), before)
    assert [table.name for table in read] == [place.fill("{crm}.notes")]
    assert not has_changed(database, read, PolicySpec(), Deadline(20))
    database.close()

    place.run("ALTER TABLE {crm}.notes RENAME COLUMN words TO wording")
    database = place.open()
    try:
        assert has_changed(database, read, PolicySpec(), Deadline(20))
        assert not has_changed(database, tables_read("SELECT id FROM customers", before), PolicySpec(), Deadline(20))
        (drift,) = drifts(before, introspect(database, PolicySpec()))
        assert (drift.old, drift.new, drift.is_table) == (
            place.fill("{crm}.notes.words"),
            place.fill("{crm}.notes.wording"),
            False,
        )
    finally:
        database.close()
        place.run("ALTER TABLE {crm}.notes RENAME COLUMN wording TO words")


def test_a_table_gone_from_its_schema_is_told_as_a_table(place: Place) -> None:
    database = place.open()
    schema = introspect(database, PolicySpec())
    database.close()
    left = tuple(table for table in schema.tables if table.name != place.fill("{crm}.notes"))
    (drift,) = drifts(schema, schema.model_copy(update={"tables": left}))
    assert drift.is_table


def test_columns_of_qualified_tables_are_withheld_by_their_whole_name(place: Place, shop: Database) -> None:
    found = ask(shop, place.fill("SELECT email, tier FROM {crm}.customers"))
    assert isinstance(found, RowsEvidence)
    assert hidden_columns(found, {place.fill("{crm}.customers.email"): "nothing"}, {}) == {0: "nothing"}
    assert hidden_columns(found, {"customers.email": "nothing"}, {}) == {}
    assert hidden_columns(found, {"*.email": "nothing"}, {}) == {0: "nothing"}
