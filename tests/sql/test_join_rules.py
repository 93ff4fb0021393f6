"""Which joins a statement may use, and the first run of those that were only inferred."""

import pytest

from tests.sql.asking import ask
from tests.sql.schemas import shop_schema
from tools.sql.database import Database
from tools.sql.guard import check_statement
from tools.sql.introspect import introspect
from tools.sql.join_rules import DoubtfulJoin, UnapprovedJoin, used_joins
from tools.sql.schema import Join
from tools.sql.semantics import Semantics
from tools.sql.specs import PolicySpec, SemanticSpec
from tools.sql.statement import run_statement

LINES = "order_lines.order_id = orders.id"
JOINED = [
    "SELECT count(*) FROM orders o JOIN order_lines l ON l.order_id = o.id",
    "SELECT count(*) FROM orders o, order_lines l WHERE o.id = l.order_id",
    "SELECT count(*) FROM orders WHERE id IN (SELECT order_id FROM order_lines)",
    "SELECT count(*) FROM orders o WHERE EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id)",
    "WITH l AS (SELECT order_id AS o FROM order_lines GROUP BY order_id) SELECT count(*) FROM orders JOIN l ON o = id",
    "SELECT count(*) FROM orders o JOIN (SELECT order_id FROM order_lines UNION SELECT order_id FROM order_lines) l "
    "ON l.order_id = o.id",
]


@pytest.mark.parametrize("statement", JOINED)
def test_a_join_that_is_only_inferred_is_refused_whatever_its_shape(sqlite_shop: Database, statement: str) -> None:
    with pytest.raises(UnapprovedJoin, match=r"only inferred \(100%\).*approved_joins"):
        ask(sqlite_shop, statement)

    assert ask(sqlite_shop, statement, semantic=SemanticSpec(joins=(LINES,))).rows


def test_a_join_that_nothing_suggests_is_refused_with_those_that_may_be_used(sqlite_shop: Database) -> None:
    with pytest.raises(UnapprovedJoin, match=r"no join that may be used.*orders.customer_id = customers.id"):
        ask(sqlite_shop, "SELECT count(*) FROM orders o JOIN customers c ON c.country = o.region")


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT count(*) FROM orders a JOIN orders b ON a.region = b.region",
        "SELECT count(*) FROM orders a JOIN orders b ON a.customer_id = b.id",
        "SELECT count(*) FROM orders o, customers c WHERE c.id = 1",
        "SELECT count(*) FROM (SELECT region, count(*) AS n FROM orders GROUP BY region) a "
        "JOIN (SELECT country, count(*) AS n FROM customers GROUP BY country) b ON a.n = b.n",
    ],
)
def test_computed_values_and_rows_of_one_table_are_joined_freely(sqlite_shop: Database, statement: str) -> None:
    assert ask(sqlite_shop, statement).rows


def test_two_columns_that_point_to_the_same_key_may_be_joined() -> None:
    joins = (
        Join(left=("orders.customer_id",), right=("customers.id",)),
        Join(left=("notes.id",), right=("customers.id",), origin="approved"),
    )
    schema = shop_schema().model_copy(update={"joins": joins})
    checked = check_statement("SELECT 1 FROM notes n JOIN orders o ON o.customer_id = n.id", schema, "sqlite")

    assert used_joins(checked.tree, schema, joins) == ()


def _run(database: Database, confidence: float, right: str, tried: list[Join]) -> object:
    policy = PolicySpec()
    schema = introspect(database, policy)
    join = Join(
        left=("order_lines.order_id",), right=(right,), confidence=confidence, origin="approved", is_tried=False
    )
    schema = schema.model_copy(update={"joins": (*schema.joins, join), "suggestions": ()})
    table, column = right.split(".")
    return run_statement(
        database,
        schema,
        f"SELECT count(*) AS n FROM order_lines l JOIN {table} t ON t.{column} = l.order_id",
        {},
        semantics=Semantics.of(SemanticSpec(), schema),
        policy=policy,
        asker=database.asker,
        deadline=_deadline(),
        tried=tried.append,
    )


def _deadline() -> object:
    from tools.deadline import Deadline

    return Deadline(60)


def test_an_approved_join_is_tried_over_its_first_rows_and_then_used(shop: Database) -> None:
    tried: list[Join] = []

    assert _run(shop, 1.0, "orders.id", tried).rows == ((4,),)  # type: ignore[attr-defined]
    assert [join.right for join in tried] == [("orders.id",)]


def test_an_approved_join_that_repeats_rows_is_not_used(shop: Database) -> None:
    tried: list[Join] = []

    with pytest.raises(DoubtfulJoin, match="4 rows became 5, although each should meet one"):
        _run(shop, 0.9, "orders.customer_id", tried)
    assert tried == []
