"""A sentence may name the days of its rows in every form that periods are printed and spoken in."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from tasks.checks.wording import Wording
from tasks.dates.periods import BEGINNING, period_days, period_words
from tasks.draft import DraftFigure, DraftSentence
from tasks.figures.placing import place
from tasks.receipts import SentenceReceipt, check_sentence
from tests.receipts.shelf import MOMENT, SALES, TODAY
from tools.evidence import Computed, RowsEvidence
from tools.terms import Period

_SYNONYMS = {"revenue": ("Umsatz", "ingresos", "revenus", "收入")}
_WEEK = Period(start=date(2025, 10, 14), end=date(2025, 10, 20))
_TO_TODAY = Period(start=date(2025, 7, 1), end=TODAY)
_HALF_YEAR = Period(start=date(2025, 7, 1), end=date(2025, 12, 31))
_BEFORE = Period(start=BEGINNING, end=date(2023, 12, 31))


def _receipt(text: str, period: Period, language: str = "en") -> SentenceReceipt:
    rows = RowsEvidence(
        id="E1",
        source="shop",
        retrieved_at=MOMENT,
        statement="SELECT …",
        computed=Computed(measures=("revenue",), period=period),
        columns=(SALES.columns[2],),
        rows=((Decimal(4634210),),),
        row_count=1,
    )
    figures = (DraftFigure(marker="f", of="E1[0].revenue"),)
    draft = DraftSentence(text=text, citations=("E1",), figures=figures)
    return check_sentence(
        place(draft, {"E1": rows}, language), {"E1": rows}, Wording(language=language, synonyms=_SYNONYMS, today=TODAY)
    )


@pytest.mark.parametrize("words", [period_words, period_days])
@pytest.mark.parametrize("period", [_WEEK, _TO_TODAY, _HALF_YEAR, _BEFORE, Period(start=TODAY, end=TODAY)])
@pytest.mark.parametrize(
    "text", ["Revenue was [[f]] in {}.", "Revenue ({}) was [[f]].", "In {}, revenue was [[f]].", "Revenue, {}: [[f]]."]
)
def test_a_period_is_read_as_it_is_printed(words: Callable[[Period], str], period: Period, text: str) -> None:
    assert _receipt(text.replace("{}", words(period)), period).reasons == ()


@pytest.mark.parametrize(
    ("text", "period", "language"),
    [
        ("Revenue from 14 October 2025 to 20 October 2025 was [[f]].", _WEEK, "en"),
        ("Revenue from 14 to 20 October 2025 was [[f]].", _WEEK, "en"),
        ("Revenue from October 14 to October 20, 2025 was [[f]].", _WEEK, "en"),
        ("Revenue for October 14–20, 2025 was [[f]].", _WEEK, "en"),
        ("Revenue between 2025-10-14 and 2025-10-20 was [[f]].", _WEEK, "en"),
        ("Revenue since 2025-07-01 was [[f]].", _TO_TODAY, "en"),
        ("Revenue since 1 July 2025 was [[f]].", _TO_TODAY, "en"),
        ("Revenue before 2024 was [[f]].", _BEFORE, "en"),
        ("Revenue in Q3 2025 to Q4 2025 was [[f]].", _HALF_YEAR, "en"),
        ("Der Umsatz betrug vom 14.10.2025 bis 20.10.2025 [[f]].", _WEEK, "de"),
        ("Der Umsatz betrug vom 14. bis 20. Oktober 2025 [[f]].", _WEEK, "de"),
        ("Les revenus du 14 au 20 octobre 2025 étaient de [[f]].", _WEEK, "fr"),
        ("Los ingresos del 14 de octubre de 2025 al 20 de octubre de 2025 fueron [[f]].", _WEEK, "es"),
        ("2025年10月14日至2025年10月20日的收入为[[f]]。", _WEEK, "zh"),
    ],
)
def test_days_may_be_told_in_words(text: str, period: Period, language: str) -> None:
    assert _receipt(text, period, language).reasons == ()


@pytest.mark.parametrize(
    "text",
    [
        "Revenue from 2025-10-14 … 2025-10-21 was [[f]].",
        "Revenue from 14 to 21 October 2025 was [[f]].",
        "Revenue on 2025-10-14 was [[f]].",
        "Revenue since 2025-10-14 was [[f]].",
        "Revenue … 2025-10-20 was [[f]].",
        "Revenue in October 2025 was [[f]].",
    ],
)
def test_other_days_than_those_of_the_rows_are_refused(text: str) -> None:
    assert not _receipt(text, _WEEK).supported
