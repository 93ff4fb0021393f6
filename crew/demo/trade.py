"""Orders and their lines: steady trade everywhere, bent where a setback says so."""

import calendar
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from crew.demo.assortment import CHANNELS
from crew.demo.causes import NORMAL, Effect
from crew.demo.facts import Facts, Setback
from crew.demo.masters import Row
from crew.demo.places import COUNTRIES, EUROPE, YEARLY_GROWTH, Country
from crew.demo.quarters import FIRST_DAY, TODAY, quarter_of
from crew.demo.sampling import Bag, Shares, random_for, weighted

_ORDERS_PER_MONTH = 34
_SEASON = {1: 0.94, 2: 1.0, 3: 1.02, 4: 1.12}
_OVERSEAS_SEASON = _SEASON | {3: 1.06}
_QUANTITIES = weighted({3: 1, 4: 3, 5: 4, 6: 4, 8: 2})
_DISCOUNTS = weighted({0: 12, 5: 4, 10: 3})
_LINES_PER_ORDER = weighted({1: 3, 2: 4, 3: 2, 4: 1})
_AFTERWARDS = 0.5
"""How much of a setback is still felt in the quarter after it."""


@dataclass(frozen=True)
class Conditions:
    """What holds for a country on a day: the effect of a setback, and how strongly it is felt (0 to 1)."""

    effect: Effect = NORMAL
    strength: float = 0.0
    category: str = ""

    def factor(self, value: float) -> float:
        """A factor of the effect, weakened by the strength."""
        return 1 - self.strength * (1 - value)

    def share(self, name: str) -> float:
        """A share of the effect, between the normal one and the full one."""
        normal: float = getattr(NORMAL, name)
        full: float = getattr(self.effect, name)
        return normal + self.strength * (full - normal)


def conditions_on(facts: Facts, country: Country, day: date) -> Conditions:
    """What holds for a country on a day."""
    for setback in (facts.setback, facts.past_setback):
        strength = _strength(setback, country, day)
        if strength:
            return Conditions(setback.effect, strength, setback.places["category"])
    return Conditions()


def make_trade(facts: Facts, stores: Sequence[Row], products: Sequence[Row], customers: Sequence[Row]) -> list[Row]:
    """All orders by date, each with its lines under `lines`; ids are given to both."""
    orders = [order for country in COUNTRIES for order in _Trader(facts, country, stores, products, customers).orders()]
    orders.sort(key=lambda order: (order["ordered_on"], order["store_id"]))
    line_id = 0
    for order_id, order in enumerate(orders, 1):
        order["id"] = order_id
        for line in order["lines"]:
            line_id += 1
            line.update(id=line_id, order_id=order_id)
    return orders


class _Trader:
    """Trade in one country."""

    def __init__(
        self, facts: Facts, country: Country, stores: Sequence[Row], products: Sequence[Row], customers: Sequence[Row]
    ) -> None:
        self._facts, self._country = facts, country
        self._rng = rng = random_for(facts.seed, f"trade {country.code}")
        country_id = COUNTRIES.index(country) + 1
        own = [s["id"] for s in stores if s["country_id"] == country_id]
        self._web, self._large = own[-1], set(own[:2])
        self._stores = Bag(weighted({own[0]: 5, own[1]: 4, own[2]: 3}), rng)
        self._customers = Bag([c["id"] for c in customers if c["country_code"] == country.code], rng)
        self._channels = Bag(weighted(CHANNELS), rng)
        self._sizes, self._discounts = Bag(_LINES_PER_ORDER, rng), Bag(_DISCOUNTS, rng)
        self._all_products = Bag(products, rng)
        self._current_products = Bag([p for p in products if p["discontinued_on"] is None], rng)
        self._quantities = {p["id"]: Bag(_QUANTITIES, rng) for p in products}
        self._kept, self._cancelled = Shares[str](), Shares[str]()

    def orders(self) -> Iterator[Row]:
        """The country's orders, month by month."""
        for day in _order_days(self._country, self._rng):
            conditions = conditions_on(self._facts, self._country, day)
            channel = self._channels.draw()
            store = self._stores.draw() if channel == "Store" else self._web
            if self._is_placed(channel, store, conditions) and (lines := self._lines(day, conditions)):
                yield self._order(day, channel, store, conditions) | {"lines": lines}

    def _is_placed(self, channel: str, store: int, conditions: Conditions) -> bool:
        if conditions.effect.closes_stores and store in self._large:
            return False
        return self._kept.take(channel, conditions.factor(conditions.effect.channel_demand.get(channel, 1)))

    def _order(self, day: date, channel: str, store: int, conditions: Conditions) -> Row:
        is_cancelled = self._cancelled.take("order", conditions.share("cancelled"))
        is_open = (TODAY - day).days < 4
        return {
            "customer_id": self._customers.draw(),
            "store_id": store,
            "channel": channel,
            "ordered_on": day,
            "status": "cancelled" if is_cancelled else "open" if is_open else "completed",
            "cancel_reason": self._cancel_reason(conditions) if is_cancelled else None,
            "currency": "EUR",
        }

    def _cancel_reason(self, conditions: Conditions) -> str | None:
        if conditions.effect.cancel_reason and self._rng.random() < 0.8 * conditions.strength:
            return conditions.effect.cancel_reason
        return self._rng.choice(("changed mind", "out of stock", "payment failed", None))

    def _lines(self, day: date, conditions: Conditions) -> list[Row]:
        bag = self._all_products if day.year < 2025 else self._current_products
        lines = []
        for _ in range(self._sizes.draw()):
            product = bag.draw()
            if product["category"].lower() == conditions.category and not self._kept.take(
                "category", conditions.factor(conditions.effect.category_demand)
            ):
                continue
            extra = round(conditions.strength * conditions.effect.extra_discount)
            quantity = self._quantities[product["id"]].draw()
            lines.append(_line(product, quantity, self._discounts.draw() + extra))
        return lines


def _strength(setback: Setback, country: Country, day: date) -> float:
    if country != setback.country:
        return 0.0
    quarter = quarter_of(day)
    if quarter == setback.quarter:
        return setback.strength
    return setback.strength * _AFTERWARDS if quarter == setback.quarter.next and setback.strength == 1 else 0.0


def _order_days(country: Country, rng: random.Random) -> Iterator[date]:
    year, month = FIRST_DAY.year, FIRST_DAY.month
    owed = 0.0
    while (year, month) <= (TODAY.year, TODAY.month):
        years = year - FIRST_DAY.year + (month - FIRST_DAY.month) / 12
        season = (_SEASON if country.region == EUROPE else _OVERSEAS_SEASON)[(month + 2) // 3]
        owed += _ORDERS_PER_MONTH * country.weight * season * (1 + YEARLY_GROWTH[country.region]) ** years
        count, owed = int(owed), owed - int(owed)
        length = calendar.monthrange(year, month)[1]
        days = sorted(date(year, month, 1 + int(length * (n + rng.random()) / count)) for n in range(count))
        yield from (day for day in days if day <= TODAY)
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)


def _line(product: Row, quantity: int, discount: int) -> Row:
    gross = product["list_price"] * quantity
    reduction = (gross * discount / 100).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return {
        "product_id": product["id"],
        "quantity": quantity,
        "unit_price": product["list_price"],
        "discount_amount": reduction,
        "net_amount": gross - reduction,
        "cost_amount": product["unit_cost"] * quantity,
        "quantity_returned": 0,
    }
