"""What follows an order: its shipment, and what customers send back."""

import random
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from crew.demo.assortment import CARRIERS
from crew.demo.facts import Facts
from crew.demo.masters import Row
from crew.demo.places import COUNTRIES, Country
from crew.demo.quarters import TODAY
from crew.demo.sampling import Shares, random_for
from crew.demo.trade import Conditions, conditions_on

_REASONS = ("changed mind", "changed mind", "damaged in transit", "wrong item", "defective", "arrived too late", None)


def make_shipments(facts: Facts, orders: Sequence[Row], countries: Mapping[int, Country]) -> list[Row]:
    """One shipment for each order that was not cancelled and has left; `countries` is by store id."""
    rng = random_for(facts.seed, "shipments")
    late = Shares[str]()
    rows: list[Row] = []
    for order in orders:
        shipped_on = order["ordered_on"] + timedelta(days=rng.randint(1, 3))
        if order["status"] == "cancelled" or shipped_on > TODAY:
            continue
        country = countries[order["store_id"]]
        conditions = conditions_on(facts, country, order["ordered_on"])
        promised_on = order["ordered_on"] + timedelta(days=rng.randint(5, 8))
        is_late = late.take(country.code, conditions.share("late"))
        delivered_on = promised_on + timedelta(days=_days_off(rng, is_late, conditions))
        is_delivered = delivered_on <= TODAY
        rows.append(
            {
                "id": len(rows) + 1,
                "order_id": order["id"],
                "carrier": _carrier(facts, country, rng),
                "warehouse": _warehouse(facts, country, order["ordered_on"]),
                "shipped_on": shipped_on,
                "promised_on": promised_on,
                "delivered_on": delivered_on if is_delivered else None,
                "delivery_days": (delivered_on - order["ordered_on"]).days if is_delivered else None,
            }
        )
    return rows


def make_returns(
    facts: Facts, orders: Sequence[Row], shipments: Sequence[Row], countries: Mapping[int, Country]
) -> list[Row]:
    """What came back of delivered orders; notes the quantity on the order lines, too."""
    rng = random_for(facts.seed, "returns")
    returned = Shares[str]()
    delivered = {s["order_id"]: s["delivered_on"] for s in shipments if s["delivered_on"]}
    rows: list[Row] = []
    for order in orders:
        country = countries[order["store_id"]]
        conditions = conditions_on(facts, country, order["ordered_on"])
        for line in order["lines"] if order["id"] in delivered else ():
            if not returned.take(country.code, conditions.share("returned")):
                continue
            returned_on = delivered[order["id"]] + timedelta(days=rng.randint(2, 25))
            if returned_on <= TODAY:
                rows.append(_return(len(rows) + 1, line, returned_on, _reason(rng, conditions), rng))
    return rows


def _return(number: int, line: Row, returned_on: date, reason: str | None, rng: random.Random) -> Row:
    quantity = rng.randint(1, line["quantity"])
    line["quantity_returned"] = quantity
    refund = (line["net_amount"] * quantity / line["quantity"]).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return {
        "id": number,
        "order_line_id": line["id"],
        "returned_on": returned_on,
        "quantity": quantity,
        "reason": reason,
        "refund_amount": refund,
    }


def _reason(rng: random.Random, conditions: Conditions) -> str | None:
    if conditions.effect.return_reason and rng.random() < 0.7 * conditions.strength:
        return conditions.effect.return_reason
    return rng.choice(_REASONS)


def _days_off(rng: random.Random, is_late: bool, conditions: Conditions) -> int:
    """Days between the promise and the delivery, negative when early."""
    if not is_late:
        return -rng.randint(0, 3)
    return rng.randint(4, 16) if conditions.share("late") > 0.2 else rng.randint(1, 5)


def _carrier(facts: Facts, country: Country, rng: random.Random) -> str:
    if country == facts.setback.country:
        usual = facts.setback.places["carrier"]
    else:
        usual = CARRIERS[COUNTRIES.index(country) % len(CARRIERS)]
    return usual if rng.random() < 0.85 else rng.choice(CARRIERS)


def _warehouse(facts: Facts, country: Country, day: date) -> str:
    for setback in (facts.setback, facts.past_setback):
        has_moved = setback.cause.key == "distribution_centre_move" and day >= setback.quarter.start
        if has_moved and setback.country == country:
            return country.distribution_centres[1]
    return country.distribution_centres[0]
