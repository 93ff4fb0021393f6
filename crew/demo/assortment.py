"""What the retailer sells, and who makes it."""

from dataclasses import dataclass

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

SUPPLIERS = (
    ("Ostrava Seating Works", "CZ", "Seating"),
    ("Mobiliário Vouga", "PT", "Tables"),
    ("Lumitex Components", "TW", "Lighting"),
    ("Kaunas Woodcraft", "LT", "Storage"),
    ("Terrasol Garden", "TR", "Outdoor"),
    ("Anatolia Weavers", "TR", "Textiles"),
    ("Baltic Frame", "EE", "Seating"),
    ("Hai Phong Furnishings", "VN", "Tables"),
)
"""Name, country code and category of each supplier."""

CARRIERS = ("ParcelWay", "Trans Norte", "Velomax", "BlueRoute", "Quayline")
COMPETITORS = ("Casabella Direct", "Nordhus", "Brightnest", "Holm & Vane", "Möbelplatz24")
