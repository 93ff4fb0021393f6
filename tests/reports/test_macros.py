"""What `{…}` in a report stands for on a given day."""

from datetime import date

import pytest

from crew.reports.macros import KNOWN, Macros, UnknownMacro, report_period
from tasks.dates.periods import find_periods
from tools.sql.specs import CalendarSpec

TODAY = date(2025, 10, 20)
APRIL = CalendarSpec(fiscal_year_starts=4)
CASES = {
    "last month": "September 2025",
    "period": "September 2025",
    "previous period": "August 2025",
    "same period last year": "September 2024",
    "last week": "2025-10-13 … 2025-10-19",
    "fiscal quarter to date": "2025-10-01 … 2025-10-20",
    "last fiscal quarter": "Q3 2025",
    "this fiscal year": "2025-04-01 … 2026-03-31",
    "fiscal year to date": "2025-04-01 … 2025-10-20",
    "last fiscal year": "2024-04-01 … 2025-03-31",
    "Q1 2024": "Q1 2024",
    "region": "Europe",
}


def macros(language: str = "en") -> Macros:
    period = report_period("last month", TODAY, APRIL, language)
    return Macros(TODAY, APRIL, period, {"region": "Europe"}, language)


@pytest.mark.parametrize(("name", "words"), CASES.items())
def test_a_place_is_filled(name: str, words: str) -> None:
    assert macros().fill(f"Revenue in {{{name}}}?") == f"Revenue in {words}?"


@pytest.mark.parametrize("name", [name for name in KNOWN if name not in ("period", "today")])
def test_every_period_that_is_suggested_is_read_in_a_question_as_the_days_it_means(name: str) -> None:
    meant = macros().named(name)

    read = find_periods(f"What was revenue in {meant.words}?", TODAY, APRIL)

    assert [(period.start, period.end) for period in read] == [(meant.start, meant.end)]


def test_people_read_days_in_their_own_language() -> None:
    assert macros().print("Week {last week}") == "Week Oct 13 – 19, 2025".replace(" – ", "\u2009–\u2009")
    assert macros("de").print("{period}") == "September 2025"


def test_an_unknown_place_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownMacro, match=r"Did you mean `last month`\?"):
        macros().fill("{lst month}")
