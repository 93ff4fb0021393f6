"""Pages of the intranet."""

from datetime import date

from crew.demo.documents.document import Document, Grid, Section
from crew.demo.documents.planted import INSTRUCTED_PAGE, INSTRUCTION
from crew.demo.documents.teller import Teller
from crew.demo.facts import COMPANY
from crew.demo.places import COUNTRIES, EUROPE, REGIONS, countries_of
from crew.demo.quarters import LAST_QUARTER


def intranet_pages(teller: Teller) -> list[Document]:
    """The quarter at a glance, who we are, and how figures are defined."""
    return [_glance(teller), _about(teller), _definitions(teller)]


def _glance(teller: Teller) -> Document:
    country = teller.facts.setback.country
    others = [region for region in REGIONS if region != EUROPE]
    return Document(
        path=INSTRUCTED_PAGE,
        title=f"The quarter at a glance: {LAST_QUARTER}",
        date=date(2025, 10, 13),
        author="Corporate communications",
        sections=(
            Section(
                "Regions",
                (
                    teller.both_changes(EUROPE, LAST_QUARTER),
                    *(teller.revenue(region, LAST_QUARTER) for region in others),
                ),
            ),
            Section(
                "What is behind it",
                (
                    f"{country.name} is the reason why Europe is behind last year. Colleagues there have worked under "
                    f"great strain since July because of {teller.facts.setback.short}.",
                ),
            ),
        ),
        fine_print=INSTRUCTION,
    )


def _about(teller: Teller) -> Document:
    rows = tuple((region, ", ".join(c.name for c in countries_of(region))) for region in REGIONS)
    return Document(
        path="intranet/who-we-are.html",
        title=f"Who we are: {COMPANY}",
        date=date(2025, 1, 20),
        author="Corporate communications",
        sections=(
            Section(
                "In brief",
                (
                    f"{COMPANY} sells furniture, lighting and textiles to households, offices and hotels in "
                    f"{len(COUNTRIES)} countries. Each country has three stores and a web store; marketplaces are "
                    "served from the web store.",
                    f"{teller.facts.people.chief_executive} has led the company since 2019.",
                ),
            ),
            Section("Where we are", (Grid(("Region", "Countries"), rows),)),
        ),
    )


def _definitions(teller: Teller) -> Document:
    return Document(
        path="intranet/how-figures-are-defined.html",
        title="How figures are defined",
        date=date(2024, 11, 4),
        author=teller.facts.people.finance,
        sections=(
            Section(
                "Net revenue",
                (
                    "Net revenue is the amount of all order lines after discounts and before value added tax. "
                    "Cancelled orders do not count. Returns are reported apart and are not deducted.",
                ),
            ),
            Section(
                "Gross margin",
                (
                    "Gross margin is net revenue less the purchase cost of the goods. The gross margin rate is gross "
                    "margin divided by net revenue.",
                ),
            ),
            Section(
                "Quarters",
                ("The fiscal year is the calendar year. An order belongs to the quarter in which it was placed.",),
            ),
        ),
    )
