"""Sentences over totals, short lists and averages, with the question they answer."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tasks.checks.wording import Wording
from tasks.draft import DraftCalculation, DraftFigure, DraftSentence
from tasks.figures.errors import PlacingError
from tasks.figures.placing import place
from tasks.receipts import check_sentence
from tests.receipts.shelf import THIRD_QUARTER, TODAY
from tests.receipts.totals import SECOND_QUARTER, TOTALS
from tools.evidence import Computed
from tools.terms import Filter

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "receipts_totals.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['expect']}: {c['text']}")
def test_a_sentence_is_proved_judged_or_refused(case: dict[str, Any]) -> None:
    assert _outcome(case) == case["expect"]


def _outcome(case: dict[str, Any]) -> str:
    language = case.get("language", "en")
    try:
        placed = place(_drafted(case), TOTALS, language)
    except PlacingError:
        return "refused"
    wording = Wording(
        question=case.get("question", ""),
        language=language,
        periods=(THIRD_QUARTER, SECOND_QUARTER) if "asked" in case else (),
        synonyms={name: tuple(words) for name, words in case.get("synonyms", {}).items()},
        today=TODAY,
    )
    receipt = check_sentence(placed, TOTALS, wording)
    if not receipt.supported:
        return "refused"
    return "judged" if receipt.needs_judgement else "proved"


def _drafted(case: dict[str, Any]) -> DraftSentence:
    figures = []
    for marker, bound in case.get("figures", {}).items():
        of, _, style = bound.partition("|")
        figures.append(DraftFigure(marker=marker, of=of, style=style or "plain"))
    calculations = tuple(
        DraftCalculation(id=name, operation=operation, operands=tuple(operands))
        for name, operation, *operands in case.get("calculations", ())
    )
    return DraftSentence(
        text=case["text"], citations=tuple(case.get("cite", ())), figures=tuple(figures), calculations=calculations
    )


def test_a_superlative_over_chosen_rows_is_left_to_the_verifier() -> None:
    returns = TOTALS["E8"]
    chosen = Filter(column="countries.name", operator="in", values=("France", "Germany", "Spain"))
    some = returns.model_copy(update={"computed": Computed(period=THIRD_QUARTER, filters=(chosen,))})
    placed = place(DraftSentence(text="France had the most returns in Q3 2025.", citations=("E8",)), {"E8": some})

    receipt = check_sentence(placed, {"E8": some}, Wording(today=TODAY))

    assert receipt.supported
    assert receipt.needs_judgement
