"""Days, weeks, months, quarters and years as ranges of days. All ends are included."""

from calendar import monthrange
from datetime import date, timedelta
from typing import Literal

from tools.sql.specs import CalendarSpec

Unit = Literal["day", "week", "month", "quarter", "year", "fiscal_year"]
Days = tuple[date, date]

_MONTHS = {"month": 1, "quarter": 3, "year": 12, "fiscal_year": 12}


def unit_around(day: date, unit: Unit, calendar: CalendarSpec) -> Days:
    """The unit a day lies in. Quarters are counted from the start of the fiscal year."""
    if unit == "day":
        return day, day
    if unit == "week":
        start = day - timedelta(days=_days_into_week(day, calendar))
        return start, start + timedelta(days=6)
    months = _MONTHS[unit]
    first = calendar.fiscal_year_starts if unit in ("quarter", "fiscal_year") else 1
    start = shift_months(day.replace(day=1), -((day.month - first) % months))
    return start, _last_day(start, months)


def unit_shifted(days: Days, unit: Unit, count: int) -> Days:
    """The unit that lies `count` units later; negative counts lie earlier."""
    if unit in ("day", "week"):
        step = timedelta(days=count * (7 if unit == "week" else 1))
        return days[0] + step, days[1] + step
    start = shift_months(days[0], count * _MONTHS[unit])
    return start, _last_day(start, _MONTHS[unit])


def quarter(year: int, number: int) -> Days:
    """A quarter of the calendar year; `number` is 1 to 4."""
    start = date(year, 3 * number - 2, 1)
    return start, _last_day(start, 3)


def month(year: int, number: int) -> Days:
    """A month; `number` is 1 to 12."""
    return date(year, number, 1), date(year, number, monthrange(year, number)[1])


def fiscal_year(year: int, calendar: CalendarSpec) -> Days:
    """The fiscal year that ends in `year`."""
    start = date(year - (calendar.fiscal_year_starts > 1), calendar.fiscal_year_starts, 1)
    return start, _last_day(start, 12)


def shift_months(day: date, months: int) -> date:
    """The same day some months later, or the month's last day where that month is shorter.

    Raises ValueError outside the years 1 to 9999.
    """
    index = day.year * 12 + day.month - 1 + months
    year, number = divmod(index, 12)
    return date(year, number + 1, min(day.day, monthrange(year, number + 1)[1]))


def whole_months(start: date, end: date) -> int | None:
    """How many whole months a range covers; None when it does not begin and end with a month."""
    if start.day != 1 or end.day != monthrange(end.year, end.month)[1]:
        return None
    return (end.year - start.year) * 12 + end.month - start.month + 1


def _last_day(start: date, months: int) -> date:
    """The last of the days that begin with a month's first and go on for some months."""
    last = shift_months(start, months - 1)
    return month(last.year, last.month)[1]


def _days_into_week(day: date, calendar: CalendarSpec) -> int:
    return day.weekday() if calendar.week_starts == "monday" else (day.weekday() + 1) % 7
