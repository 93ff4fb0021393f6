"""BigQuery, Redshift and Snowflake by parsing alone: what the guard says, what policy rewrites, what was computed."""

import pytest
from sqlglot import parse_one

from tests.sql.schemas import shop_schema
from tools.asker import Asker
from tools.errors import ToolError
from tools.sql.checking import grounds_of_tables
from tools.sql.compile import compile_query
from tools.sql.computed import read_computed
from tools.sql.dialects import render
from tools.sql.guard import check_statement
from tools.sql.policy import apply_policy
from tools.sql.semantics import Semantics
from tools.sql.specs import PolicySpec, SemanticSpec
from tools.terms import Filter, StructuredQuery

ANN = Asker(id="ann")
POLICY = PolicySpec(exclude_columns=("customers.email",), row_filters={"orders": "region = 'north'"})

ALLOWED = [
    (
        "bigquery",
        "SELECT region, ARRAY_AGG(STRUCT(id, total) ORDER BY total DESC LIMIT 3) AS best FROM orders GROUP BY 1",
    ),
    ("bigquery", "SELECT id, STRUCT(total AS amount, region) AS order_ FROM orders"),
    (
        "bigquery",
        "SELECT `region`, COUNTIF(total > 5), SAFE_DIVIDE(SUM(total), COUNT(*)) FROM `orders` GROUP BY region",
    ),
    (
        "bigquery",
        "SELECT DATE_TRUNC(ordered_at, MONTH) AS m, APPROX_COUNT_DISTINCT(customer_id) FROM orders GROUP BY m",
    ),
    ("bigquery", "SELECT id FROM orders QUALIFY ROW_NUMBER() OVER (PARTITION BY region ORDER BY total DESC) = 1"),
    ("bigquery", "SELECT * EXCEPT (note) FROM orders"),
    ("redshift", "SELECT TOP 5 region, total FROM orders ORDER BY total DESC"),
    ("redshift", "SELECT LISTAGG(region, ',') WITHIN GROUP (ORDER BY region) FROM orders"),
    ("redshift", "SELECT DATE_TRUNC('month', ordered_at), NVL(SUM(total), 0) FROM orders GROUP BY 1"),
    ("redshift", "SELECT id FROM orders QUALIFY ROW_NUMBER() OVER (PARTITION BY region ORDER BY total) = 1"),
    ("snowflake", "SELECT ID FROM ORDERS QUALIFY ROW_NUMBER() OVER (PARTITION BY REGION ORDER BY TOTAL) = 1"),
    (
        "snowflake",
        "SELECT o.region, SUM(o.total) FROM orders o JOIN customers ON customers.id = o.customer_id GROUP BY ALL",
    ),
    ("snowflake", "SELECT orders.id FROM orders JOIN customers ON customers.id = orders.customer_id"),
    ("snowflake", "SELECT region, IFF(total > 5, 'big', 'small'), TO_VARCHAR(ordered_at, 'YYYY-MM') FROM orders"),
]
REFUSED = [
    ("bigquery", "EXPORT DATA OPTIONS (uri = 'gs://b/x*.csv', format = 'CSV') AS SELECT * FROM orders"),
    ("bigquery", "SELECT * FROM EXTERNAL_QUERY('eu.c', 'SELECT 1')"),
    ("bigquery", "SELECT * FROM `shop.INFORMATION_SCHEMA.TABLES`"),
    ("bigquery", "SELECT * FROM `other-project.shop.orders`"),
    ("bigquery", "CREATE TEMP FUNCTION f() AS (1); SELECT f()"),
    ("bigquery", "DECLARE x INT64; SELECT x"),
    ("bigquery", "SELECT SESSION_USER()"),
    ("bigquery", "SELECT * FROM ML.PREDICT(MODEL m, TABLE orders)"),
    ("redshift", "UNLOAD ('SELECT * FROM orders') TO 's3://bucket/x' IAM_ROLE default"),
    ("redshift", "COPY orders FROM 's3://bucket/x' IAM_ROLE default"),
    ("redshift", "SELECT * FROM stl_query"),
    ("redshift", "SELECT * INTO taken FROM orders"),
    ("redshift", "SELECT pg_terminate_backend(1)"),
    ("snowflake", "SELECT SYSTEM$CANCEL_ALL_QUERIES(1)"),
    ("snowflake", "SELECT * FROM TABLE(RESULT_SCAN(LAST_QUERY_ID()))"),
    ("snowflake", "SELECT * FROM @stage/file.csv"),
    ("snowflake", "SELECT $1 FROM orders"),
    ("snowflake", "COPY INTO @stage FROM orders"),
    ("snowflake", "SELECT CURRENT_ROLE()"),
    ("snowflake", "EXECUTE IMMEDIATE 'DROP TABLE orders'"),
]


@pytest.mark.parametrize(("dialect", "statement"), ALLOWED)
def test_what_only_reads_passes_and_is_written_again_in_its_dialect(dialect: str, statement: str) -> None:
    checked = check_statement(statement, shop_schema(dialect), dialect).text
    assert parse_one(checked, dialect=dialect)
    again = check_statement(checked, shop_schema(dialect), dialect).text
    assert again == checked


@pytest.mark.parametrize(("dialect", "statement"), REFUSED)
def test_what_does_more_or_reads_elsewhere_is_refused(dialect: str, statement: str) -> None:
    with pytest.raises(ToolError):
        check_statement(statement, shop_schema(dialect), dialect)


@pytest.mark.parametrize("dialect", ["bigquery", "redshift", "snowflake"])
def test_policy_is_written_into_the_statement(dialect: str) -> None:
    full = shop_schema(dialect)
    customers = full.tables[1].model_copy(update={"columns": full.tables[1].columns[:2]})
    schema = full.model_copy(update={"tables": (full.tables[0], customers, full.tables[2])})
    checked = check_statement("SELECT * FROM orders o JOIN customers c ON c.id = o.customer_id", schema, dialect)

    text = render(apply_policy(checked.tree, schema, POLICY, ANN), dialect)

    assert "email" not in text
    assert "'north'" in text
    assert parse_one(text, dialect=dialect)


@pytest.mark.parametrize("dialect", ["bigquery", "redshift", "snowflake"])
def test_a_written_query_passes_the_guard_and_reads_as_what_was_asked(dialect: str) -> None:
    schema = shop_schema(dialect)
    layer = Semantics.of(SemanticSpec(), schema)
    query = StructuredQuery(
        measures=("sum(orders.total)",),
        by=("customers.name", "month(orders.ordered_at)"),
        filters=(Filter(column="orders.region", values=("north",)),),
        limit=5,
    )
    compiled = compile_query(query, schema, layer)

    checked = check_statement(compiled.statement, schema, dialect)
    computed = read_computed(checked.tree, schema, layer, compiled.parameters)

    assert computed.measures == ("sum(orders.total)",)
    assert computed.grain == ("customers.name", "month(orders.ordered_at)")
    assert [(f.column, f.values) for f in computed.filters] == [("orders.region", ("north",))]
    assert (computed.limit, computed.unread) == (5, ())


def test_a_backquoted_dataset_and_table_is_one_table() -> None:
    grounds = grounds_of_tables(["shop.orders"])("bigquery")
    checked = check_statement("SELECT o.id FROM `shop.orders` AS o", grounds.schema, "bigquery")
    assert checked.text == "SELECT `o`.`id` AS `id` FROM `shop.orders` AS `o`"
