"""Contracts with suppliers and notices from them."""

from datetime import date

from crew.demo.assortment import SUPPLIERS
from crew.demo.documents.document import Document, Grid, Section
from crew.demo.documents.teller import Teller
from crew.demo.facts import COMPANY


def supplier_papers(teller: Teller) -> list[Document]:
    """A framework contract, a notice of prices, and an old notice of quality from another part of the world."""
    return [_contract(teller), _prices(teller), _old_quality_notice(teller)]


def _contract(teller: Teller) -> Document:
    supplier = SUPPLIERS[0]
    end = supplier.contract_ends_on
    return Document(
        path="suppliers/framework-contract-ostrava.pdf",
        title=f"Framework contract between {COMPANY} and {supplier.name}",
        date=date(2023, 1, 16),
        author=teller.facts.people.buying,
        sections=(
            Section(
                "Subject", (f"{supplier.name} supplies goods of the category {supplier.category} to all countries.",)
            ),
            Section(
                "Quality",
                (
                    "Each batch carries a test certificate. If more than 2% of a batch is defective, the supplier "
                    "takes the batch back at its own cost and bears the cost of a recall.",
                ),
            ),
            Section(
                "Delivery", ("The lead time is eleven weeks. For each week of delay 1% of the price is deducted.",)
            ),
            Section("Term", (f"The contract ends on {end:%d %B %Y} unless it is renewed in writing.",)),
        ),
    )


def _prices(teller: Teller) -> Document:
    rows = tuple((supplier.name, supplier.category, "2.0%") for supplier in SUPPLIERS[:4])
    return Document(
        path="suppliers/price-notice-2026.pdf",
        title="Notice of purchase prices from January 2026",
        date=date(2025, 9, 15),
        author=teller.facts.people.buying,
        sections=(
            Section(
                "Notice",
                (
                    "The following suppliers raise their prices on 1 January 2026. Prices of 2025 stay as they are.",
                    Grid(("Supplier", "Category", "Increase"), rows),
                ),
            ),
        ),
    )


def _old_quality_notice(teller: Teller) -> Document:
    supplier = SUPPLIERS[2].name
    return Document(
        path="suppliers/quality-notice-2023-lumitex.pdf",
        title=f"Quality notice: pendant lamps made by {supplier}",
        date=date(2023, 5, 22),
        author=supplier,
        sections=(
            Section(
                "What was found",
                (
                    "In a batch of pendant lamps delivered to Canada in March 2023 the ceiling hook was too short. "
                    "The lamps were exchanged in the stores; no sales were lost.",
                ),
            ),
            Section("Measures", ("The hook has been measured in every batch since April 2023.",)),
        ),
    )
