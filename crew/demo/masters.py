"""Rows that trade refers to: countries, stores, suppliers, products and customers."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from crew.demo.assortment import CATEGORIES, RANGES, SEGMENTS, SUPPLIERS
from crew.demo.places import COUNTRIES
from crew.demo.sampling import random_for

Row = dict[str, Any]
"""One row of a table, by column name."""

WEB_STORE = "Web"

_CUSTOMERS_PER_WEIGHT = 80
_SECOND_MAKER_FROM, _DISCONTINUED = 6, 7
_GIVEN = ("Alex", "Mia", "Jonas", "Elena", "Noah", "Sofia", "Luca", "Hana", "Omar", "Julia", "Kai", "Nora")
_FAMILY = ("Almeida", "Berg", "Costa", "Dahl", "Egan", "Fuchs", "Grau", "Hale", "Ito", "Jansen", "Kowal", "Lang")
_HOUSES = ("Harbour", "Station", "Garden", "Mill", "Crown", "Bridge", "Park", "Tower", "Lake", "Market")


def make_countries() -> list[Row]:
    """One row per country."""
    return [{"id": number, "code": c.code, "name": c.name, "region": c.region} for number, c in enumerate(COUNTRIES, 1)]


def make_stores(seed: int) -> list[Row]:
    """Three stores and one web store in each country, in that order."""
    rng = random_for(seed, "stores")
    rows: list[Row] = []
    for country_id, country in enumerate(COUNTRIES, 1):
        for city in (*country.cities, None):
            rows.append(
                {
                    "id": len(rows) + 1,
                    "name": f"Larkmoor {city or country.name + ' Online'}",
                    "kind": "Store" if city else WEB_STORE,
                    "country_id": country_id,
                    "opened_on": date(rng.randint(2006, 2021), rng.randint(1, 12), rng.randint(1, 28)),
                    "floor_area_sqm": rng.randrange(900, 4200, 50) if city else None,
                }
            )
    return rows


def make_suppliers(seed: int) -> list[Row]:
    """One row per supplier; a new one has no rating yet and no end of contract."""
    rng = random_for(seed, "suppliers")
    rows: list[Row] = []
    for number, supplier in enumerate(SUPPLIERS, 1):
        rating = Decimal(rng.randint(32, 48)).scaleb(-1)
        rows.append(
            {
                "id": number,
                "name": supplier.name,
                "country_code": supplier.country_code,
                "contract_ends_on": supplier.contract_ends_on,
                "quality_rating": rating if supplier.contract_ends_on else None,
            }
        )
    return rows


def make_products(seed: int) -> list[Row]:
    """Eight products in each category; a category's main supplier makes most of them."""
    rng = random_for(seed, "products")
    rows: list[Row] = []
    for kind in CATEGORIES:
        makers = [number for number, supplier in enumerate(SUPPLIERS, 1) if supplier.category == kind.name]
        for position, family in enumerate(rng.sample(RANGES, 8)):
            is_discontinued = position == _DISCONTINUED
            factor = 1 if is_discontinued else rng.uniform(0.75, 1.3)
            price = Decimal(round(kind.price * factor) * 100 - 10).scaleb(-2)
            number = len(rows) + 1
            rows.append(
                {
                    "id": number,
                    "sku": f"{kind.name[:2].upper()}-{1000 + 7 * number}",
                    "name": f"{family} {kind.articles[position % len(kind.articles)]}",
                    "category": kind.name,
                    "supplier_id": makers[-1] if position >= _SECOND_MAKER_FROM else makers[0],
                    "list_price": price,
                    "unit_cost": (price * Decimal(rng.randint(54, 62)) / 100).quantize(Decimal("0.01")),
                    "discontinued_on": date(2024, 12, 31) if is_discontinued else None,
                }
            )
    return rows


def make_customers(seed: int) -> list[Row]:
    """Households, offices and hotels in every country; some without an e-mail address."""
    rows: list[Row] = []
    for country in COUNTRIES:
        rng = random_for(seed, f"customers {country.code}")
        for _ in range(round(_CUSTOMERS_PER_WEIGHT * country.weight)):
            segment = rng.choice(SEGMENTS)
            name = _customer_name(segment, rng.choice(_GIVEN), rng.choice(_FAMILY), rng.choice(_HOUSES))
            number = len(rows) + 1
            rows.append(
                {
                    "id": number,
                    "name": name,
                    "email": None if rng.random() < 0.12 else f"customer{number}@example.com",
                    "segment": segment,
                    "country_code": country.code,
                    "joined_on": date(2019, 1, 1) + timedelta(days=rng.randrange(1360)),
                }
            )
    return rows


def _customer_name(segment: str, given: str, family: str, house: str) -> str:
    if segment == "Office":
        return f"{family} & {given} Office"
    if segment == "Hospitality":
        return f"{house} Hotel {family}"
    return f"{given} {family}"
