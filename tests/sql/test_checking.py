"""A corpus of statements put to the guard, line by line."""

import json

from tests.sql.schemas import shop_schema
from tools.asker import Asker
from tools.sql.checking import Grounds, check_lines, grounds_of, grounds_of_tables
from tools.sql.specs import PolicySpec


def verdicts(*entries: object, tables: str = "orders,customers,archive.orders") -> list[dict]:
    lines = [entry if isinstance(entry, str) else json.dumps(entry) for entry in entries]
    return [json.loads(v.as_json()) for v in check_lines(lines, grounds_of_tables(tables.split(",")))]


def allowed(statement: str, dialect: str = "sqlite") -> str | None:
    [verdict] = verdicts({"id": 1, "dialect": dialect, "statement": statement})
    return verdict["statement"]


def test_each_line_gets_its_verdict_with_what_would_run_or_why_not():
    good, bad = verdicts(
        {"id": "a", "dialect": "sqlite", "statement": "SELECT Total FROM Orders -- all"},
        {"id": "b", "dialect": "mariadb", "statement": "DELETE FROM orders"},
    )

    assert good == {
        "id": "a",
        "allowed": True,
        "reason": None,
        "statement": 'SELECT "orders"."total" AS "Total" FROM "orders" AS "orders"',
    }
    assert (bad["id"], bad["allowed"], bad["statement"]) == ("b", False, None)
    assert "Only SELECT" in bad["reason"]


def test_a_line_that_cannot_be_read_is_told_by_its_number_and_the_others_go_on():
    told = verdicts(
        "not json",
        [1],
        "",
        {"id": 3, "dialect": "sqlite"},
        {"id": 4, "dialect": "klingon", "statement": "SELECT 1"},
        {"id": 5, "statement": "SELECT 1"},
        "[" * 100_000,
    )

    assert [v["allowed"] for v in told] == [False, False, False, False, True, False]
    assert [v["id"] for v in told] == [None, None, 3, 4, 5, None]
    assert "Line 1 is not JSON" in told[0]["reason"]
    assert "`statement`" in told[2]["reason"]
    assert "klingon" in told[3]["reason"]


def test_any_column_of_a_named_table_may_be_read_and_star_stays():
    assert allowed("SELECT *, x FROM orders") == 'SELECT *, "orders"."x" AS "x" FROM "orders" AS "orders"'
    assert allowed("WITH t AS (SELECT * FROM orders) SELECT t.*, y FROM t, customers c WHERE c.z = t.a")
    assert allowed(
        "SELECT count(*) FROM orders o WHERE EXISTS (SELECT 1 FROM customers c WHERE c.id = o.cid AND d > 1)"
    )
    assert allowed("SELECT o.a, c.b FROM orders o JOIN customers c USING (cid)")
    assert allowed('SELECT "Ab" FROM orders', "postgres") == 'SELECT "orders"."Ab" AS "Ab" FROM "orders" AS "orders"'


def test_a_table_named_with_its_database_keeps_it():
    assert (
        allowed("SELECT o.a FROM archive.orders o", "mysql") == "SELECT `o`.`a` AS `a` FROM `archive`.`orders` AS `o`"
    )
    assert allowed("SELECT orders.a FROM archive.orders", "mysql")
    assert allowed("SELECT a FROM other.orders", "mysql") is None
    assert allowed("SELECT a FROM archive.customers", "mysql") is None


def test_a_table_that_is_not_named_is_refused_with_the_nearest():
    [verdict] = verdicts({"id": 1, "dialect": "postgres", "statement": "SELECT 1 FROM ordrs"})

    assert "`orders`" in verdict["reason"]


def test_a_row_as_a_whole_is_refused_where_a_table_may_stand_for_it():
    assert allowed("SELECT o FROM orders o", "postgres") is None
    assert allowed("SELECT 1 AS o FROM orders o WHERE EXISTS (SELECT o)", "duckdb") is None
    assert allowed("SELECT c.o FROM orders o, customers c", "postgres")


def test_the_policy_of_a_database_is_part_of_what_would_run():
    policy = PolicySpec(row_filters={"orders": "region = :asker"}, allow_functions=("unaccent",))
    grounds = grounds_of(Grounds(shop_schema("postgres"), policy, Asker(id="ann")))
    lines = [
        json.dumps({"id": 1, "statement": "SELECT unaccent(note) AS n FROM orders"}),
        json.dumps({"id": 2, "statement": "SELECT missing FROM orders"}),
        json.dumps({"id": 3, "dialect": "mysql", "statement": "SELECT id FROM orders"}),
    ]

    first, second, third = check_lines(lines, grounds)

    assert first.statement and "region = :asker" in first.statement
    assert not second.allowed
    assert not third.allowed and "postgres" in str(third.reason)


def test_a_bare_name_of_one_of_several_tables_stays_bare():
    joined = "SELECT a, sum(b) AS s FROM orders JOIN customers ON c = d GROUP BY a HAVING s > 1 ORDER BY s"
    inner = "SELECT a FROM orders WHERE EXISTS (SELECT 1 FROM customers WHERE c = d)"

    assert allowed(joined) == (
        'SELECT "a" AS "a", SUM("b") AS "s" FROM "orders" AS "orders" JOIN "customers" AS "customers" '
        'ON "c" = "d" GROUP BY "a" HAVING "s" > 1 ORDER BY "s"'
    )
    assert 'WHERE "c" = "d"' in str(allowed(inner))
    assert allowed("SELECT a AS a, rank() OVER w AS r FROM orders WINDOW w AS (ORDER BY a)")


def test_columns_that_a_join_has_in_common_are_told_apart():
    assert allowed("SELECT k, x FROM orders JOIN customers USING (k)") == (
        'SELECT COALESCE("orders"."k", "customers"."k") AS "k", "x" AS "x" FROM "orders" AS "orders" '
        'JOIN "customers" AS "customers" ON "orders"."k" = "customers"."k"'
    )
    assert "NATURAL JOIN" in str(allowed("SELECT k FROM orders NATURAL JOIN customers"))


def test_what_the_parser_stumbles_over_is_refused_and_the_others_go_on():
    """sqlglot takes parts of these for granted."""
    told = verdicts(
        {"id": 1, "dialect": "bigquery", "statement": "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY 1)"},
        {"id": 2, "dialect": "mysql", "statement": "SELECT DATE_ADD(CURDATE() INTERVAL -30 DAY)"},
        {"id": 3, "dialect": "sqlite", "statement": "SELECT total FROM orders"},
    )

    assert [verdict["allowed"] for verdict in told] == [False, False, True]
    assert all("Write it in another way" in verdict["reason"] for verdict in told[:2])
