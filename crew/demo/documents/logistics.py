"""Reports of the logistics department."""

from datetime import date, timedelta

from crew.demo.documents.document import Document, Section
from crew.demo.documents.teller import Teller, capital
from crew.demo.documents.words import percent
from crew.demo.figures import Result
from crew.demo.places import EUROPE, Country
from crew.demo.quarters import LAST_QUARTER, Quarter

_NOTABLE = 2
"""Times the earlier share from which a change is worth a remark."""


def logistics_reports(teller: Teller) -> list[Document]:
    """Service reports of two quarters, a report on the setback's mechanism, and an older review of carriers."""
    return [
        _service(teller, LAST_QUARTER, "md"),
        _service(teller, LAST_QUARTER.before, "html"),
        _incident(teller),
        _carrier_review(teller),
    ]


def _service(teller: Teller, quarter: Quarter, ending: str) -> Document:
    country = teller.facts.setback.country
    now, before = teller.result(country, quarter), teller.result(country, quarter.before)
    return Document(
        path=f"logistics/{quarter.year}-q{quarter.number}-service-europe.{ending}",
        title=f"Service report Europe, {quarter}",
        date=quarter.end + timedelta(days=6),
        author=teller.facts.people.logistics,
        sections=(
            Section("Overview", (_overview(teller, quarter), teller.service_grid(EUROPE, quarter))),
            Section(country.name, tuple(_remarks(country, quarter, now, before))),
        ),
    )


def _overview(teller: Teller, quarter: Quarter) -> str:
    late = percent(teller.result(EUROPE, quarter).late_share)
    return f"Of all deliveries shipped in Europe in {quarter.words}, {late} arrived after the promised day."


def _remarks(country: Country, quarter: Quarter, now: Result, before: Result) -> list[str]:
    in_place = f"in {country.place}"
    shares = (
        (f"The share of late deliveries {in_place}", now.late_share, before.late_share),
        (f"The share of cancelled orders {in_place}", now.cancelled_share, before.cancelled_share),
        (f"The share of units returned {in_place}", now.return_rate, before.return_rate),
    )
    return [
        f"{name} rose to {percent(share)} in {quarter}, from {percent(earlier)} in {quarter.before}."
        if share > _NOTABLE * earlier
        else f"{name} was {percent(share)} in {quarter}, which is within its usual range."
        for name, share, earlier in shares
    ]


def _incident(teller: Teller) -> Document:
    setback = teller.facts.setback
    return Document(
        path=f"logistics/2025-08-note-{setback.country.code.lower()}.md",
        title=f"Note on the situation in {setback.country.place}, August 2025",
        date=date(2025, 8, 29),
        author=teller.facts.people.logistics,
        sections=(
            Section("What happened", (f"{capital(setback.reason)}.", setback.mechanism[0])),
            Section("What it means for sales", (setback.mechanism[1],)),
            Section(
                "What was ruled out",
                (
                    "Exchange rates played no part, since the figures are in euros. The weather was much like that of "
                    "the summer before, and advertising ran as planned.",
                ),
            ),
        ),
    )


def _carrier_review(teller: Teller) -> Document:
    past = teller.facts.past_setback
    late = percent(teller.result(past.country, past.quarter).late_share)
    return Document(
        path=f"logistics/carrier-review-{past.quarter.year}-q{past.quarter.number}.pdf",
        title=f"Carrier review, {past.quarter}",
        date=past.quarter.end + timedelta(days=24),
        author=teller.facts.people.logistics,
        sections=(
            Section(
                "Subject",
                (f"This review covers deliveries in {past.country.place} shipped in {past.quarter.words}.",),
            ),
            Section(
                "Findings",
                (
                    f"{late} of deliveries in {past.country.place} arrived late in {past.quarter}.",
                    f"The sales team attributes the weak quarter to {past.short}.",
                    past.mechanism[0],
                ),
            ),
            Section("Recommendation", (f"The department proposes {past.remedy}.",)),
        ),
    )
