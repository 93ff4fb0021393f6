"""Right statements pass the comparison with the need, plausible wrong ones do not."""

from pathlib import Path

import pytest
import yaml

from tasks.coverage.compare import compare
from tasks.plan import Need

CASES = Path(__file__).parent.parent / "cases"
VALUES = {"region": "Europe", "status": "cancelled", "a": "2025-07-01", "b": "2025-10-01"}


def _cases(name: str) -> list:
    entries = yaml.safe_load((CASES / name).read_text())
    return [pytest.param(Need(**e["need"]), s, id=title) for e in entries for title, s in e["statements"].items()]


@pytest.mark.parametrize(("need", "statement"), _cases("computed_right.yaml"))
def test_a_right_statement_has_no_mismatch(need, statement, read, semantics):
    assert [m.words for m in compare(need, read(statement, VALUES), semantics)] == []


@pytest.mark.parametrize(("need", "case"), _cases("computed_wrong.yaml"))
def test_a_wrong_statement_is_told_from_the_right_one(need, case, read, semantics):
    computed = read(case["sql"])
    assert {m.kind for m in compare(need, computed, semantics)} == set(case["kinds"]), computed.words
