"""A rank that several rows share is told as shared; rows without a value have no rank."""

from decimal import Decimal

import pytest

from tasks.checks.wording import Wording
from tasks.draft import DraftCalculation, DraftFigure, DraftSentence
from tasks.figures.placing import place
from tasks.receipts import SentenceReceipt, check_sentence
from tests.receipts.shelf import MOMENT, SALES, THIRD_QUARTER, TODAY
from tools.evidence import Computed, RowsEvidence


def _regions(**revenue: int | None) -> RowsEvidence:
    return RowsEvidence(
        id="E1",
        source="shop",
        retrieved_at=MOMENT,
        statement="SELECT …",
        computed=Computed(measures=("revenue",), grain=("regions.name",), period=THIRD_QUARTER),
        columns=(SALES.columns[0], SALES.columns[2]),
        rows=tuple((name, None if value is None else Decimal(value)) for name, value in revenue.items()),
        row_count=len(revenue),
    )


_TIED = _regions(Europe=50, Asia=50, Africa=20, Oceania=None)
_CLEAR = _regions(Europe=50, Asia=40, Africa=20, Oceania=None)


def _receipt(text: str, rows: RowsEvidence, row: int = 0) -> SentenceReceipt:
    cell = f"E1[{row}].revenue"
    is_ranked = "[[rank]]" in text
    rank = DraftCalculation(id="C1", operation="rank", operands=(cell, "E1[*].revenue"))
    figures = [DraftFigure(marker="f", of=cell)] if "[[f]]" in text else []
    figures += [DraftFigure(marker="rank", of="C1", style="ordinal")] if is_ranked else []
    calculations = (rank,) if is_ranked else ()
    draft = DraftSentence(text=text, citations=("E1",), figures=tuple(figures), calculations=calculations)
    return check_sentence(place(draft, {"E1": rows}), {"E1": rows}, Wording(today=TODAY))


@pytest.mark.parametrize(
    "text",
    [
        "Europe had the highest revenue in Q3 2025.",
        "Europe had the highest revenue in Q3 2025 with [[f]].",
        "Europe had the [[rank]] highest revenue in Q3 2025.",
    ],
)
def test_a_shared_first_place_is_not_one_rows_alone(text: str) -> None:
    assert _receipt(text, _CLEAR).supported
    assert not _receipt(text, _TIED).supported


def test_a_shared_place_is_told_as_shared_and_only_where_it_is() -> None:
    text = "Europe had the joint highest revenue in Q3 2025 with [[f]]."
    receipt = _receipt(text, _TIED)

    assert receipt.supported and not receipt.needs_judgement
    assert not _receipt(text, _CLEAR).supported


def test_one_of_several_needs_a_judgement() -> None:
    receipt = _receipt("Europe was among the regions with the highest revenue in Q3 2025, with [[f]].", _TIED)

    assert receipt.supported and receipt.needs_judgement


def test_a_place_behind_a_shared_one_is_counted_behind_all_of_them() -> None:
    assert not _receipt("Africa had the second highest revenue in Q3 2025 with [[f]].", _TIED, row=2).supported
    assert _receipt("Africa had the third highest revenue in Q3 2025 with [[f]].", _TIED, row=2).supported


def test_a_superlative_is_over_the_rows_that_have_a_value() -> None:
    assert _receipt("Africa had the lowest revenue in Q3 2025 with [[f]].", _TIED, row=2).supported
    assert not _receipt("Oceania had the lowest revenue in Q3 2025.", _TIED, row=3).supported
