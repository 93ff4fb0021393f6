"""What agents are told by the tools that read databases."""

import json
import subprocess
import sys

from tests.sql.asking import ask
from tests.sql.schemas import shop_schema
from tools.evidence import EvidenceLog
from tools.sql.errors import UnknownColumn
from tools.sql.run_sql import RunSqlTool
from tools.sql.schema import Table
from tools.sql.schema_tools import DescribeTableTool, ListTablesTool


def run_sql(shop) -> tuple[RunSqlTool, EvidenceLog]:
    log = EvidenceLog("s1")
    return RunSqlTool(lambda statement, parameters: ask(shop, statement, parameters), log), log


def test_rows_are_filed_and_shown(sqlite_shop):
    tool, log = run_sql(sqlite_shop)

    told = tool.run(statement="SELECT region, sum(total) AS sold FROM orders GROUP BY 1 ORDER BY 1", parameters={})

    assert told == 's1.1: 2 rows. {"columns": ["region", "sold"], "rows": [["Asia", "30.40"], ["Europe", "30.30"]]}'
    assert log.filed[0].id == "s1.1"
    assert tool.failure is None


def test_a_refusal_is_told_and_kept_for_the_retry(sqlite_shop):
    tool, log = run_sql(sqlite_shop)

    told = tool.run(statement="SELECT regoin FROM orders", parameters={})

    assert "`orders.region`" in told
    assert isinstance(tool.failure, UnknownColumn)
    assert not log.filed

    tool.run(statement="SELECT region FROM orders")
    assert tool.failure is None


def test_nothing_found_is_said_as_such(sqlite_shop):
    tool, log = run_sql(sqlite_shop)

    assert tool.run(statement="SELECT id FROM orders WHERE id = :id", parameters={"id": -1}) == "s1.1: nothing found."
    assert log.filed[0].kind == "nothing_found"


def test_tables_are_listed_and_described():
    schema = shop_schema()
    listing, describing = ListTablesTool(schema, lambda words: ()), DescribeTableTool(schema, lambda names: {})

    assert "orders: a table, number of rows unknown, columns id, customer_id" in listing.run()
    described = json.loads(describing.run(table="Customers"))
    assert described["name"] == "customers"
    assert described["joins"] == ["orders.customer_id = customers.id"]


def test_of_many_tables_those_are_listed_that_words_lead_to():
    few = shop_schema()
    many = few.model_copy(update={"tables": (*few.tables, *(Table(name=f"t{n}", columns=()) for n in range(60)))})
    told = ListTablesTool(many, lambda words: [few.table(words)]).run(words="customers")

    assert told.startswith("customers: a table")
    assert told.endswith("There are 62 other tables; give other `words` to find them.")


def test_a_described_table_shows_the_values_that_are_looked_at_now():
    schema = shop_schema()
    seen = schema.table("orders").model_copy(update={"row_count": 7})

    assert json.loads(DescribeTableTool(schema, lambda names: {"orders": seen}).run(table="orders"))["row_count"] == 7


def test_an_unknown_table_is_answered_with_the_nearest():
    assert "`customers`" in DescribeTableTool(shop_schema(), lambda names: {}).run(table="customer")


def test_reading_a_database_does_not_load_the_agent_framework():
    check = "import sys, tools.sql.statement, tools.sql.introspect; print('crewai' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", check], capture_output=True, text=True).stdout.strip() == "False"
