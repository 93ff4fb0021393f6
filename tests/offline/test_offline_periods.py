"""Periods named in words."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from tasks.dates.periods import comparison_periods, find_periods, named_period, period_words
from tools.sql.specs import CalendarSpec
from tools.terms import Period

TODAY = date(2025, 11, 20)
CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "offline_periods.yaml").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["text"])
def test_words_are_resolved_to_days_by_the_calendar(case: dict[str, Any]) -> None:
    calendar = CalendarSpec(fiscal_year_starts=case.get("fiscal", 1), week_starts=case.get("week_starts", "monday"))

    found = find_periods(case["text"], TODAY, calendar)

    assert [[p.start.isoformat(), p.end.isoformat()] for p in found] == [[str(d) for d in p] for p in case["found"]]
    assert all(p.words in case["text"] for p in found)


@pytest.mark.parametrize(
    ("start", "end", "previous", "year_before"),
    [
        ("2025-07-01", "2025-09-30", ("2025-04-01", "2025-06-30"), ("2024-07-01", "2024-09-30")),
        ("2024-02-01", "2024-02-29", ("2024-01-01", "2024-01-31"), ("2023-02-01", "2023-02-28")),
        ("2025-01-01", "2025-12-31", ("2024-01-01", "2024-12-31"), ("2024-01-01", "2024-12-31")),
        ("2025-11-14", "2025-11-20", ("2025-11-07", "2025-11-13"), ("2024-11-14", "2024-11-20")),
    ],
)
def test_a_period_is_compared_with_the_one_before_and_the_same_a_year_earlier(
    start: str, end: str, previous: tuple[str, str], year_before: tuple[str, str]
) -> None:
    compared = comparison_periods(Period(start=date.fromisoformat(start), end=date.fromisoformat(end)))

    assert (str(compared["previous"].start), str(compared["previous"].end)) == previous
    assert (str(compared["year_before"].start), str(compared["year_before"].end)) == year_before


def test_a_period_is_printed_by_its_name_or_else_by_its_days() -> None:
    def printed(start: str, end: str, language: str = "en") -> str:
        return period_words(Period(start=date.fromisoformat(start), end=date.fromisoformat(end)), language)

    assert printed("2025-07-01", "2025-09-30") == "Q3 2025"
    assert printed("2025-03-01", "2025-03-31", "de") == "März 2025"
    assert printed("2024-01-01", "2024-12-31") == "2024"
    assert printed("2025-07-03", "2025-09-30") == "2025-07-03 … 2025-09-30"


def test_a_domains_default_period_is_resolved_and_unknown_words_name_none() -> None:
    period = named_period("last quarter", TODAY, CalendarSpec())

    assert period is not None
    assert (str(period.start), period.words) == ("2025-07-01", "last quarter")
    assert named_period("some day", TODAY, CalendarSpec()) is None
