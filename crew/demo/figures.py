"""What the rows add up to, by country and quarter: the figures that documents quote and SQL gives."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from crew.demo.places import Country, countries_of
from crew.demo.quarters import Quarter, quarter_of


@dataclass(frozen=True)
class Result:
    """One country's or region's result in one quarter. Money in EUR without cancelled orders; the rest are counts."""

    net_revenue: Decimal = Decimal(0)
    gross_margin: Decimal = Decimal(0)
    orders: int = 0
    cancelled_orders: int = 0
    units: int = 0
    units_returned: int = 0
    delivered: int = 0
    late: int = 0

    def __add__(self, other: "Result") -> "Result":
        return Result(*(mine + theirs for mine, theirs in zip(_values(self), _values(other), strict=True)))

    @property
    def margin_rate(self) -> Decimal:
        """Gross margin per net revenue."""
        return self.gross_margin / self.net_revenue

    @property
    def late_share(self) -> Decimal:
        """Late deliveries per delivery."""
        return Decimal(self.late) / self.delivered

    @property
    def cancelled_share(self) -> Decimal:
        """Cancelled orders per order placed."""
        return Decimal(self.cancelled_orders) / (self.orders + self.cancelled_orders)

    @property
    def return_rate(self) -> Decimal:
        """Units sent back per unit sold."""
        return Decimal(self.units_returned) / self.units


class Figures:
    """Results by country and by region."""

    def __init__(self, results: Mapping[tuple[str, Quarter], Result]) -> None:
        self._results = results

    @classmethod
    def of(
        cls,
        trade: Sequence[Mapping[str, Any]],
        shipments: Iterable[Mapping[str, Any]],
        countries: Mapping[int, Country],
    ) -> "Figures":
        """Add up orders (with their `lines`) by the quarter they were placed in, deliveries by that of shipping."""
        results: dict[tuple[str, Quarter], Result] = defaultdict(Result)
        country_of_order = {order["id"]: countries[order["store_id"]].code for order in trade}
        for order in trade:
            results[country_of_order[order["id"]], quarter_of(order["ordered_on"])] += _result_of(order)
        for shipment in shipments:
            if shipment["delivered_on"]:
                late = int(shipment["delivered_on"] > shipment["promised_on"])
                key = country_of_order[shipment["order_id"]], quarter_of(shipment["shipped_on"])
                results[key] += Result(delivered=1, late=late)
        return cls(results)

    def of_country(self, country: Country, quarter: Quarter) -> Result:
        """One country's quarter."""
        return self._results[country.code, quarter]

    def of_region(self, region: str, quarter: Quarter) -> Result:
        """One region's quarter."""
        return sum((self.of_country(c, quarter) for c in countries_of(region)), Result())


def growth(now: Decimal, then: Decimal) -> Decimal:
    """Relative change, such as -0.12."""
    return now / then - 1


def _result_of(order: Mapping[str, Any]) -> Result:
    if order["status"] == "cancelled":
        return Result(cancelled_orders=1)
    lines = order["lines"]
    net = sum((line["net_amount"] for line in lines), Decimal(0))
    return Result(
        net_revenue=net,
        gross_margin=net - sum((line["cost_amount"] for line in lines), Decimal(0)),
        orders=1,
        units=sum(line["quantity"] for line in lines),
        units_returned=sum(line["quantity_returned"] for line in lines),
    )


def _values(result: Result) -> tuple[Any, ...]:
    return tuple(vars(result).values())
