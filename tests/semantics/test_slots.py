"""Over a real shop, no statement that misses its slot compares as right, and those that fill it do."""

import re
from pathlib import Path

import pytest
import yaml

from tasks.coverage.compare import compare
from tasks.plan import Need

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "computed_slots.yaml").read_text("utf-8"))


def _cases(side: str) -> list:
    found = []
    for slot, spec in CASES["slots"].items():
        parts = {**spec["parts"], **spec["other"]}
        for way, pattern in CASES[side].items():
            if set(re.findall(r"{(\w+)}", pattern)) <= set(parts):
                found.append(pytest.param(Need(**spec["need"]), pattern.format(**parts), parts, id=f"{slot}: {way}"))
    return found


RIGHT, WRONG = _cases("right"), _cases("wrong")


def test_there_are_enough_of_both() -> None:
    assert min(len(RIGHT), len(WRONG)) >= 120


@pytest.mark.parametrize(("need", "statement", "parts"), RIGHT)
def test_a_statement_that_fills_its_slot_compares_as_right(need, statement, parts, read, semantics, shop) -> None:
    days = {"a": parts["a"], "b": parts["b"]}
    shop.execute(statement, days if ":a" in statement else {})

    assert [m.words for m in compare(need, read(statement, days), semantics)] == []


@pytest.mark.parametrize(("need", "statement", "parts"), WRONG)
def test_a_statement_that_misses_its_slot_does_not(need, statement, parts, read, semantics, shop) -> None:
    shop.execute(statement)
    computed = read(statement)

    assert compare(need, computed, semantics), computed.words
