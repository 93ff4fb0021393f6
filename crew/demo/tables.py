"""The retailer's tables. Three references between them are left undeclared, as in many a grown database."""

from sqlalchemy import Column, Date, ForeignKey, Index, Integer, MetaData, Numeric, String, Table

METADATA = MetaData()


def _money(name: str) -> Column:
    return Column(name, Numeric(12, 2), nullable=False)


COUNTRIES = Table(
    "countries",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("code", String(2), nullable=False),
    Column("name", String(40), nullable=False),
    Column("region", String(40), nullable=False),
)
STORES = Table(
    "stores",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(60), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("country_id", Integer, ForeignKey("countries.id"), nullable=False),
    Column("opened_on", Date, nullable=False),
    Column("floor_area_sqm", Integer),
)
SUPPLIERS = Table(
    "suppliers",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(60), nullable=False),
    Column("country_code", String(2), nullable=False),
    Column("contract_ends_on", Date),
    Column("quality_rating", Numeric(3, 1)),
)
PRODUCTS = Table(
    "products",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("sku", String(12), nullable=False),
    Column("name", String(60), nullable=False),
    Column("category", String(30), nullable=False),
    Column("supplier_id", Integer, ForeignKey("suppliers.id"), nullable=False),
    _money("list_price"),
    _money("unit_cost"),
    Column("discontinued_on", Date),
)
CUSTOMERS = Table(
    "customers",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(60), nullable=False),
    Column("email", String(80)),
    Column("segment", String(20), nullable=False),
    Column("country_code", String(2), nullable=False),  # refers to countries.code, undeclared
    Column("joined_on", Date, nullable=False),
)
ORDERS = Table(
    "orders",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("customer_id", Integer, ForeignKey("customers.id"), nullable=False),
    Column("store_id", Integer, ForeignKey("stores.id"), nullable=False),
    Column("channel", String(20), nullable=False),
    Column("ordered_on", Date, nullable=False),
    Column("status", String(20), nullable=False),
    Column("cancel_reason", String(40)),
    Column("currency", String(3), nullable=False),
    Index("orders_ordered_on", "ordered_on"),
)
ORDER_LINES = Table(
    "order_lines",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("order_id", Integer, ForeignKey("orders.id"), nullable=False, index=True),
    Column("product_id", Integer, ForeignKey("products.id"), nullable=False),
    Column("quantity", Integer, nullable=False),
    _money("unit_price"),
    _money("discount_amount"),
    _money("net_amount"),
    _money("cost_amount"),
    Column("quantity_returned", Integer, nullable=False),
)
RETURNS = Table(
    "returns",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("order_line_id", Integer, nullable=False),  # refers to order_lines.id, undeclared
    Column("returned_on", Date, nullable=False),
    Column("quantity", Integer, nullable=False),
    Column("reason", String(40)),
    _money("refund_amount"),
)
SHIPMENTS = Table(
    "shipments",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("order_id", Integer, nullable=False),  # refers to orders.id, undeclared
    Column("carrier", String(40), nullable=False),
    Column("warehouse", String(40), nullable=False),
    Column("shipped_on", Date, nullable=False),
    Column("promised_on", Date, nullable=False),
    Column("delivered_on", Date),
    Column("delivery_days", Integer),
)
SALES_TARGETS = Table(
    "sales_targets",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("country_id", Integer, ForeignKey("countries.id"), nullable=False),
    Column("quarter_start", Date, nullable=False),
    _money("net_revenue_target"),
    _money("gross_margin_target"),
)
