"""What is true of the retailer for one seed: names, the country that does badly, and why."""

import calendar
import random
from dataclasses import dataclass
from datetime import date

from crew.demo.assortment import CARRIERS, CATEGORIES, COMPETITORS, SUPPLIERS
from crew.demo.causes import CAUSES, Cause, Effect
from crew.demo.places import EUROPE, Country, countries_of
from crew.demo.quarters import LAST_QUARTER, Quarter

COMPANY = "Larkmoor"

_FIRST_NAMES = ("Ines", "Tomasz", "Claire", "Ruben", "Greta", "Paolo", "Sanne", "Marek", "Lucía", "Henrik", "Nadia")
_LAST_NAMES = (
    "Okonkwo",
    "Brandt",
    "Ferrand",
    "Vidal",
    "Lindqvist",
    "Moretti",
    "de Wit",
    "Zielińska",
    "Ashdown",
    "Kerr",
)
_PAST_QUARTERS = (Quarter(2023, 4), Quarter(2024, 1), Quarter(2024, 2))
_PAST_STRENGTH = 0.55


@dataclass(frozen=True)
class Setback:
    """A country, a quarter, and what went wrong there; `strength` 1 is the full effect of the cause."""

    country: Country
    quarter: Quarter
    cause: Cause
    places: dict[str, str]
    """What the wordings of the cause speak of, by the names listed in `causes`."""
    strength: float

    @property
    def effect(self) -> Effect:
        """What the cause does to trade."""
        return self.cause.effect

    @property
    def short(self) -> str:
        """The cause as a noun phrase."""
        return self._say(self.cause.short)

    @property
    def reason(self) -> str:
        """The cause as a clause, to stand after "because"."""
        return self._say(self.cause.reason)

    @property
    def mechanism(self) -> tuple[str, ...]:
        """Sentences on how it led to lost sales."""
        return tuple(self._say(sentence) for sentence in self.cause.mechanism)

    @property
    def early_sign(self) -> str:
        """What people saw before the quarter closed, as a clause."""
        return self._say(self.cause.early_sign)

    @property
    def remedy(self) -> str:
        """What was decided, beginning with "to"."""
        return self._say(self.cause.remedy)

    def _say(self, wording: str) -> str:
        return wording.format_map(self.places)


@dataclass(frozen=True)
class People:
    """Who signs and who is written to."""

    chief_executive: str
    finance: str
    europe: str
    logistics: str
    buying: str
    country_manager: str


@dataclass(frozen=True)
class Facts:
    """The truth of one seed."""

    seed: int
    setback: Setback
    """The country and cause behind Europe's last quarter."""
    past_setback: Setback
    """A milder one, in another country, of another cause, long over."""
    people: People


def draw_facts(seed: int) -> Facts:
    """The facts of a seed: the same seed, the same facts."""
    rng = random.Random(f"facts {seed}")  # noqa: S311 - reproducible, not secret
    country, past_country = rng.sample(countries_of(EUROPE), 2)
    cause = rng.choice(CAUSES)
    past_cause = rng.choice([c for c in CAUSES if c != cause and not c.effect.closes_stores])
    past_quarter = rng.choice(_PAST_QUARTERS)
    return Facts(
        seed=seed,
        setback=Setback(country, LAST_QUARTER, cause, _draw_places(rng, country, LAST_QUARTER), 1.0),
        past_setback=Setback(
            past_country, past_quarter, past_cause, _draw_places(rng, past_country, past_quarter), _PAST_STRENGTH
        ),
        people=_draw_people(rng),
    )


def _draw_places(rng: random.Random, country: Country, quarter: Quarter) -> dict[str, str]:
    category = rng.choice(CATEGORIES).name
    old, new = country.distribution_centres
    return {
        "country": country.place,
        "adjective": country.adjective,
        "old_dc": old,
        "new_dc": new,
        "city": country.cities[0],
        "second_city": country.cities[1],
        "category": category.lower(),
        "supplier": next(s.name for s in SUPPLIERS if s.category == category),
        "carrier": rng.choice(CARRIERS),
        "competitor": rng.choice(COMPETITORS),
        "start": f"{rng.randint(2, 7)} {_month(quarter.start)}",
        "month": _month(quarter.start),
        "last_month": _month(quarter.end),
    }


def _month(day: date) -> str:
    return calendar.month_name[day.month]


def _draw_people(rng: random.Random) -> People:
    first, last = rng.sample(_FIRST_NAMES, 6), rng.sample(_LAST_NAMES, 6)
    return People(*(f"{a} {b}" for a, b in zip(first, last, strict=True)))
