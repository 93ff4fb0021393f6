"""What a statement computed is said in comparable terms, in words, and column by column."""

import pytest
from sqlglot import parse_one

from tests.semantics.shop import SPEC, shop_schema
from tools.evidence import EvidenceColumn
from tools.sql.computed import evidence_columns, read_computed
from tools.sql.semantics import Semantics


def test_the_words_say_measure_grain_filters_period_tables_and_rank(read):
    computed = read(
        "SELECT s.country, SUM(l.net_amount) r FROM order_lines l JOIN orders o ON o.id = l.order_id "
        "JOIN stores s ON s.id = o.store_id WHERE s.region = 'Europe' AND o.status <> 'cancelled' "
        "AND o.ordered_at >= '2025-07-01' AND o.ordered_at < '2025-10-01' GROUP BY 1 ORDER BY r DESC LIMIT 5"
    )
    assert computed.words == (
        "Sum of net revenue (order_lines.net_amount) by stores.country, where stores.region = Europe, "
        "from 2025-07-01 to 2025-09-30 by orders.ordered_at, over order_lines joined with orders and stores; top 5"
    )


@pytest.mark.parametrize(
    ("statement", "unread"),
    [
        ("SELECT COUNT(*) FROM orders WHERE total > (SELECT AVG(total) FROM orders)", "AVG(total)"),
        ("SELECT COUNT(*) FROM orders WHERE status = 'paid' OR total > 5", "OR"),
        ("SELECT COUNT(*) FROM orders WHERE abs(total) = 5", "ABS"),
        ("SELECT COUNT(*) FROM orders WHERE ordered_at > date('now', '-7 days')", "now"),
        ("SELECT COUNT(*) FROM orders WHERE id NOT IN (SELECT order_id FROM returns)", "returns"),
        ("SELECT COUNT(*) FROM orders o WHERE NOT EXISTS (SELECT 1 FROM returns r WHERE r.order_id = o.id)", "EXISTS"),
        ("SELECT status, total FROM orders GROUP BY status", "total"),
        ("SELECT upper(status), COUNT(*) FROM orders GROUP BY upper(status)", "UPPER"),
        ("SELECT id FROM orders UNION SELECT id FROM returns", "UNION"),
        ("SELECT SUM(total) FROM (SELECT total FROM orders ORDER BY total DESC LIMIT 3) t", "first 3 rows"),
        ("SELECT COUNT(*) FROM orders, stores", "every row"),
        ("SELECT COUNT(*) FROM orders CROSS JOIN returns", "every row"),
        ("SELECT COUNT(*) FROM orders o JOIN orders p ON p.customer_id = o.customer_id", "COUNT"),
        ("SELECT rank() OVER (ORDER BY total) FROM orders", "RANK"),
        ("SELECT total FROM orders LIMIT 5 OFFSET 5", "OFFSET"),
        ("SELECT SUM(wages) FROM orders", "wages"),
        ("SELECT SUM(amount) FROM refunds", "refunds"),
        ("WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT SUM(i) FROM n", "n AS"),
        ("SELECT COUNT(*) FROM orders LIMIT :n", ":n"),
    ],
)
def test_what_does_not_fit_the_terms_is_unread_and_never_dropped(read, statement, unread):
    assert unread in " | ".join(read(statement).unread)


@pytest.mark.parametrize(
    ("condition", "filters"),
    [
        ("quantity BETWEEN 2 AND 5", ["order_lines.quantity >= 2", "order_lines.quantity <= 5"]),
        ("NOT quantity > 5", ["order_lines.quantity <= 5"]),
        ("3 < quantity", ["order_lines.quantity > 3"]),
        ("quantity = '3'", ["order_lines.quantity = 3"]),
        ("quantity = 1 OR quantity = 2", ["order_lines.quantity in 1, 2"]),
        ("quantity = -1", ["order_lines.quantity = -1"]),
        ("gross_amount IS NULL", ["order_lines.gross_amount is null"]),
        ("NOT gross_amount IS NULL", ["order_lines.gross_amount is not null"]),
        ("quantity IN (:a, :b)", ["order_lines.quantity in 7, 8"]),
    ],
)
def test_conditions_are_read_whatever_way_they_are_written(read, condition, filters):
    computed = read(f"SELECT SUM(gross_amount) FROM order_lines WHERE {condition}", {"a": 8, "b": 7})
    assert [f"{f.column} {f.operator} {', '.join(map(str, f.values))}".strip() for f in computed.filters] == filters
    assert computed.unread == ()


