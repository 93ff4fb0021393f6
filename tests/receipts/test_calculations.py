"""Calculations are exact, and operands that do not fit are refused with a reason."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from tasks.draft import DraftCalculation
from tasks.figures.calculations import evaluate
from tasks.figures.errors import NotAValue, OperandsDoNotFit, RowsAreCut, UnknownReference
from tests.receipts.shelf import SALES, SHELF
from tools.evidence import Computed, EvidenceColumn, RowsEvidence
from tools.terms import Filter, Period


def _value(operation: str, *operands: str, shelf: dict | None = None, **more: bool) -> Decimal:
    calculation = DraftCalculation(id="C1", operation=operation, operands=operands, **more)  # type: ignore[arg-type]
    return evaluate([calculation], shelf or SHELF)["C1"].value


def test_growth_is_exact() -> None:
    assert _value("growth", "E1[2].revenue", "E1[3].revenue") == Decimal("0.25")


def test_a_difference_keeps_the_unit() -> None:
    calculation = DraftCalculation(id="C1", operation="difference", operands=("E1[1].revenue", "E1[3].revenue"))

    result = evaluate([calculation], SHELF)["C1"]

    assert (result.value, result.unit) == (Decimal(2134210), "EUR")


def test_calculations_may_rest_on_each_other() -> None:
    whole = DraftCalculation(id="W", operation="sum", operands=("E1[1].revenue", "E1[3].revenue"))
    share = DraftCalculation(id="S", operation="share", operands=("E1[3].revenue", "W"))

    assert round(evaluate([share, whole], SHELF)["S"].value, 6) == Decimal("0.350424")


def test_a_rank_counts_from_the_top_or_from_the_bottom() -> None:
    assert _value("rank", "E1[1].revenue", "E1[*].revenue") == 2
    assert _value("rank", "E1[1].revenue", "E1[*].revenue", ascending=True) == 3


def test_a_count_is_the_true_number_of_rows() -> None:
    assert _value("count", "E2[*].customer") == 137


@pytest.mark.parametrize("operation", ["sum", "mean"])
def test_a_cut_column_is_not_added_up(operation: str) -> None:
    with pytest.raises(RowsAreCut, match="holds 3 of 137"):
        _value(operation, "E2[*].spent")


def test_a_rank_in_cut_rows_is_refused() -> None:
    with pytest.raises(RowsAreCut):
        _value("rank", "E2[0].spent", "E2[*].spent")


def test_growth_between_two_things_is_refused() -> None:
    with pytest.raises(OperandsDoNotFit, match="different rows or filters"):
        _value("growth", "E1[1].revenue", "E1[3].revenue")


def test_growth_goes_forward_in_time() -> None:
    with pytest.raises(OperandsDoNotFit, match="earlier to the later"):
        _value("growth", "E1[1].revenue", "E1[0].revenue")


def test_a_share_of_several_periods_is_refused() -> None:
    with pytest.raises(OperandsDoNotFit, match="several periods"):
        _value("share", "E1[1].revenue", "E1[*].revenue")


def test_a_share_of_a_whole_from_another_statement_needs_fewer_filters() -> None:
    shelf = {"E1": _total("E1", 4634210, "Europe"), "E2": _total("E2", 9000000), "E3": _total("E3", 9000000, "Asia")}

    assert round(_value("share", "E1[0].revenue", "E2[0].revenue", shelf=shelf), 6) == Decimal("0.514912")
    with pytest.raises(OperandsDoNotFit, match="not part of"):
        _value("share", "E1[0].revenue", "E3[0].revenue", shelf=shelf)


def test_growth_between_two_statements_needs_the_same_filters() -> None:
    before = Period.model_validate({"start": "2025-04-01", "end": "2025-06-30"})
    shelf = {
        "E1": _total("E1", 4000000, "Europe", before),
        "E2": _total("E2", 5000000, "Europe"),
        "E3": _total("E3", 5000000, "Asia"),
    }

    assert _value("growth", "E1[0].revenue", "E2[0].revenue", shelf=shelf) == Decimal("0.25")
    with pytest.raises(OperandsDoNotFit):
        _value("growth", "E1[0].revenue", "E3[0].revenue", shelf=shelf)


def test_units_are_not_mixed() -> None:
    count = DraftCalculation(id="N", operation="count", operands=("E2[*].customer",))
    mixed = DraftCalculation(id="C1", operation="difference", operands=("E1[1].revenue", "N"))

    with pytest.raises(OperandsDoNotFit, match="one unit"):
        evaluate([mixed, count], SHELF)


def test_a_part_is_not_added_to_its_whole() -> None:
    shelf = {"E1": _total("E1", 5, "Europe"), "E2": _total("E2", 9)}

    with pytest.raises(OperandsDoNotFit, match="count twice"):
        _value("sum", "E1[0].revenue", "E2[0].revenue", shelf=shelf)


def test_division_by_zero_is_told() -> None:
    shelf = {"E1": _total("E1", 5, "Europe"), "E2": _total("E2", 0, "Asia")}

    with pytest.raises(OperandsDoNotFit, match="zero"):
        _value("ratio", "E1[0].revenue", "E2[0].revenue", shelf=shelf)


@pytest.mark.parametrize(
    ("reference", "told"),
    [("E7[0].revenue", "no evidence E7"), ("E1[9].revenue", "rows 0 to 3"), ("E1[0].profit", "no column `profit`"),
     ("E3[0].text", "holds no rows"), ("revenue", "neither a cell")],
)  # fmt: skip
def test_a_wrong_reference_is_told(reference: str, told: str) -> None:
    with pytest.raises(UnknownReference, match=told):
        _value("sum", reference)


def test_text_is_no_operand() -> None:
    with pytest.raises(NotAValue, match="not a number"):
        _value("sum", "E1[0].region")


def test_a_date_is_no_operand_and_may_be_told_by_itself() -> None:
    column = EvidenceColumn(name="hired_on", type="date", role="other")
    hired = _total("E1", 5).model_copy(update={"columns": (column,), "rows": ((date(2024, 3, 1),),)})
    shelf = {"E1": hired}

    with pytest.raises(NotAValue, match="is a date"):
        _value("sum", "E1[0].hired_on", shelf=shelf)


def test_a_calculation_that_refers_to_itself_is_refused() -> None:
    with pytest.raises(UnknownReference, match="itself"):
        _value("sum", "C1")


def _total(name: str, value: int, region: str | None = None, period: Period | None = None) -> RowsEvidence:
    third = Period.model_validate({"start": "2025-07-01", "end": "2025-09-30"})
    filters = (Filter(column="regions.name", values=(region,)),) if region else ()
    return SALES.model_copy(
        update={
            "id": name,
            "columns": SALES.columns[2:],
            "rows": ((Decimal(value),),),
            "row_count": 1,
            "computed": SALES.computed.model_copy(update={"filters": filters, "period": period or third}),
        }
    )


def test_a_quarter_is_not_compared_with_a_year() -> None:
    def revenue(name: str, start: date, end: date, value: str) -> RowsEvidence:
        return RowsEvidence(
            id=name,
            source="shop",
            retrieved_at=datetime(2025, 10, 1, tzinfo=UTC),
            statement="",
            computed=Computed(measures=("revenue",), period=Period(start=start, end=end)),
            columns=(EvidenceColumn(name="revenue", type="decimal", role="measure", measure="revenue"),),
            rows=((Decimal(value),),),
            row_count=1,
        )

    shelf = {
        "E1": revenue("E1", date(2024, 1, 1), date(2024, 12, 31), "800"),
        "E2": revenue("E2", date(2024, 7, 1), date(2024, 9, 30), "500"),
        "E3": revenue("E3", date(2025, 7, 1), date(2025, 9, 30), "200"),
    }

    def growth(first: str) -> DraftCalculation:
        return DraftCalculation(id="C1", operation="growth", operands=(f"{first}[0].revenue", "E3[0].revenue"))

    assert evaluate([growth("E2")], shelf)["C1"].value == Decimal("-0.6")
    with pytest.raises(OperandsDoNotFit, match="366 days"):
        evaluate([growth("E1")], shelf)
