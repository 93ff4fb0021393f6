"""Markers become figures that carry where they come from."""

from decimal import Decimal

import pytest

from tasks.draft import DraftCalculation, DraftFigure, DraftSentence
from tasks.figures.errors import NotQuoted, UnknownReference
from tasks.figures.placing import place
from tasks.figures.printing import print_number
from tests.receipts.shelf import SHELF


def test_a_figure_carries_its_cell_and_is_cited() -> None:
    sentence = DraftSentence(text="It was [[f1]].", figures=(DraftFigure(marker="f1", of="E1[1].revenue"),))

    placed = place(sentence, SHELF)

    assert placed.text == "It was €4.63 million."
    assert placed.citations == ("E1",)
    (figure,) = placed.figures
    assert placed.text[figure.start : figure.end] == figure.text
    assert (figure.value, figure.unit, figure.rounding) == ("4634210", "EUR", "5000")
    assert figure.row_key == {"region": "Europe", "quarter": "2025-Q3"}


def test_a_calculation_carries_its_operands_and_what_its_rows_share() -> None:
    growth = DraftCalculation(id="C1", operation="growth", operands=("E1[2].revenue", "E1[3].revenue"))
    figure = DraftFigure(marker="f1", of="C1", style="signed")

    placed = place(DraftSentence(text="[[f1]]", figures=(figure,), calculations=(growth,)), SHELF)

    assert placed.text == "+25%"
    assert placed.calculations[0].value == "0.25"
    assert placed.figures[0].row_key == {"region": "Asia"}


def test_a_sign_typed_around_a_marker_is_not_printed_twice() -> None:
    sentence = DraftSentence(text="It was €[[f1]].", figures=(DraftFigure(marker="f1", of="E1[1].revenue"),))

    assert place(sentence, SHELF).text == "It was €4.63 million."


def test_a_name_may_be_placed() -> None:
    sentence = DraftSentence(text="It is [[f1]].", figures=(DraftFigure(marker="f1", of="E1[2].region"),))

    assert place(sentence, SHELF).text == "It is Asia."


def test_a_value_of_a_passage_is_placed_as_it_stands_there() -> None:
    figure = DraftFigure(marker="f1", passage="E3", quoted="40 ships")

    assert place(DraftSentence(text="[[f1]] waited.", figures=(figure,)), SHELF).citations == ("E3",)


@pytest.mark.parametrize("quoted", ["50 ships", "0 ships", ""])
def test_a_value_that_the_passage_does_not_state_is_refused(quoted: str) -> None:
    figure = DraftFigure(marker="f1", passage="E3", quoted=quoted)

    with pytest.raises(NotQuoted):
        place(DraftSentence(text="[[f1]] waited.", figures=(figure,)), SHELF)


def test_a_marker_without_an_entry_is_told() -> None:
    with pytest.raises(UnknownReference, match="f2"):
        place(DraftSentence(text="[[f2]]"), SHELF)


@pytest.mark.parametrize(
    ("language", "printed"),
    [("en", "€4.63 million"), ("de", "4,63 Millionen €"), ("fr", "4,63 millions €"), ("es", "4,63 millones €"),
     ("zh", "€463.42万")],
)  # fmt: skip
def test_money_is_printed_in_the_questions_language(language: str, printed: str) -> None:
    assert print_number(Decimal(4634210), "EUR", "plain", language).text.replace("\u00a0", " ") == printed


@pytest.mark.parametrize(
    ("language", "printed"),
    [("en", "-3.1 percentage points"), ("de", "-3,1 Prozentpunkte"), ("fr", "-3,1 points de pourcentage"),
     ("es", "-3,1 puntos porcentuales"), ("zh", "-3.1个百分点")],
)  # fmt: skip
def test_a_difference_of_ratios_is_printed_in_points(language: str, printed: str) -> None:
    assert print_number(Decimal("-0.031"), "ratio", "plain", language, operation="difference").text == printed
