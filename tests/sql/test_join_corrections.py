"""Statements whose joins repeat the rows they add up: written anew, the number is right on every database."""

import pytest

from tests.sql.asking import ask
from tests.sql.schemas import shop_schema
from tools.evidence import RowsEvidence
from tools.sql.database import Database
from tools.sql.guard import check_statement
from tools.sql.join_corrections import RepeatedRows, corrected
from tools.sql.specs import SemanticSpec

SEMANTIC = SemanticSpec(joins=("order_lines.order_id = orders.id",))
CASES = {
    "a table that is only joined": (
        "SELECT sum(o.total) AS sold FROM orders o JOIN order_lines l ON l.order_id = o.id",
        "SELECT sum(o.total) AS sold FROM orders o WHERE o.id IN (1, 2, 3)",
    ),
    "a condition on the repeating table": (
        "SELECT o.region, sum(o.total) AS sold FROM orders o JOIN order_lines l ON l.order_id = o.id "
        "WHERE l.quantity > 0 AND o.id > 0 GROUP BY o.region ORDER BY sold DESC, o.region",
        "SELECT region, sum(total) AS sold FROM orders WHERE id IN (1, 2, 3) GROUP BY region "
        "ORDER BY sold DESC, region",
    ),
    "the repeating table first": (
        "SELECT sum(o.total) AS sold FROM order_lines l JOIN orders o ON l.order_id = o.id WHERE l.quantity > 1",
        "SELECT sum(total) AS sold FROM orders WHERE id IN (1, 2, 3)",
    ),
    "joined in WHERE": (
        "SELECT avg(o.total) AS mean FROM orders o, order_lines l WHERE l.order_id = o.id",
        "SELECT avg(total) AS mean FROM orders WHERE id IN (1, 2, 3)",
    ),
    "rows without a partner kept": (
        "SELECT sum(o.total) AS sold FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id",
        "SELECT sum(total) AS sold FROM orders",
    ),
    "both tables added up": (
        "SELECT sum(o.total) AS sold, sum(l.quantity) AS pieces, count(l.id) AS n, max(l.quantity) AS most "
        "FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE l.quantity > 0",
        "SELECT sum(total) AS sold, 15 AS pieces, 4 AS n, 7 AS most FROM orders WHERE id IN (1, 2, 3)",
    ),
    "both added up, rows without a partner kept": (
        "SELECT o.region, sum(o.total) AS sold, sum(l.quantity) AS pieces, count(l.id) AS n FROM orders o "
        "LEFT JOIN order_lines l ON l.order_id = o.id GROUP BY o.region ORDER BY o.region",
        "SELECT region, sum(total) AS sold, CASE region WHEN 'Asia' THEN 7 ELSE 8 END AS pieces, "
        "CASE region WHEN 'Asia' THEN 1 ELSE 3 END AS n FROM orders GROUP BY region ORDER BY region",
    ),
    "three tables": (
        "SELECT c.name, sum(o.total) AS sold FROM customers c JOIN orders o ON o.customer_id = c.id "
        "JOIN order_lines l ON l.order_id = o.id GROUP BY c.name ORDER BY c.name",
        "SELECT c.name, sum(o.total) AS sold FROM customers c JOIN orders o ON o.customer_id = c.id "
        "WHERE o.id IN (1, 2, 3) GROUP BY c.name ORDER BY c.name",
    ),
    "a count of keys": (
        "SELECT l.product, count(o.id) AS n FROM orders o JOIN order_lines l ON l.order_id = o.id "
        "GROUP BY l.product ORDER BY l.product",
        "SELECT product, count(*) AS n FROM order_lines GROUP BY product ORDER BY product",
    ),
    "a condition with a value": (
        "SELECT sum(o.total) AS sold FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE l.product = :product",
        "SELECT sum(total) AS sold FROM orders WHERE id IN (1, 2)",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_corrected_statement_gives_the_right_number(shop: Database, case: str) -> None:
    wrong, right = CASES[case]
    parameters = {"product": "pen"} if ":product" in wrong else {}

    with pytest.raises(RepeatedRows, match="more than once because of the join") as refused:
        ask(shop, wrong, parameters, semantic=SEMANTIC)
    found = ask(shop, refused.value.corrected_query, refused.value.parameters, semantic=SEMANTIC)
    expected = ask(shop, right)

    assert isinstance(found, RowsEvidence)
    assert isinstance(expected, RowsEvidence)
    assert [[_plain(v) for v in row] for row in found.rows] == [[_plain(v) for v in row] for row in expected.rows]
    assert [c.name for c in found.columns] == [c.name for c in expected.columns]
    assert not any(account.doubtful_measures for account in found.joins)


@pytest.mark.parametrize(
    "statement",
    [
        "WITH c AS (SELECT id FROM customers) SELECT sum(c.id) FROM orders o JOIN c ON c.id = o.customer_id",
        "SELECT sum(c.id), sum(c.id * o.total) FROM orders o JOIN customers c ON c.id = o.customer_id",
        "SELECT o.note, sum(c.id) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY o.note",
        "SELECT sum(c.id), avg(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id",
        "SELECT sum(c.id) FROM orders o RIGHT JOIN customers c ON c.id = o.customer_id",
        "SELECT sum(c.id) FROM orders o JOIN customers c ON c.id = o.customer_id AND o.total > c.id",
        "SELECT sum(c.id) FROM customers c LEFT JOIN orders o ON c.id = o.customer_id WHERE o.total > 1",
    ],
)
def test_where_no_way_is_safe_nothing_is_proposed(statement: str) -> None:
    schema = shop_schema()

    assert corrected(check_statement(statement, schema, "sqlite").tree, schema, schema.joins) is None


def test_a_total_that_nobody_can_divide_is_a_warning(shop: Database) -> None:
    joined = "orders o JOIN order_lines l ON l.order_id = o.id"
    statement = f"SELECT l.product, sum(o.total) AS sold FROM {joined} GROUP BY l.product"

    found = ask(shop, statement, semantic=SEMANTIC)

    assert found.warnings == (
        "repeated_rows: sum(orders.total) counts rows more than once because of the join "
        "orders.id = order_lines.order_id",
    )


def _plain(value: object) -> object:
    return value if isinstance(value, str) else round(float(str(value)), 4)
