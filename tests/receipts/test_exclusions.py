"""A value that the statement leaves out may only be told as left out."""

from decimal import Decimal

import pytest

from tasks.checks.wording import Wording
from tasks.conflicts import find_conflicts
from tasks.draft import DraftFigure, DraftSentence
from tasks.figures.placing import place
from tasks.receipts import SentenceReceipt, check_sentence
from tests.receipts.shelf import MOMENT, REPORT, THIRD_QUARTER, TODAY
from tools.evidence import Computed, Evidence, EvidenceColumn, RowsEvidence
from tools.terms import Filter

_WORDS = {"Spain": ("Spanien", "Espagne", "España", "西班牙"), "revenue": ("Umsatz", "ingresos", "revenus", "收入")}


def _total(name: str, value: str, *filters: Filter) -> RowsEvidence:
    return RowsEvidence(
        id=name,
        source="shop",
        retrieved_at=MOMENT,
        statement="SELECT …",
        computed=Computed(measures=("revenue",), filters=filters, period=THIRD_QUARTER),
        columns=(EvidenceColumn(name="revenue", type="decimal", role="measure", measure="revenue", unit="EUR"),),
        rows=((Decimal(value),),),
        row_count=1,
    )


_WITHOUT_SPAIN = _total("E1", "8010000", Filter(column="countries.name", operator="!=", values=("Spain",)))
_WITHOUT_BOTH = _total("E1", "8010000", Filter(column="countries.name", operator="not in", values=("Spain", "Italy")))
_SPAIN = _total("E2", "1200000", Filter(column="countries.name", values=("Spain",)))


def _receipt(text: str, *rows: RowsEvidence, language: str = "en") -> SentenceReceipt:
    evidence: dict[str, Evidence] = {e.id: e for e in rows}
    figures = tuple(DraftFigure(marker=f"f{e.id}", of=f"{e.id}[0].revenue") for e in rows if f"[[f{e.id}]]" in text)
    draft = DraftSentence(text=text, citations=("E1",), figures=figures)
    wording = Wording(language=language, synonyms=_WORDS, today=TODAY)
    return check_sentence(place(draft, evidence, language), evidence, wording)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Revenue for Spain in Q3 2025 was [[fE1]].", "en"),
        ("Revenue was [[fE1]] in Q3 2025 in Spain.", "en"),
        ("Excluding returns, revenue for Spain was [[fE1]] in Q3 2025.", "en"),
        ("Excluding France, Spain had revenue of [[fE1]] in Q3 2025.", "en"),
        ("Not only in Spain was revenue [[fE1]] in Q3 2025.", "en"),
        ("Der Umsatz in Spanien betrug im Q3 2025 [[fE1]].", "de"),
    ],
)
@pytest.mark.parametrize("rows", [_WITHOUT_SPAIN, _WITHOUT_BOTH])
def test_a_value_that_is_left_out_cannot_be_what_a_figure_is_about(
    text: str, language: str, rows: RowsEvidence
) -> None:
    assert any("leaves out Spain" in r for r in _receipt(text, rows, language=language).reasons)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Revenue excluding Spain in Q3 2025 was [[fE1]].", "en"),
        ("Without Spain, revenue was [[fE1]] in Q3 2025.", "en"),
        ("Revenue outside of Spain was [[fE1]] in Q3 2025.", "en"),
        ("Revenue in countries other than Spain was [[fE1]] in Q3 2025.", "en"),
        ("Revenue was [[fE1]] in Q3 2025 (Spain excluded).", "en"),
        ("Der Umsatz ohne Spanien betrug im Q3 2025 [[fE1]].", "de"),
    ],
)
def test_a_value_told_as_left_out_is_accepted(text: str, language: str) -> None:
    receipt = _receipt(text, _WITHOUT_SPAIN, language=language)

    assert receipt.reasons == ()


def test_the_plain_words_of_an_exclusion_need_no_judgement() -> None:
    assert not _receipt("Revenue excluding Spain in Q3 2025 was [[fE1]].", _WITHOUT_SPAIN).needs_judgement


def test_several_values_may_be_left_out_in_a_list() -> None:
    assert _receipt("Revenue excluding Spain and Italy was [[fE1]] in Q3 2025.", _WITHOUT_BOTH).reasons == ()


def test_another_figure_of_the_sentence_may_be_about_the_value() -> None:
    text = "Revenue excluding Spain was [[fE1]] in Q3 2025, while revenue for Spain was [[fE2]] in Q3 2025."
    swapped = text.replace("fE1", "x").replace("fE2", "fE1").replace("[[x]]", "[[fE2]]")

    assert _receipt(text, _WITHOUT_SPAIN, _SPAIN).reasons == ()
    assert _receipt(swapped, _WITHOUT_SPAIN, _SPAIN).reasons


def test_what_is_not_left_out_cannot_be_told_as_left_out() -> None:
    everything = _total("E1", "9210000")

    assert _receipt("Revenue excluding Spain was [[fE1]] in Q3 2025.", everything, _SPAIN).reasons


def test_a_passage_about_the_value_does_not_contradict_rows_without_it() -> None:
    about_spain = REPORT.model_copy(update={"text": "Revenue for Spain was €1.3 million in Q3 2025."})
    without = REPORT.model_copy(update={"text": "Revenue excluding Spain was €7.3 million in Q3 2025."})

    assert find_conflicts([_WITHOUT_SPAIN, about_spain], TODAY, {}) == ()
    assert find_conflicts([_WITHOUT_SPAIN, without], TODAY, {})
