"""What policy hides stays hidden, whatever the statement's shape, in every kind of database."""

import pytest

from tests.sql.asking import ask
from tools.sql.errors import MaskedColumn, UnknownColumn, UnknownTable, WrongRowFilter
from tools.sql.introspect import introspect
from tools.sql.policy import tighten
from tools.sql.specs import PolicySpec

HIDDEN = PolicySpec(exclude_tables=("salaries",), exclude_columns=("*.email", "orders.total"))
OWN_ROWS = PolicySpec(row_filters={"customers": "name = :asker"})
MASKED = PolicySpec(mask_columns=("customers.email",))


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM salaries",
        "SELECT * FROM SALARIES",
        "SELECT s.amount FROM orders o, salaries s",
        "WITH salaries AS (SELECT * FROM salaries) SELECT * FROM salaries",
        "SELECT id FROM orders UNION ALL SELECT id FROM salaries",
        "SELECT id FROM orders WHERE id IN (SELECT id FROM salaries)",
        "SELECT person FROM paid",
    ],
)
def test_an_excluded_table_is_as_if_it_did_not_exist(shop, statement):
    with pytest.raises(UnknownTable) as refusal:
        ask(shop, statement, policy=HIDDEN)

    assert "salaries" not in refusal.value.nearest
    assert "paid" not in refusal.value.nearest


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT email FROM customers",
        "SELECT c.email FROM customers c",
        "SELECT x.email FROM (SELECT * FROM customers) x",
        "WITH c AS (SELECT * FROM customers) SELECT email FROM c",
        "SELECT name FROM customers WHERE email LIKE 'a%'",
        "SELECT name FROM customers ORDER BY email",
        "SELECT sum(total) FROM orders",
        "SELECT o.id FROM orders o JOIN customers c USING (email)",
        "SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM customers WHERE id = o.customer_id AND email LIKE 'b%')",
    ],
)
def test_an_excluded_column_is_as_if_it_did_not_exist(shop, statement):
    with pytest.raises(UnknownColumn):
        ask(shop, statement, policy=HIDDEN)


def test_a_star_lists_only_what_may_be_seen(shop):
    found = ask(shop, "SELECT * FROM customers ORDER BY id LIMIT 1", policy=HIDDEN)

    assert [c.name for c in found.columns] == ["id", "name", "country"]


def test_an_alias_that_bears_a_hidden_name_does_not_reach_the_hidden_column(shop):
    found = ask(shop, "SELECT 0 AS email, id FROM customers ORDER BY email, id", policy=HIDDEN)

    assert found.rows == ((0, 1), (0, 2), (0, 3))


def test_a_view_over_what_is_hidden_is_hidden(shop):
    schema = introspect(shop, HIDDEN)

    assert {t.name for t in schema.tables} == {"customers", "orders", "order_lines"}
    assert {t.name for t in introspect(shop, PolicySpec()).tables} >= {"paid", "regional", "salaries"}


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT name FROM customers",
        "SELECT c.name FROM orders o RIGHT JOIN customers c ON c.id = o.customer_id GROUP BY c.name",
        "WITH c AS (SELECT * FROM customers) SELECT name FROM c",
        "SELECT name FROM (SELECT DISTINCT name FROM customers) x",
        "SELECT name FROM customers WHERE 1 = 1 OR name = 'Bo'",
        "SELECT name FROM customers UNION SELECT name FROM customers",
    ],
)
def test_a_row_filter_holds_for_each_use_of_a_table(shop, statement):
    assert ask(shop, statement, policy=OWN_ROWS, asker="Ada").rows == (("Ada",),)


def test_a_row_filter_holds_for_the_rows_an_outer_join_leaves_without_a_partner(shop):
    found = ask(
        shop,
        "SELECT o.id, c.name FROM orders o LEFT JOIN customers c ON c.id = o.customer_id ORDER BY o.id",
        policy=OWN_ROWS,
        asker="Bo",
    )

    assert found.rows == ((1, None), (2, None), (3, "Bo"), (4, None))
    assert found.parameters == {"asker": "Bo"}


def test_the_asker_of_a_row_filter_cannot_be_chosen_by_the_statement(shop):
    found = ask(shop, "SELECT name FROM customers", {"asker": "Ada"}, policy=OWN_ROWS, asker="Bo")

    assert found.rows == (("Bo",),)


def test_values_in_the_schema_come_from_the_rows_one_may_see(shop):
    schema = introspect(shop, OWN_ROWS)

    assert schema.table("customers").column("name").values == ()
    assert schema.table("customers").row_count == 0


def test_a_masked_column_is_listed_as_stars_through_any_shape(shop):
    plain = ask(shop, "SELECT name, email FROM customers ORDER BY id LIMIT 1", policy=MASKED)
    nested = ask(shop, "WITH c AS (SELECT id, email AS e FROM customers) SELECT c.e FROM c WHERE id < 3", policy=MASKED)

    assert plain.rows == (("Ada", "***"),)
    assert set(nested.rows) == {("***",)}


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT name FROM customers WHERE email = 'ada@example.org'",
        "SELECT count(email) FROM customers",
        "SELECT max(email) FROM customers",
        "SELECT upper(email) FROM customers",
        "SELECT email, count(*) FROM customers GROUP BY email",
        "SELECT name FROM customers ORDER BY email",
        "SELECT x.e FROM (SELECT email AS e FROM customers) x WHERE x.e LIKE 'a%'",
        "WITH c AS (SELECT email FROM customers UNION SELECT name FROM customers) SELECT upper(email) FROM c",
        "SELECT a.name FROM customers a JOIN customers b ON a.email = b.email",
    ],
)
def test_a_masked_column_may_not_be_filtered_on_or_aggregated(shop, statement):
    with pytest.raises(MaskedColumn, match="masked"):
        ask(shop, statement, policy=MASKED)


def test_masked_values_are_not_in_the_schema(shop):
    assert introspect(shop, MASKED).table("customers").column("email").values == ()


def test_what_policy_changed_is_shown_as_the_statement_that_ran(shop):
    assert "WHERE" in ask(shop, "SELECT name FROM customers", policy=OWN_ROWS, asker="Ada").statement
    assert ask(shop, "select name from customers").statement == "SELECT name FROM customers"


def test_a_row_filter_that_is_no_condition_is_named(sqlite_shop):
    for condition in ("name = ", "1 = 1 ORDER BY id", "1 = 1; DROP TABLE customers"):
        with pytest.raises(WrongRowFilter, match="customers"):
            introspect(sqlite_shop, PolicySpec(row_filters={"customers": condition}))


def test_a_domain_can_only_tighten_policy():
    base = PolicySpec(
        exclude_tables=("salaries",),
        row_filters={"orders": "region = 'Europe'"},
        allow_functions=("unaccent",),
        statement_seconds=10,
        max_rows=500,
    )
    domain = PolicySpec(
        exclude_tables=("audit",),
        row_filters={"Orders": "total > 1", "customers": "id > 0"},
        allow_functions=("pg_sleep",),
        statement_seconds=60,
        max_rows=100,
    )

    tightened = tighten(base, domain)

    assert tightened.exclude_tables == ("salaries", "audit")
    assert tightened.row_filters == {"orders": "(region = 'Europe') AND (total > 1)", "customers": "id > 0"}
    assert tightened.allow_functions == ("unaccent",)
    assert (tightened.statement_seconds, tightened.max_rows) == (10, 100)