@pytest.mark.parametrize(
    ("condition", "period"),
    [
        ("ordered_at >= '2025-01-01' AND ordered_at < '2026-01-01'", "2025-01-01 2025-12-31"),
        ("strftime('%Y', ordered_at) = '2025'", "2025-01-01 2025-12-31"),
        ("CAST(strftime('%Y', ordered_at) AS INTEGER) = 2025", "2025-01-01 2025-12-31"),
        ("strftime('%Y-%m', ordered_at) = '2024-02'", "2024-02-01 2024-02-29"),
        ("strftime('%Y-%m', ordered_at) BETWEEN '2025-07' AND '2025-09'", "2025-07-01 2025-09-30"),
        ("date(ordered_at) BETWEEN '2025-07-01' AND '2025-09-30'", "2025-07-01 2025-09-30"),
        ("date(ordered_at) = '2025-07-01'", "2025-07-01 2025-07-01"),
        ("ordered_at BETWEEN '2025-07-01' AND '2025-09-30 23:59:59'", "2025-07-01 2025-09-30"),
        ("ordered_at >= :since AND ordered_at < :before", "2025-07-01 2025-09-30"),
        ("shipped_on BETWEEN '2025-07-01' AND '2025-09-30'", "2025-07-01 2025-09-30"),
        ("ordered_at BETWEEN '2025-07-01' AND '2025-09-30'", None),
        ("ordered_at >= '2025-07-01'", None),
    ],
)
def test_periods_are_read_whatever_way_they_are_written(read, condition, period):
    values = {"since": "2025-07-01", "before": "2025-10-01"}
    found = read(f"SELECT COUNT(*) FROM orders WHERE {condition}", values).period
    assert (f"{found.start} {found.end}" if found else None) == period


@pytest.mark.parametrize(
    ("dialect", "expression", "grain"),
    [
        ("mysql", "DATE_FORMAT(ordered_at, '%Y-%m')", "month"),
        ("mysql", "YEAR(ordered_at)", "year"),
        ("mysql", "EXTRACT(YEAR_MONTH FROM ordered_at)", "month"),
        ("mysql", "DATE(ordered_at)", "day"),
        ("postgres", "DATE_TRUNC('quarter', ordered_at)", "quarter"),
        ("postgres", "to_char(ordered_at, 'YYYY-MM')", "month"),
        ("postgres", "date_trunc('week', ordered_at)::date", "week"),
        ("postgres", "extract(year from ordered_at)", "year"),
        ("postgres", "ordered_at::date", "day"),
        ("duckdb", "strftime(ordered_at, '%Y-%m')", "month"),
        ("snowflake", "DATE_TRUNC('month', ordered_at)", "month"),
        ("bigquery", "DATE_TRUNC(ordered_at, MONTH)", "month"),
    ],
)
def test_calendar_units_are_read_in_every_dialect(dialect, expression, grain):
    schema = shop_schema(dialect)
    tree = parse_one(f"SELECT {expression} AS d, COUNT(*) AS n FROM orders GROUP BY {expression}", dialect=dialect)
    computed = read_computed(tree, schema, Semantics.of(SPEC, schema), {})
    assert computed.grain == (f"{grain}(orders.ordered_at)",)
    assert computed.unread == ()


def test_each_column_of_a_result_says_what_it_means(read, schema, semantics):
    statement = (
        "SELECT strftime('%Y-%m', o.ordered_at) AS m, s.country, SUM(l.net_amount) AS r, COUNT(DISTINCT o.id) AS n "
        "FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN stores s ON s.id = o.store_id "
        "WHERE o.status <> :status GROUP BY 1, 2"
    )
    computed = read(statement, {"status": "cancelled"})
    fetched = [EvidenceColumn(name=name, type="text") for name in ("m", "country", "r", "n")]
    month, country, revenue, orders = evidence_columns(
        parse_one(statement, dialect="sqlite"), computed, schema, semantics, fetched
    )
    assert (month.role, month.source) == ("key", "month(orders.ordered_at)")
    assert (country.role, country.source, "countries" in country.words) == ("key", "stores.country", True)
    assert (revenue.role, revenue.measure, revenue.unit) == ("measure", "net_revenue", "EUR")
    assert "sales" in revenue.words
    assert (orders.measure, orders.unit) == ("count(orders.id)", "count")


def test_a_listings_rows_are_named_by_their_label(read, schema, semantics):
    statement = "SELECT name, price, category FROM products ORDER BY price DESC"
    fetched = [EvidenceColumn(name=name) for name in ("name", "price", "category")]
    columns = evidence_columns(parse_one(statement), read(statement), schema, semantics, fetched)
    assert [(c.role, c.source) for c in columns] == [
        ("key", "products.name"),
        ("other", "products.price"),
        ("other", "products.category"),
    ]
