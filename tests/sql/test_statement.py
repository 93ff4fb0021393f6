"""From a statement to evidence: parameters, joins, anomalies and empty results."""

from datetime import UTC, datetime

import pytest

from tests.sql.asking import ask
from tests.sql.schemas import shop_schema
from tools.sql.errors import WrongParameters
from tools.sql.guard import check_statement
from tools.sql.join_accounts import account_joins
from tools.sql.schema import Join
from tools.sql.specs import PolicySpec, SemanticSpec
from tools.sql.statement import without_fences


def test_evidence_says_what_was_run_and_what_it_computed(shop):
    before = datetime.now(UTC)
    found = ask(shop, "SELECT region, sum(total) AS sold FROM orders GROUP BY region ORDER BY sold DESC")

    assert found.statement == "SELECT region, SUM(total) AS sold FROM orders GROUP BY region ORDER BY sold DESC"
    assert found.computed.measures == ("sum(orders.total)",)
    assert [(c.name, c.role) for c in found.columns] == [("region", "key"), ("sold", "measure")]
    assert before <= found.retrieved_at
    assert found.id == ""


def test_a_code_fence_is_taken_off():
    assert without_fences("```sql\nSELECT 1\n```") == "SELECT 1"
    assert without_fences("  SELECT '```' ") == "SELECT '```'"


def test_no_row_is_nothing_found_and_says_what_was_tried(shop):
    found = ask(shop, "SELECT id FROM orders WHERE region = :region", {"region": "Mars"})

    assert found.kind == "nothing_found"
    assert "region = :region" in found.tried
    assert ":region = Mars" in found.tried


def test_a_sum_over_no_rows_is_nothing_found_and_never_zero(shop):
    assert ask(shop, "SELECT sum(total), max(total) FROM orders WHERE region = 'Mars'").kind == "nothing_found"


def test_a_count_of_zero_is_a_result(shop):
    assert ask(shop, "SELECT count(*) FROM orders WHERE region = 'Mars'").rows == ((0,),)


def test_a_column_that_is_mostly_empty_is_a_warning(shop):
    statement = "SELECT o.id, CASE WHEN o.id = 1 AND l.id = 1 THEN 1 END AS odd FROM orders o CROSS JOIN order_lines l"

    assert ask(shop, statement).warnings[0] == "null_dominant: `odd` is empty in 94% of the rows"


def test_parameters_must_match_the_placeholders(sqlite_shop):
    with pytest.raises(WrongParameters, match=":region"):
        ask(sqlite_shop, "SELECT id FROM orders WHERE region = :region")
    with pytest.raises(WrongParameters, match=":extra"):
        ask(sqlite_shop, "SELECT id FROM orders", {"extra": 1})
    with pytest.raises(WrongParameters, match="one value"):
        ask(sqlite_shop, "SELECT id FROM orders WHERE id IN (:ids)", {"ids": [1, 2]})


def test_a_text_copied_from_a_source_is_bound_instead_of_written(shop):
    copied = ("Asia", "x' OR '1'='1", "2025-02-20")

    found = ask(shop, "SELECT id FROM orders WHERE region = 'Asia' ORDER BY id", from_untrusted=copied)
    hostile = ask(
        shop, "SELECT id FROM orders WHERE region IN ('x'' OR ''1''=''1', 'Asia', 'Asia')", from_untrusted=copied
    )
    dated = ask(shop, "SELECT id FROM orders WHERE ordered_on >= '2025-02-20' ORDER BY id", from_untrusted=copied)

    assert found.rows == ((3,), (4,))
    assert "Asia" not in found.statement
    assert found.parameters == {"copied_1": "Asia"}
    assert hostile.parameters == {"copied_1": "x' OR '1'='1", "copied_2": "Asia"}
    assert dated.rows == ((3,), (4,))


def test_a_text_that_is_part_of_the_statement_stays_in_it(sqlite_shop):
    found = ask(
        sqlite_shop,
        "SELECT strftime('%Y', ordered_on) AS year, count(*) AS n FROM orders WHERE region = 'Asia' GROUP BY year",
        from_untrusted=("%Y", "Europe"),
    )

    assert found.parameters == {}
    assert found.rows == (("2025", 2),)


def test_joins_are_counted(shop):
    semantic = SemanticSpec(joins=("orders.customer_id = customers.id", "order_lines.order_id = orders.id"))
    found = ask(
        shop,
        "SELECT c.name, count(*) AS n FROM orders o JOIN customers c ON o.customer_id = c.id GROUP BY c.name",
        semantic=semantic,
    )
    account = found.joins[0]

    assert account.on == "orders.customer_id = customers.id"
    assert (account.rows_before, account.rows_after) == (4, 3)
    assert (account.unmatched_left, account.unmatched_right) == (1, 1)
    assert (account.multiplies, account.doubtful_measures) == (False, ())
    assert found.warnings == ()


def test_a_sum_that_a_join_repeats_is_doubtful(shop):
    semantic = SemanticSpec(joins=("order_lines.order_id = orders.id",))
    found = ask(
        shop,
        "SELECT l.product, sum(o.total) AS sold, sum(l.quantity) AS pieces FROM orders o "
        "JOIN order_lines l ON l.order_id = o.id GROUP BY l.product",
        semantic=semantic,
    )

    assert found.joins[0].multiplies
    assert found.joins[0].doubtful_measures == ("sum(orders.total)",)
    assert (found.joins[0].rows_before, found.joins[0].rows_after) == (4, 4)


@pytest.mark.parametrize(
    ("statement", "doubtful"),
    [
        ("SELECT sum(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id", ()),
        ("SELECT count(c.id) FROM orders o JOIN customers c ON c.id = o.customer_id", ("count(customers.id)",)),
        ("SELECT count(DISTINCT c.id) FROM orders o JOIN customers c ON c.id = o.customer_id", ()),
        ("SELECT max(c.id) FROM orders o JOIN customers c ON c.id = o.customer_id", ()),
        ("SELECT sum(o.total) FROM customers c, orders o WHERE c.id = o.customer_id", ()),
        ("SELECT sum(o.total) FROM orders o, notes n", ("sum(orders.total)",)),
        (
            "SELECT sum(o.total) FROM orders o JOIN (SELECT max(id) AS last FROM notes) n ON o.id <= n.last",
            (),
        ),
        (
            "SELECT sum(x.n) FROM customers c JOIN (SELECT customer_id, count(*) AS n FROM orders GROUP BY customer_id)"
            " x ON x.customer_id = c.id",
            (),
        ),
        ("SELECT sum(c.id + o.total) FROM orders o JOIN customers c ON c.id = o.customer_id", ()),
    ],
)
def test_only_aggregates_over_repeated_rows_are_doubtful(statement, doubtful):
    schema = shop_schema()
    checked = check_statement(statement, schema, "sqlite")
    joins = (Join(left=("orders.customer_id",), right=("customers.id",)),)

    accounts = account_joins(checked.tree, schema, joins)

    assert tuple(m for account in accounts for m in account.doubtful_measures) == doubtful


def test_the_digest_of_evidence_depends_on_its_rows(sqlite_shop):
    one = ask(sqlite_shop, "SELECT id FROM orders WHERE id = :id", {"id": 1})
    again = ask(sqlite_shop, "SELECT id FROM orders WHERE id = :id", {"id": 1})
    other = ask(sqlite_shop, "SELECT id FROM orders WHERE id = :id", {"id": 2}, policy=PolicySpec())

    assert one.sha256 == again.sha256 != other.sha256
