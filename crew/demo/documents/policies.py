"""Policies and the glossary; the returns policy exists in two versions."""

from datetime import date

from crew.demo.documents.document import Document, Grid, Section
from crew.demo.documents.teller import Teller

_FIRST_RETURNS_POLICY = "returns-policy-v1.md"


def policies(teller: Teller) -> list[Document]:
    """The returns policy, superseded and current, the delivery promise, the travel policy and the glossary."""
    return [_returns_first(teller), _returns_second(teller), _delivery(teller), _travel(teller), _glossary(teller)]


def _returns_first(teller: Teller) -> Document:
    return Document(
        path=f"policies/{_FIRST_RETURNS_POLICY}",
        title="Returns policy",
        date=date(2022, 9, 1),
        author=teller.facts.people.buying,
        properties={"version": "1"},
        sections=(
            Section(
                "Return period",
                ("Customers may return unused goods within 30 days of delivery. Lighting is excluded once installed.",),
            ),
            Section("Refunds", ("Refunds are paid within 14 days. The customer pays for the return of bulky goods.",)),
        ),
    )


def _returns_second(teller: Teller) -> Document:
    return Document(
        path="policies/returns-policy-v2.md",
        title="Returns policy",
        date=date(2025, 3, 1),
        author=teller.facts.people.buying,
        properties={"version": "2", "supersedes": _FIRST_RETURNS_POLICY},
        sections=(
            Section(
                "", ("This version supersedes version 1 of 1 September 2022 and holds for orders from 1 March 2025.",)
            ),
            Section(
                "Return period",
                ("Customers may return unused goods within 60 days of delivery, lighting included.",),
            ),
            Section(
                "Refunds",
                (
                    "Refunds are paid within 7 days of the goods' arrival. Returns of bulky goods are collected free "
                    "of charge where the goods were defective, wrong, or late by more than 10 days.",
                ),
            ),
        ),
    )


def _delivery(teller: Teller) -> Document:
    return Document(
        path="policies/delivery-promise.pdf",
        title="Delivery promise",
        date=date(2024, 6, 12),
        author=teller.facts.people.logistics,
        sections=(
            Section(
                "What we promise",
                (
                    "Every order carries a promised day, between five and eight days after it was placed. A delivery "
                    "is late when it arrives after the promised day.",
                ),
            ),
            Section(
                "What happens when we are late",
                ("Customers may cancel without charge on the day after the promised day. Delivery fees are repaid.",),
            ),
        ),
    )


def _travel(teller: Teller) -> Document:
    return Document(
        path="policies/travel-policy.docx",
        title="Travel policy",
        date=date(2023, 5, 2),
        author=teller.facts.people.finance,
        sections=(
            Section("Trains and flights", ("Trips under five hours are made by train. Flights need approval.",)),
            Section("Hotels", ("Up to EUR 140 a night are repaid, in capital cities up to EUR 190.",)),
        ),
    )


def _glossary(teller: Teller) -> Document:
    rows = (
        ("AOV", "Average order value: net revenue per order."),
        ("DC", "Distribution centre, from which a country's stores and customers are supplied."),
        ("GM", "Gross margin: net revenue less purchase cost."),
        ("OTD", "On-time delivery: the share of deliveries that arrive by the promised day."),
        ("SKU", "Stock-keeping unit, the number of an article."),
        ("YoY", "Year on year: against the same period of the year before."),
    )
    return Document(
        path="glossary.md",
        title="Glossary",
        date=date(2024, 2, 15),
        author=teller.facts.people.finance,
        sections=(Section("Abbreviations", (Grid(("Term", "Meaning"), rows),)),),
    )
