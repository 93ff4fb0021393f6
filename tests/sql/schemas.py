"""A schema to check statements against without a database."""

from datetime import UTC, datetime

from tools.sql.schema import Column, Join, Schema, Table

_TABLES = {
    "orders": {
        "id": "integer",
        "customer_id": "integer",
        "region": "text",
        "note": "text",
        "total": "decimal",
        "ordered_at": "datetime",
    },
    "customers": {"id": "integer", "name": "text", "email": "text"},
    "notes": {"id": "integer", "update": "text", "delete": "text"},
}


def shop_schema(dialect: str = "sqlite") -> Schema:
    """Orders, customers and notes."""
    tables = tuple(
        Table(
            name=name,
            columns=tuple(Column(name=column, type=kind, kind=kind) for column, kind in columns.items()),
            primary_key=("id",),
        )
        for name, columns in _TABLES.items()
    )
    joins = (Join(left=("orders.customer_id",), right=("customers.id",)),)
    return Schema(source="shop", dialect=dialect, tables=tables, joins=joins, taken_at=datetime.now(UTC))
