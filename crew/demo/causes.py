"""The ways a quarter can go wrong: what each does to the tables, and how people speak of it.

Every wording may use these places: `{country}`, `{adjective}`, `{old_dc}`, `{new_dc}`, `{city}`, `{second_city}`,
`{supplier}`, `{category}`, `{carrier}`, `{competitor}`; `{start}` (its first day), and `{month}` and
`{last_month}` of the quarter.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Effect:
    """What a cause does to trade while it lasts. Shares and factors are between 0 and 1."""

    channel_demand: dict[str, float] = field(default_factory=dict)
    """Orders that remain, by channel; 1 where a channel is not named."""
    category_demand: float = 1.0
    """Lines that remain in the category concerned."""
    extra_discount: int = 0
    """Further discount in per cent of the list price."""
    late: float = 0.07
    """Share of shipments delivered after the promised day."""
    returned: float = 0.04
    """Share of lines that customers send back."""
    return_reason: str | None = None
    cancelled: float = 0.04
    """Share of orders cancelled."""
    cancel_reason: str | None = None
    closes_stores: bool = False
    """The two largest stores take no orders."""


@dataclass(frozen=True)
class Cause:
    """A cause: its effect and its wordings."""

    key: str
    effect: Effect
    short: str
    """After "because of"."""
    reason: str
    """A clause, after "because"."""
    mechanism: tuple[str, ...]
    """Sentences on how it led to lost sales."""
    early_sign: str
    """What people saw before the quarter closed."""
    remedy: str
    """What was decided."""


NORMAL = Effect()

CAUSES = (
    Cause(
        key="distribution_centre_move",
        effect=Effect(
            channel_demand={"Store": 0.74, "Online": 0.46, "Marketplace": 0.44},
            late=0.46,
            returned=0.09,
            return_reason="arrived too late",
            cancelled=0.15,
            cancel_reason="delivery too late",
        ),
        short="the move of the distribution centre from {old_dc} to {new_dc}",
        reason="the move of the distribution centre from {old_dc} to {new_dc} left the country without enough "
        "picking capacity from early {month}",
        mechanism=(
            "The new hall in {new_dc} was to ship at full rate from {start}, but its conveyor was accepted only in "
            "{last_month}, and until then two shifts picked by hand.",
            "Online delivery times were therefore raised on the web site, and many customers ordered elsewhere or "
            "cancelled while they waited.",
        ),
        early_sign="pallets for the {adjective} stores are standing in {old_dc} with nobody left to load them, while "
        "{new_dc} still picks by hand",
        remedy="to keep a second night shift in {new_dc} until the backlog is cleared",
    ),
    Cause(
        key="quality_recall",
        effect=Effect(
            channel_demand={"Store": 0.63, "Online": 0.65, "Marketplace": 0.65},
            category_demand=0.12,
            returned=0.16,
            return_reason="defective",
            cancelled=0.11,
            cancel_reason="product recalled",
        ),
        short="the recall of {category} products made by {supplier}",
        reason="{category} products made by {supplier} had to be recalled after cracks were found in a batch sold "
        "only in this country",
        mechanism=(
            "Most of the {category} range was taken off sale in early {month} on the advice of the safety authority, "
            "and stores taped off the displays for inspection.",
            "Shoppers who had come for a complete room left with nothing, so other categories lost sales as well, and "
            "returns of defective goods rose.",
        ),
        early_sign="customers bring back cracked {category} pieces from {supplier} every day, and the authority has "
        "asked for the batch list",
        remedy="to release no further batch from {supplier} without a test certificate",
    ),
    Cause(
        key="price_war",
        effect=Effect(
            channel_demand={"Store": 0.72, "Online": 0.66, "Marketplace": 0.6},
            extra_discount=15,
        ),
        short="the price war started by {competitor}",
        reason="{competitor} cut its prices by a quarter in {month} and the price war cost both volume and margin",
        mechanism=(
            "Discounts of up to 25% were granted from {start} to hold on to customers, and still fewer of them came.",
            "Delivery and product quality were normal: the goods were on the shelf, but {competitor} sold comparable "
            "pieces for less.",
        ),
        early_sign="{competitor} has put up posters with a quarter off everything, opposite our store in {city}",
        remedy="to stop matching every price of {competitor} and to defend the forty best-selling articles only",
    ),
    Cause(
        key="carrier_strike",
        effect=Effect(
            channel_demand={"Store": 0.84, "Online": 0.3, "Marketplace": 0.26},
            late=0.55,
            returned=0.07,
            return_reason="arrived too late",
            cancelled=0.12,
            cancel_reason="delivery too late",
        ),
        short="the drivers' strike at {carrier}",
        reason="a drivers' strike at {carrier} stopped most home deliveries for nine weeks",
        mechanism=(
            "{carrier} carries nine out of ten of the {adjective} parcels, and no other carrier would take on bulky "
            "goods at short notice.",
            "Online and marketplace orders were switched off by postcode, whereas customers in the stores could "
            "still take goods home.",
        ),
        early_sign="{carrier}'s drivers walked out on Monday, and our depot holds eleven hundred parcels that nobody "
        "will collect",
        remedy="to sign a second carrier for {country} before the end of the year",
    ),
    Cause(
        key="erp_migration",
        effect=Effect(
            channel_demand={"Store": 0.7, "Online": 0.56, "Marketplace": 0.5},
            late=0.24,
            returned=0.08,
            return_reason="wrong item",
            cancelled=0.21,
            cancel_reason="out of stock",
        ),
        short="the migration to the new ERP system",
        reason="the migration to the new ERP system on {start} corrupted stock records and emptied the shelves",
        mechanism=(
            "After the cut-over the system showed stock that did not exist, so that replenishment orders were not "
            "raised and best sellers ran out in all stores.",
            "Orders that had been accepted were cancelled as out of stock, and pickers sent the wrong articles where "
            "item numbers had been mapped twice.",
        ),
        early_sign="since the cut-over the screen shows two hundred pieces where the shelf is bare, and we cancel "
        "orders by hand",
        remedy="to recount every location in {country} and to postpone all further ERP migrations",
    ),
    Cause(
        key="store_closures",
        effect=Effect(
            channel_demand={"Store": 0.84, "Online": 0.8, "Marketplace": 0.8},
            closes_stores=True,
            cancelled=0.07,
            cancel_reason="store closed",
        ),
        short="the closure of the {city} and {second_city} stores",
        reason="the two largest stores, {city} and {second_city}, were closed by the building inspectorate at "
        "the start of {month}",
        mechanism=(
            "Inspectors found that the fire doors of both buildings did not meet the new code, and the landlord needs "
            "until the end of the year to replace them.",
            "Customers did not move to the remaining store in large numbers, and the web shop, which hands out orders "
            "in the stores, lost sales too.",
        ),
        early_sign="the inspectorate has sealed the doors in {city} and {second_city}, and staff are sent home",
        remedy="to rent interim sales floors in {city} and {second_city} until the doors are replaced",
    ),
)
