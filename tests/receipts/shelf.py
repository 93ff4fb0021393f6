"""Evidence that the sentences of `tests/cases/receipts_sentences.yaml` speak of."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from tasks.draft import DraftCalculation, DraftFigure, DraftSentence
from tools.evidence import Computed, Evidence, EvidenceColumn, NothingFound, PassageEvidence, RowsEvidence
from tools.terms import Period

MOMENT = datetime(2025, 11, 1)
TODAY = date(2025, 11, 1)
THIRD_QUARTER = Period(start=date(2025, 7, 1), end=date(2025, 9, 30), words="Q3 2025")

SALES = RowsEvidence(
    id="E1",
    source="shop",
    retrieved_at=MOMENT,
    statement="SELECT …",
    computed=Computed(measures=("revenue",), grain=("regions.name", "quarter(orders.ordered_on)")),
    columns=(
        EvidenceColumn(name="region", type="text", role="key", source="regions.name"),
        EvidenceColumn(name="quarter", type="text", role="key", source="quarter(orders.ordered_on)"),
        EvidenceColumn(
            name="revenue", type="decimal", role="measure", measure="revenue", unit="EUR", words=("sales", "turnover")
        ),
    ),
    rows=(
        ("Europe", "2025-Q2", Decimal(5271000)),
        ("Europe", "2025-Q3", Decimal(4634210)),
        ("Asia", "2025-Q2", Decimal(2000000)),
        ("Asia", "2025-Q3", Decimal(2500000)),
    ),
    row_count=4,
)
CUSTOMERS = RowsEvidence(
    id="E2",
    source="shop",
    retrieved_at=MOMENT,
    statement="SELECT …",
    computed=Computed(tables=("customers",), period=THIRD_QUARTER),
    columns=(
        EvidenceColumn(name="customer", type="text", role="key", source="customers.name"),
        EvidenceColumn(name="spent", type="decimal", role="measure", measure="sum(payments.amount)", unit="EUR"),
    ),
    rows=(("Acme", Decimal(9100)), ("Bolt", Decimal(8400)), ("Cord", Decimal(7700))),
    row_count=137,
    truncated=True,
)
REPORT = PassageEvidence(
    id="E3",
    source="library",
    retrieved_at=MOMENT,
    passage="p1",
    document="market.md",
    title="Market report",
    date="2025-10-05",
    text="Demand in the chemical industry weakened in the summer of 2025. In August, two carriers went on strike; "
    "about 40 ships waited outside Rotterdam.",
)
NOTHING = NothingFound(
    id="E4",
    source="shop",
    retrieved_at=MOMENT,
    tried="SELECT count(*) FROM returns",
    computed=Computed(period=THIRD_QUARTER),
)
SHELF: dict[str, Evidence] = {e.id: e for e in (SALES, CUSTOMERS, REPORT, NOTHING)}
_COLUMN = {"E1": "revenue", "E2": "spent"}


def drafted(case: dict[str, Any]) -> DraftSentence:
    """A case as a supervisor would draft it."""
    figures: list[DraftFigure] = []
    calculations: list[DraftCalculation] = []
    for marker, bound in case.get("figures", {}).items():
        if isinstance(bound, str):
            figures.append(DraftFigure(marker=marker, of=_cell(bound)))
            continue
        operation, *operands, style = bound
        name = f"C{len(calculations) + 1}"
        calculations.append(DraftCalculation(id=name, operation=operation, operands=tuple(map(_cell, operands))))
        figures.append(DraftFigure(marker=marker, of=name, style=style))
    return DraftSentence(
        text=case["text"],
        citations=tuple(case.get("cite", ["E1"])),
        figures=tuple(figures),
        calculations=tuple(calculations),
    )


def _cell(short: str) -> str:
    return f"{short}.{_COLUMN[short[:2]]}"
