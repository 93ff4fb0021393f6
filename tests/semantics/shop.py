"""A small shop: its schema, its semantic layer, and a SQLite database with known rows."""

import sqlite3
from datetime import UTC, datetime

from tools.sql.schema import Column, Join, Schema, Table
from tools.sql.specs import ColumnSpec, DimensionSpec, MetricSpec, SemanticSpec, TableSpec

TABLES = {
    "stores": "id integer primary key, name text not null, country text, region text",
    "customers": "id integer primary key, name text not null, country text, segment text, joined_on date",
    "products": "id integer primary key, name text not null, category text, price decimal",
    "orders": "id integer primary key, store_id integer not null, customer_id integer, "
    "ordered_at datetime not null, shipped_on date, status text not null, total decimal",
    "order_lines": "id integer primary key, order_id integer not null, product_id integer not null, "
    "quantity integer not null, unit_price decimal not null, net_amount decimal not null, gross_amount decimal",
    "returns": "id integer primary key, order_id integer not null, returned_on date not null, amount decimal not null",
}

JOINS = (
    ("orders.store_id", "stores.id"),
    ("orders.customer_id", "customers.id"),
    ("order_lines.order_id", "orders.id"),
    ("order_lines.product_id", "products.id"),
    ("returns.order_id", "orders.id"),
)

ROWS = {
    "stores": [(1, "Berlin", "Germany", "Europe"), (2, "Paris", "France", "Europe"), (3, "Austin", "USA", "Americas")],
    "customers": [
        (1, "Ada", "Germany", "business", "2024-01-05"),
        (2, "Bo", "France", "private", "2024-03-01"),
        (3, "Cy", "USA", "business", "2025-02-01"),
        (4, "Di", "Germany", "private", "2025-06-01"),
    ],
    "products": [(1, "Lamp", "home", 20), (2, "Chair", "home", 50), (3, "Pen", "office", 2)],
    "orders": [
        (1, 1, 1, "2025-06-30 23:59:59", "2025-07-02", "paid", 70),
        (2, 1, 4, "2025-07-01 00:00:00", "2025-07-03", "paid", 20),
        (3, 2, 2, "2025-09-30 18:30:00", "2025-10-02", "paid", 104),
        (4, 3, 3, "2025-08-15 12:00:00", None, "cancelled", 50),
        (5, 3, None, "2025-10-01 00:00:00", "2025-10-04", "paid", 6),
    ],
    "order_lines": [
        (1, 1, 1, 1, 20, 20, 24),
        (2, 1, 2, 1, 50, 50, 60),
        (3, 2, 1, 1, 20, 20, 24),
        (4, 3, 2, 2, 50, 100, 120),
        (5, 3, 3, 2, 2, 4, 5),
        (6, 4, 2, 1, 50, 50, 60),
        (7, 5, 3, 3, 2, 6, 7),
    ],
    "returns": [(1, 1, "2025-07-10", 20), (2, 3, "2025-10-05", 50), (3, 3, "2025-10-06", 50)],
}

SPEC = SemanticSpec(
    tables={
        "stores": TableSpec(label="name", synonyms=("shop",)),
        "customers": TableSpec(label="name", synonyms=("client",)),
        "products": TableSpec(label="name"),
        "orders": TableSpec(columns={"total": ColumnSpec(unit="EUR")}),
        "order_lines": TableSpec(
            columns={"net_amount": ColumnSpec(unit="EUR"), "gross_amount": ColumnSpec(unit="EUR", synonyms=("gross",))}
        ),
    },
    metrics={
        "net_revenue": MetricSpec(
            expression="sum(order_lines.net_amount)",
            synonyms=("revenue", "sales"),
            unit="EUR",
            time="orders.ordered_at",
            filters=("orders.status <> 'cancelled'",),
            is_headline=True,
        ),
        "gross_revenue": MetricSpec(
            expression="sum(order_lines.gross_amount)", unit="EUR", time="orders.ordered_at",
        ),
        "list_value": MetricSpec(
            expression="sum(order_lines.quantity * order_lines.unit_price)", unit="EUR", time="orders.ordered_at"
        ),
        "returned": MetricSpec(expression="sum(returns.amount)", unit="EUR", time="returns.returned_on"),
        "return_rate": MetricSpec(
            expression="sum(returns.amount) / sum(order_lines.net_amount)", unit="ratio", time="orders.ordered_at"
        ),
        "buyers": MetricSpec(expression="count(distinct orders.customer_id)", unit="count", time="orders.ordered_at"),
        "order_value": MetricSpec(
            expression="sum(order_lines.net_amount) / count(distinct orders.id)", time="orders.ordered_at"
        ),
    },
    dimensions={
        "region": DimensionSpec(column="stores.region", synonyms=("area",)),
        "country": DimensionSpec(column="stores.country", parent="region"),
        "category": DimensionSpec(column="products.category"),
    },
)  # fmt: skip


def shop_schema(dialect: str = "sqlite") -> Schema:
    """The shop's schema as introspection would give it."""
    tables = tuple(
        Table(name=name, columns=tuple(_columns(text)), primary_key=("id",)) for name, text in TABLES.items()
    )
    joins = tuple(Join(left=(left,), right=(right,)) for left, right in JOINS)
    return Schema(
        source="shop", dialect=dialect, tables=tables, joins=joins, taken_at=datetime(2025, 11, 1, tzinfo=UTC)
    )


def shop_database() -> sqlite3.Connection:
    """The shop in memory."""
    connection = sqlite3.connect(":memory:")
    for name, text in TABLES.items():
        connection.execute(f"CREATE TABLE {name} ({text})")
        for row in ROWS[name]:
            connection.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
    return connection


def _columns(text: str) -> list[Column]:
    columns = []
    for part in text.split(","):
        name, kind, *rest = part.split()
        is_key = rest == ["primary", "key"]
        columns.append(Column(name=name, type=kind.upper(), kind=kind, is_nullable=not rest, is_key=is_key))
    return columns
