"""Quarterly market reviews, one per region and quarter."""

from datetime import timedelta

from crew.demo.documents.document import Document, Section
from crew.demo.documents.teller import Teller, capital
from crew.demo.facts import Setback
from crew.demo.places import EUROPE, REGIONS, countries_of
from crew.demo.quarters import LAST_QUARTER, Quarter

_TAILWINDS = {
    "North America": "A second contract with a hotel group and steady demand from offices carried the growth.",
    "Asia Pacific": "New apartments in the large cities, and a longer opening season for outdoor goods, helped sales.",
    "Latin America": "More customers pay in instalments since the spring, which brought larger baskets.",
}
_STEADY = (
    "Footfall was in line with the plan in most cities, and no country reported an event worth a section of its own.",
    "Households bought earlier in the quarter than usual, offices later; over the three months the two balanced out.",
)


def market_reviews(teller: Teller) -> list[Document]:
    """Europe's reviews of four quarters, and the last quarter's of the other regions."""
    setback, past = teller.facts.setback, teller.facts.past_setback
    return [
        _troubled(teller, setback),
        _steady_europe(teller, LAST_QUARTER.before, _STEADY[0]),
        _steady_europe(teller, LAST_QUARTER.year_before, _STEADY[1]),
        _troubled(teller, past),
        *(_other_region(teller, region) for region in REGIONS if region != EUROPE),
    ]


def _troubled(teller: Teller, setback: Setback) -> Document:
    quarter, country = setback.quarter, setback.country
    others = [c for c in countries_of(EUROPE) if c != country]
    return _review(
        teller,
        EUROPE,
        quarter,
        "md",
        (
            Section(
                "Summary",
                (
                    f"{teller.both_changes(EUROPE, quarter)} {teller.without(country, quarter)}",
                    teller.margin(EUROPE, quarter),
                ),
            ),
            Section(
                country.name,
                (
                    f"Net revenue in {country.place} fell in {quarter.words} mainly because {setback.reason}.",
                    f"{teller.both_changes(country, quarter)} {teller.margin(country, quarter)}",
                    " ".join(setback.mechanism),
                ),
            ),
            Section(
                "Other countries",
                (
                    f"Nothing of the kind was seen elsewhere in Europe. {teller.revenue(others[0], quarter)}",
                    teller.revenue_grid(EUROPE, quarter),
                ),
            ),
            Section("Outlook", (f"Management has decided {setback.remedy}.",)),
        ),
    )


def _steady_europe(teller: Teller, quarter: Quarter, remark: str) -> Document:
    return _review(
        teller,
        EUROPE,
        quarter,
        "md",
        (
            Section("Summary", (teller.both_changes(EUROPE, quarter), teller.margin(EUROPE, quarter))),
            Section("Countries", (remark, teller.revenue_grid(EUROPE, quarter))),
        ),
    )


def _other_region(teller: Teller, region: str) -> Document:
    quarter = LAST_QUARTER
    first = countries_of(region)[0]
    return _review(
        teller,
        region,
        quarter,
        "html" if region == "Asia Pacific" else "md",
        (
            Section("Summary", (teller.both_changes(region, quarter), _TAILWINDS[region])),
            Section(
                "Countries",
                (teller.revenue(first, quarter), teller.margin(region, quarter), teller.revenue_grid(region, quarter)),
            ),
        ),
    )


def _review(teller: Teller, region: str, quarter: Quarter, ending: str, sections: tuple[Section, ...]) -> Document:
    slug = region.lower().replace(" ", "-")
    return Document(
        path=f"market-reviews/{quarter.year}-q{quarter.number}-{slug}.{ending}",
        title=f"Market review {region}, {quarter}",
        date=quarter.end + timedelta(days=9),
        author=teller.facts.people.europe if region == EUROPE else f"Regional office {capital(region)}",
        sections=sections,
    )
