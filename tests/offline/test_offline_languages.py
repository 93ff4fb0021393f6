"""The common shapes of questions are understood in German, French and Spanish too."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from rentals import Rentals

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
