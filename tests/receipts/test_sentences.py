"""Single sentences and what their receipt says."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tasks.checks.wording import Wording
from tasks.figures.errors import PlacingError
from tasks.figures.placing import place
from tasks.receipts import check_sentence
from tests.receipts.shelf import SHELF, TODAY, drafted

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "receipts_sentences.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['expect']}: {c['text']}")
def test_a_sentence_is_proved_judged_or_refused(case: dict[str, Any]) -> None:
    assert _outcome(case) == case["expect"], case.get("why")


def _outcome(case: dict[str, Any]) -> str:
    try:
        placed = place(drafted(case), SHELF)
    except PlacingError:
        return "refused"
    receipt = check_sentence(placed, SHELF, Wording(today=TODAY))
    if not receipt.supported:
        return "refused"
    return "judged" if receipt.needs_judgement else "proved"
