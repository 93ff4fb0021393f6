"""All rows of the retailer's database for one seed, in memory."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from crew.demo import masters
from crew.demo.aftermath import make_returns, make_shipments
from crew.demo.facts import Facts
from crew.demo.figures import Figures
from crew.demo.masters import Row
from crew.demo.places import COUNTRIES
from crew.demo.quarters import LAST_QUARTER, Quarter
from crew.demo.trade import make_trade

_THOUSAND = Decimal(1000)


@dataclass(frozen=True)
class Records:
    """The rows of every table, by table name in an order that respects foreign keys, and what they add up to."""

    tables: dict[str, list[dict[str, Any]]] = field(repr=False)
    figures: Figures = field(repr=False)


def make_records(facts: Facts) -> Records:
    """Make every row; the same facts, the same rows."""
    stores, suppliers = masters.make_stores(facts.seed), masters.make_suppliers(facts.seed)
    products, customers = masters.make_products(facts.seed), masters.make_customers(facts.seed)
    country_of = {store["id"]: COUNTRIES[store["country_id"] - 1] for store in stores}
    trade = make_trade(facts, stores, products, customers)
    shipments = make_shipments(facts, trade, country_of)
    returns = make_returns(facts, trade, shipments, country_of)
    figures = Figures.of(trade, shipments, country_of)
    tables = {
        "countries": masters.make_countries(),
        "stores": stores,
        "suppliers": suppliers,
        "products": products,
        "customers": customers,
        "orders": [{key: value for key, value in order.items() if key != "lines"} for order in trade],
        "order_lines": [line for order in trade for line in order["lines"]],
        "returns": returns,
        "shipments": shipments,
        "sales_targets": _make_targets(figures),
    }
    return Records(tables, figures)


def _make_targets(figures: Figures) -> list[Row]:
    """From the fourth quarter of 2023, last year's result and five per cent, in thousands."""
    rows: list[Row] = []
    quarter = Quarter(2023, 4)
    while quarter <= LAST_QUARTER.next:
        for country_id, country in enumerate(COUNTRIES, 1):
            past = figures.of_country(country, quarter.year_before)
            rows.append(
                {
                    "id": len(rows) + 1,
                    "country_id": country_id,
                    "quarter_start": quarter.start,
                    "net_revenue_target": _in_thousands(past.net_revenue),
                    "gross_margin_target": _in_thousands(past.gross_margin),
                }
            )
        quarter = quarter.next
    return rows


def _in_thousands(past: Decimal) -> Decimal:
    return (past * Decimal("1.05") / _THOUSAND).quantize(Decimal(1)) * _THOUSAND
