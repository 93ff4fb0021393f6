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
    found = sorted(_parted(material), key=lambda p: p.start)
    if len(found) == 2 and found[0].end < found[1].start:
        return Compared(found[1], found[0], is_assumed=False)
    now = found[-1] if found else material.default_period
    wanted = "previous" if "previous" in inquiry.asks else "year_before"
    before = material.comparison(wanted)
    if now is None or before is None or len(found) > 1:
        return None
    return Compared(now, before, is_assumed=not found)


def _parted(material: Material) -> list[Period]:
    """The periods named; a change `from Q2 2025 to Q3 2025` is one between two."""
    named = material.periods
    if len(named) != 1 or material.today is None:
        return named
    ends = [find_periods(part, material.today, CalendarSpec()) for part in _CONNECTOR.split(named[0].words)]
    return [e[0] for e in ends] if len(ends) == 2 and all(ends) else named


_CONNECTOR = re.compile(r"\b(?:to|and|bis|und|à|au|et|a|y)\b")


def told(period: Period, language: str = "en") -> str:
    """A period by name and days: `Q3 2025 (2025-07-01 … 2025-09-30)`."""
    name, days = period_words(period, language), period_days(period)
    return days if name == days else f"{name} ({days})"
