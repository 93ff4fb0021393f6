"""The periods a question is about, and how they are told to its reader."""

import re
from dataclasses import dataclass

from crew.models.offline.inquiry import Inquiry
from crew.models.offline.material import Material
from tasks.dates.periods import find_periods, period_days, period_words
from tools.sql.specs import CalendarSpec
from tools.terms import Period


@dataclass(frozen=True)
class Compared:
    """A period and the one it is compared with."""

    now: Period
    before: Period
    is_assumed: bool
    """The question named neither."""


def compared_periods(material: Material, inquiry: Inquiry) -> Compared | None:
    """The two periods of a comparison over time; None when the prompt gives none."""
    found = sorted(_parted(material, inquiry), key=lambda p: p.start)
    if len(found) == 2 and found[0].end < found[1].start:
        before = found[0] if _is_as_long(*found) else _days_of(found[0], material, found[1])
        return Compared(found[1], before, is_assumed=False) if before else None
    now = found[-1] if found else material.default_period
    wanted = "previous" if "previous" in inquiry.asks else "year_before"
    before = material.comparison(wanted)
    if now is None or before is None or len(found) > 1:
        return None
    return Compared(now, before, is_assumed=not found)


def _is_as_long(first: Period, second: Period) -> bool:
    """Whether two periods are of one length, but for the days that months differ by."""
    days = sorted((period.end - period.start).days + 1 for period in (first, second))
    return days[1] <= days[0] * _LONGEST_RATIO


def _days_of(year: Period, material: Material, now: Period) -> Period | None:
    """The same days a year earlier, where “the previous year” is what a shorter period is compared with.

    None for a period that is named by its number: a quarter is not to be compared with a whole year.
    """
    before = material.comparison("year_before")
    is_meant = before is not None and year.start <= before.start and before.end <= year.end and before.start < now.start
    return before if is_meant and not _NUMBER.search(year.words) else None


_NUMBER = re.compile(r"\d")
_LONGEST_RATIO = 1.2


def _parted(material: Material, inquiry: Inquiry) -> list[Period]:
    """The periods named; a change `from Q2 2025 to Q3 2025` is one between two, unless it is compared with another."""
    named = material.periods
    if len(named) != 1 or material.today is None or inquiry.asks & {"previous", "year_before"}:
        return named
    ends = [find_periods(part, material.today, CalendarSpec()) for part in _CONNECTOR.split(named[0].words)]
    return [e[0] for e in ends] if len(ends) == 2 and all(ends) else named


_CONNECTOR = re.compile(r"\b(?:to|and|bis|und|à|au|et|a|y)\b")


def told(period: Period, language: str = "en") -> str:
    """A period by name and days: `Q3 2025 (2025-07-01 … 2025-09-30)`."""
    name, days = period_words(period, language), period_days(period)
    return days if name == days else f"{name} ({days})"
