"""What the retailer sells, and who makes it."""

from dataclasses import dataclass
from datetime import date

CHANNELS = {"Store": 50, "Online": 38, "Marketplace": 12}
"""Each channel with its share of orders in per cent."""

SEGMENTS = ("Household", "Office", "Hospitality")


@dataclass(frozen=True)
class Category:
    """A product category: the articles in it, and a typical price in EUR."""

    name: str
    articles: tuple[str, ...]
    price: int


CATEGORIES = (
    Category("Seating", ("Lounge Chair", "Dining Chair", "Sofa", "Bench", "Bar Stool", "Armchair", "Desk Chair"), 620),
    Category("Tables", ("Dining Table", "Desk", "Side Table", "Console", "Meeting Table", "Coffee Table"), 740),
    Category("Lighting", ("Floor Lamp", "Pendant", "Desk Lamp", "Wall Light", "Lantern", "Table Lamp"), 380),
    Category("Storage", ("Shelf", "Sideboard", "Wardrobe", "Cabinet", "Locker", "Drawer Unit"), 680),
    Category("Outdoor", ("Parasol", "Garden Table", "Sun Lounger", "Planter", "Garden Chair", "Fire Bowl"), 560),
    Category("Textiles", ("Rug", "Curtain", "Cushion", "Throw", "Acoustic Panel", "Blind"), 340),
)

RANGES = ("Alder", "Brisa", "Calder", "Dune", "Elva", "Fjord", "Grove", "Haven", "Isla", "Juno", "Karst", "Lumen")


@dataclass(frozen=True)
class Supplier:
    """Who makes products of a category, and where; a new supplier has no end of contract yet."""

    name: str
    country_code: str
    category: str
    contract_ends_on: date | None


SUPPLIERS = (
    Supplier("Ostrava Seating Works", "CZ", "Seating", date(2027, 12, 31)),
    Supplier("Mobiliário Vouga", "PT", "Tables", date(2026, 6, 30)),
    Supplier("Lumitex Components", "TW", "Lighting", date(2026, 12, 31)),
    Supplier("Kaunas Woodcraft", "LT", "Storage", date(2028, 3, 31)),
    Supplier("Terrasol Garden", "TR", "Outdoor", date(2026, 9, 30)),
    Supplier("Anatolia Weavers", "TR", "Textiles", date(2027, 6, 30)),
    Supplier("Baltic Frame", "EE", "Seating", date(2026, 12, 31)),
    Supplier("Hai Phong Furnishings", "VN", "Tables", None),
)

CARRIERS = ("ParcelWay", "Trans Norte", "Velomax", "BlueRoute", "Quayline")
COMPETITORS = ("Casabella Direct", "Nordhus", "Brightnest", "Holm & Vane", "Möbelplatz24")
