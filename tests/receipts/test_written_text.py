"""Text written elsewhere: a figure counts only where exactly one reading of the evidence fits what is named."""

import pytest

from tasks.checks.wording import Wording
from tasks.receipts import check_text
from tests.receipts.shelf import SHELF, TODAY


def _outcomes(text: str) -> list[bool]:
    return [r.supported and not r.needs_judgement for r in check_text(text, SHELF, Wording(today=TODAY))]


@pytest.mark.parametrize(
    "text",
    [
        "European revenue fell by 12.1% to €4.63 million in Q3 2025 [E1].",
        "In Q3 2025, Europe accounted for 65% of revenue.",
        "European revenue was €4.6 million in Q3 2025, €2.1 million more than in Asia.",
        "European revenue was €4,634,210 in Q3 2025.",
        "The Market report speaks of “about 40 ships” [E3].",
    ],
)
def test_a_true_sentence_is_proved(text: str) -> None:
    assert _outcomes(text) == [True]


@pytest.mark.parametrize(
    "text",
    [
        "European revenue was €2.5 million in Q3 2025.",
        "European revenue was 4.63 million in Q3 2025.",
        "European revenue was $4.63 million in Q3 2025.",
        "European revenue was €4.63 billion in Q3 2025.",
        "European revenue was €4.64 million in Q3 2025.",
        "European revenue was €4.63 million.",
        "European revenue rose by 12.1% in Q3 2025.",
        "Asian revenue fell by 12.1% in Q3 2025.",
        "Revenue in Germany was €4.63 million in Q3 2025.",
        "The number is 4634210.",
    ],
)
def test_a_bare_match_of_digits_proves_nothing(text: str) -> None:
    assert _outcomes(text) == [False]


def test_each_sentence_has_its_own_receipt() -> None:
    text = "Asian revenue was €2.5 million in Q3 2025. European revenue was €2.5 million in Q3 2025."

    assert _outcomes(text) == [True, False]
