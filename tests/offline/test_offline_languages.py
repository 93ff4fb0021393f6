"""The common shapes of questions are understood in German, French and Spanish too."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from rentals import Rentals

from crew.models.offline.language import words_of

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "offline_languages.yaml").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["question"])
def test_a_common_question_is_planned_in_its_language(rentals: Rentals, case: dict[str, Any]) -> None:
    plan = rentals.plan(case["question"], case["language"])

    if "not_understood" in case:
        assert (plan.decision, list(plan.not_understood)) == ("clarify", case["not_understood"])
        return
    query = plan.steps[0].query
    assert query is not None
    told = query.model_dump(mode="json")
    told["filters"] = [[f["column"], f["operator"], f["values"]] for f in told["filters"]]
    assert {key: told[key] for key in case.get("query", {})} == case.get("query", {})
    assert plan.question_kind == case.get("kind", plan.question_kind)


def test_a_french_of_before_a_vowel_is_a_word_of_its_own() -> None:
    assert [word.text for word in words_of("Combien d'années l’école a-t-elle ?")][:4] == [
        "Combien",
        "d",
        "années",
        "l’école",
    ]
