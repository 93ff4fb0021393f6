"""Periods without a start, and days at the ends of the calendar."""

from datetime import date

import pytest

from tasks.dates.calendar_units import unit_around, whole_months
from tasks.dates.named_periods import read_periods
from tasks.dates.periods import BEGINNING, comparison_periods, find_periods, period_days, period_words
from tools.sql.specs import CalendarSpec
from tools.terms import Period

_CALENDAR = CalendarSpec()
_EDGES = [date.min, date(1, 12, 31), date(2025, 6, 30), date(9999, 12, 1), date.max]


def test_a_period_without_a_start_has_nothing_to_be_compared_with() -> None:
    (before,) = find_periods("before 2024", date(2025, 11, 1), _CALENDAR)

    assert (before.start, before.end) == (BEGINNING, date(2023, 12, 31))
    assert comparison_periods(before) == {}


def test_only_the_comparison_that_the_calendar_lacks_is_left_out() -> None:
    early = Period(start=date(1, 7, 1), end=date(1, 9, 30))

    (name, previous), *others = comparison_periods(early).items()

    assert (name, previous.start, previous.end, others) == ("previous", date(1, 4, 1), date(1, 6, 30), [])


def test_whole_months_and_loose_days_are_compared_with_their_like() -> None:
    february = comparison_periods(Period(start=date(2025, 2, 1), end=date(2025, 2, 28)))
    days = comparison_periods(Period(start=date(2025, 10, 14), end=date(2025, 10, 20)))

    assert february["previous"].start == date(2025, 1, 1)
    assert (february["year_before"].start, february["year_before"].end) == (date(2024, 2, 1), date(2024, 2, 29))
    assert (days["previous"].start, days["previous"].end) == (date(2025, 10, 7), date(2025, 10, 13))
    assert (days["year_before"].start, days["year_before"].end) == (date(2024, 10, 14), date(2024, 10, 20))


@pytest.mark.parametrize(("start", "end"), [(a, b) for a in _EDGES for b in _EDGES if a <= b])
def test_every_period_of_the_calendar_has_a_name(start: date, end: date) -> None:
    period = Period(start=start, end=end)

    assert end.isoformat() in period_days(period)
    assert period_words(period)
    assert set(comparison_periods(period)) <= {"previous", "year_before"}


def test_the_last_year_of_the_calendar_has_its_units() -> None:
    assert unit_around(date.max, "quarter", _CALENDAR) == (date(9999, 10, 1), date.max)
    assert whole_months(date(9999, 1, 1), date.max) == 12


@pytest.mark.parametrize("today", _EDGES)
@pytest.mark.parametrize(
    "text", ["before 0001-01-01", "after 9999-12-31", "last 900 years", "last week", "0000-q1", "fiscal 2025", "March"]
)
def test_words_that_lead_out_of_the_calendar_name_no_day_outside_it(text: str, today: date) -> None:
    assert all(named.period.start <= named.period.end for named in read_periods(text, today, _CALENDAR))
