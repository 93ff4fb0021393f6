"""Totals, short lists and averages, each from a statement of its own."""

from datetime import date
from decimal import Decimal

from tests.receipts.shelf import MOMENT, REPORT, THIRD_QUARTER
from tools.evidence import Computed, Evidence, EvidenceColumn, RowsEvidence
from tools.terms import Filter, Period, Scalar

SECOND_QUARTER = Period(start=date(2025, 4, 1), end=date(2025, 6, 30), words="Q2 2025")


def _rows(
    name: str, computed: Computed, columns: tuple[EvidenceColumn, ...], rows: tuple[tuple[Scalar, ...], ...]
) -> RowsEvidence:
    return RowsEvidence(
        id=name,
        source="shop",
        retrieved_at=MOMENT,
        statement="SELECT …",
        computed=computed,
        columns=columns,
        rows=rows,
        row_count=len(rows),
    )


def _total(name: str, value: str, region: str | None, period: Period, column: EvidenceColumn) -> RowsEvidence:
    filters = (Filter(column="regions.name", values=(region,)),) if region else ()
    computed = Computed(measures=(column.measure or "",), filters=filters, period=period)
    return _rows(name, computed, (column,), ((Decimal(value),),))


_REVENUE = EvidenceColumn(name="revenue", type="decimal", role="measure", measure="revenue", unit="EUR")
_MARGIN = EvidenceColumn(name="margin", type="decimal", role="measure", measure="margin", unit="ratio")
_CUSTOMER = EvidenceColumn(name="customer", type="text", role="key", source="customers.name")
_COUNTRY = EvidenceColumn(name="country", type="text", role="key", source="countries.name")
_AVERAGE = EvidenceColumn(
    name="avg_amount", type="float", role="measure", measure="avg(orders.amount)", unit="EUR", words=("order value",)
)
_RETURNS = EvidenceColumn(name="returns", type="integer", role="measure", measure="count(returns.id)", unit="count")

TOTALS: dict[str, Evidence] = {
    "E1": _total("E1", "4634210", "Europe", THIRD_QUARTER, _REVENUE),
    "E2": _total("E2", "5271000", "Europe", SECOND_QUARTER, _REVENUE),
    "E3": _total("E3", "9000000", None, THIRD_QUARTER, _REVENUE),
    "E4": _total("E4", "2500000", "Asia", THIRD_QUARTER, _REVENUE),
    "E5": _total("E5", "0.124", "Europe", THIRD_QUARTER, _MARGIN),
    "E6": _total("E6", "0.155", "Europe", SECOND_QUARTER, _MARGIN),
    "E7": _rows(
        "E7",
        Computed(measures=("revenue",), period=THIRD_QUARTER, limit=3, order_by="revenue", tables=("customers",)),
        (_CUSTOMER, _REVENUE),
        (("Acme Corp", Decimal(9100)), ("Bolt Ltd", Decimal(8400)), ("Cord", Decimal(7700))),
    ),
    "E8": _rows(
        "E8",
        Computed(
            measures=("avg(orders.amount)", "count(returns.id)"),
            period=THIRD_QUARTER,
            filters=(Filter(column="orders.status", operator="!=", values=("cancelled",)),),
        ),
        (_COUNTRY, _AVERAGE, _RETURNS),
        (("France", 52.35, 14), ("Germany", 48.1, 9), ("Spain", 48.1, 3)),
    ),
    "E9": REPORT.model_copy(update={"id": "E9"}),
}
