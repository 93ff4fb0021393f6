"""Sentences about results, so that every document states the figures the tables give."""

from dataclasses import dataclass

from crew.demo.documents.document import Grid
from crew.demo.documents.words import money, moved, percent, signed_percent, up_or_down
from crew.demo.facts import Facts
from crew.demo.figures import Figures, Result, growth
from crew.demo.places import Country, countries_of
from crew.demo.quarters import Quarter

Place = Country | str
"""A country, or a region by name."""


@dataclass(frozen=True)
class Teller:
    """What documents are written from."""

    facts: Facts
    figures: Figures

    def result(self, place: Place, quarter: Quarter) -> Result:
        """The place's result in the quarter."""
        if isinstance(place, Country):
            return self.figures.of_country(place, quarter)
        return self.figures.of_region(place, quarter)

    def revenue(self, place: Place, quarter: Quarter) -> str:
        """Net revenue and its change against the year before, as a sentence."""
        now, then = self.result(place, quarter), self.result(place, quarter.year_before)
        return (
            f"Net revenue in {named(place)} was {money(now.net_revenue)} in {quarter.words}; it "
            f"{moved(now.net_revenue, then.net_revenue)} against {quarter.year_before.words}."
        )

    def both_changes(self, place: Place, quarter: Quarter) -> str:
        """Net revenue and its change against the year before and the quarter before, as a sentence."""
        now, year = self.result(place, quarter), self.result(place, quarter.year_before)
        before = self.result(place, quarter.before)
        return (
            f"In {quarter}, net revenue in {named(place)} came to {money(now.net_revenue)}, "
            f"{up_or_down(now.net_revenue, year.net_revenue)} year on year and "
            f"{up_or_down(now.net_revenue, before.net_revenue)} against {quarter.before}."
        )

    def without(self, country: Country, quarter: Quarter) -> str:
        """How the country's region did without it, as a sentence."""
        region, then = country.region, quarter.year_before
        now, year = (self.result(region, q).net_revenue - self.result(country, q).net_revenue for q in (quarter, then))
        return f"Without {country.place}, net revenue in {region} {moved(now, year)} year on year."

    def margin(self, place: Place, quarter: Quarter) -> str:
        """Gross margin, its change and its rate, as a sentence."""
        now, then = self.result(place, quarter), self.result(place, quarter.year_before)
        return (
            f"Gross margin in {named(place)} {moved(now.gross_margin, then.gross_margin)} year on year to "
            f"{money(now.gross_margin)} in {quarter}, or {percent(now.margin_rate)} of net revenue."
        )

    def revenue_grid(self, region: str, quarter: Quarter) -> Grid:
        """Net revenue by country with its change against the year before."""
        rows = []
        for country in countries_of(region):
            now, then = self.result(country, quarter), self.result(country, quarter.year_before)
            rows.append(
                (country.name, money(now.net_revenue), signed_percent(growth(now.net_revenue, then.net_revenue)))
            )
        return Grid(("Country", f"Net revenue {quarter}", f"Change against {quarter.year_before}"), tuple(rows))

    def service_grid(self, region: str, quarter: Quarter) -> Grid:
        """Late deliveries, cancelled orders and return rate by country."""
        rows = []
        for country in countries_of(region):
            now = self.result(country, quarter)
            rows.append((country.name, percent(now.late_share), percent(now.cancelled_share), percent(now.return_rate)))
        return Grid(("Country", "Late deliveries", "Cancelled orders", "Units returned"), tuple(rows))


def named(place: Place) -> str:
    """A place as it stands within a sentence."""
    return place.place if isinstance(place, Country) else place


def capital(sentence: str) -> str:
    """The sentence with its first letter in upper case."""
    return sentence[0].upper() + sentence[1:]
