"""Numbers in prose are read as a person reads them, and what code prints is read back as itself."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tasks.figures.numbers import read_numbers
from tasks.figures.printing import print_number

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "receipts_numbers.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['language']}: {c['text']}")
def test_a_text_is_read_as_people_read_it(case: dict[str, Any]) -> None:
    read = [(n.value, n.rounding, n.unit) for n in read_numbers(case["text"], case["language"])]

    assert read == [(Decimal(value), Decimal(rounding), unit) for value, rounding, unit in case["read"]]


@given(
    value=st.decimals(min_value=-(10**11), max_value=10**11, places=4),
    unit=st.sampled_from(["EUR", "USD", "GBP", "count", None, "times"]),
    style=st.sampled_from(["plain", "compact", "signed"]),
    language=st.sampled_from(["en", "de", "fr", "es", "zh"]),
)
def test_a_printed_number_reads_as_its_value_within_its_rounding(
    value: Decimal, unit: str | None, style: str, language: str
) -> None:
    printed = print_number(value, unit, style, language)  # type: ignore[arg-type]

    (number,) = read_numbers(printed.text, language)

    assert abs(number.value - value) <= printed.rounding


@given(
    value=st.decimals(min_value=-20, max_value=20, places=6),
    style=st.sampled_from(["plain", "percent", "points", "signed"]),
    language=st.sampled_from(["en", "de", "fr", "es", "zh"]),
)
def test_a_printed_ratio_reads_as_its_value_within_its_rounding(value: Decimal, style: str, language: str) -> None:
    printed = print_number(value, "ratio", style, language)  # type: ignore[arg-type]

    (number,) = read_numbers(printed.text, language)

    assert number.unit == ("points" if style == "points" else "percent")
    assert abs(number.value - value) <= printed.rounding
