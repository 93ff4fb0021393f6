"""Where the retailer trades: regions, their countries, and the cities of its stores."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Country:
    """One country; `weight` is its size relative to a typical European one."""

    name: str
    code: str
    region: str
    adjective: str
    weight: float
    cities: tuple[str, str, str]
    distribution_centres: tuple[str, str]
    """Where goods are sent from, and where that could move to."""

    @property
    def place(self) -> str:
        """The name as it stands within a sentence."""
        return f"the {self.name}" if self.name in _WITH_ARTICLE else self.name


EUROPE = "Europe"
_WITH_ARTICLE = ("Netherlands", "United States")
REGIONS = (EUROPE, "North America", "Asia Pacific", "Latin America")
YEARLY_GROWTH = {EUROPE: 0.022, "North America": 0.08, "Asia Pacific": 0.08, "Latin America": 0.09}

COUNTRIES = (
    Country("Germany", "DE", EUROPE, "German", 1.12, ("Hamburg", "Cologne", "Leipzig"), ("Kassel", "Erfurt")),
    Country("France", "FR", EUROPE, "French", 1.06, ("Lyon", "Lille", "Bordeaux"), ("Orléans", "Dijon")),
    Country("Spain", "ES", EUROPE, "Spanish", 1.0, ("Madrid", "Valencia", "Bilbao"), ("Zaragoza", "Guadalajara")),
    Country("Italy", "IT", EUROPE, "Italian", 1.0, ("Milan", "Turin", "Bologna"), ("Piacenza", "Verona")),
    Country("Netherlands", "NL", EUROPE, "Dutch", 0.94, ("Rotterdam", "Utrecht", "Eindhoven"), ("Tilburg", "Venlo")),
    Country("Poland", "PL", EUROPE, "Polish", 0.94, ("Warsaw", "Wrocław", "Gdańsk"), ("Łódź", "Poznań")),
    Country(
        "United States",
        "US",
        "North America",
        "American",
        1.6,
        ("Chicago", "Denver", "Atlanta"),
        ("Columbus", "Memphis"),
    ),
    Country(
        "Canada",
        "CA",
        "North America",
        "Canadian",
        0.7,
        ("Toronto", "Calgary", "Halifax"),
        ("Mississauga", "Guelph"),
    ),
    Country("Japan", "JP", "Asia Pacific", "Japanese", 0.8, ("Osaka", "Nagoya", "Fukuoka"), ("Kobe", "Sakai")),
    Country(
        "Australia",
        "AU",
        "Asia Pacific",
        "Australian",
        0.7,
        ("Melbourne", "Brisbane", "Perth"),
        ("Geelong", "Albury"),
    ),
    Country(
        "Singapore",
        "SG",
        "Asia Pacific",
        "Singaporean",
        0.45,
        ("Orchard", "Jurong", "Tampines"),
        ("Tuas", "Changi"),
    ),
    Country(
        "Mexico",
        "MX",
        "Latin America",
        "Mexican",
        0.75,
        ("Monterrey", "Puebla", "Mérida"),
        ("Querétaro", "Toluca"),
    ),
    Country(
        "Brazil",
        "BR",
        "Latin America",
        "Brazilian",
        0.75,
        ("Curitiba", "Recife", "Campinas"),
        ("Jundiaí", "Sorocaba"),
    ),
)


def countries_of(region: str) -> tuple[Country, ...]:
    """The countries of one region, in their fixed order."""
    return tuple(c for c in COUNTRIES if c.region == region)
