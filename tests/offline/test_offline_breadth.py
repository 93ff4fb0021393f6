"""What is understood without a semantic layer: short names, code tables, flags, empty columns, dates."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from clinic import Clinic

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "offline_breadth.yaml").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["question"])
def test_a_question_has_the_rows_it_asks_for_or_is_asked_back(clinic: Clinic, case: dict[str, Any]) -> None:
    rows = clinic.rows(case["question"], case.get("language", "en"))

    assert (rows and [[_plain(v) for v in row] for row in rows]) == case["rows"]


def _plain(value: Any) -> Any:
    if isinstance(value, str | bool) or value is None:
        return value
    return round(float(value), 4) if not hasattr(value, "isoformat") else value.isoformat()
