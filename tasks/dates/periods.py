"""Periods that people name in words, resolved to days by the domain's calendar."""

import re
from datetime import date, timedelta
from functools import lru_cache

from tasks.dates.calendar_units import Days, month, shift_months, whole_months
from tasks.dates.period_language import MONTH_NAMES, PeriodWord, period_words_of
from tasks.dates.single_periods import UP_TO, Found, single_at
from tools.sql.specs import CalendarSpec
from tools.terms import Period

BEGINNING = date(1, 1, 1)
"""The start of a period that only has an end, such as `until March 2025`."""

_SENTENCES_KEPT = 2048
"""A receipt reads the same sentences and headings many times over."""


def find_periods(text: str, today: date, calendar: CalendarSpec) -> list[Period]:
    """The periods a text names, in the order of their words; empty when it names none."""
    return list(_periods(text, today, calendar))


@lru_cache(_SENTENCES_KEPT)
def _periods(text: str, today: date, calendar: CalendarSpec) -> tuple[Period, ...]:
    words = period_words_of(text)
    found: list[Period] = []
    at = 0
    while at < len(words):
        match = _found_at(words, at, today, calendar)
        if match is None:
            at += 1
            continue
        (start, end), stop = match
        if start <= end:
            found.append(Period(start=start, end=end, words=text[words[at].start : words[stop - 1].end]))
        at = stop
    return tuple(found)


def named_period(words: str, today: date, calendar: CalendarSpec) -> Period | None:
    """The first period that the words name, such as a domain's default `last quarter`."""
    return next(iter(find_periods(words, today, calendar)), None)


def comparison_periods(period: Period) -> dict[str, Period]:
    """The period of the same length just before (`previous`), and the same days a year earlier (`year_before`).

    What cannot be computed is left out: all of it for a period without a start, and days before the year 1.
    """
    if period.start == BEGINNING:
        return {}
    found: dict[str, Period] = {}
    for name, words, days_before in (
        ("previous", "the period before", _days_just_before),
        ("year_before", "a year before", _days_a_year_before),
    ):
        try:
            start, end = days_before(period)
        except (OverflowError, ValueError):
            continue
        found[name] = Period(start=start, end=end, words=words)
    return found


def period_words(period: Period, language: str = "en") -> str:
    """A period's name where it has one (`Q3 2025`, `March 2025`, `2025`), otherwise its days."""
    months, start = whole_months(period.start, period.end), period.start
    if months == 1:
        return f"{MONTH_NAMES.get(language, MONTH_NAMES['en'])[start.month - 1]} {start.year}"
    if months == 3 and start.month % 3 == 1:
        return f"Q{start.month // 3 + 1} {start.year}"
    if months == 12 and start.month == 1:
        return str(start.year)
    return period_days(period)


def period_days(period: Period) -> str:
    """A period's first and last day: `2025-07-01 … 2025-09-30`."""
    start = "" if period.start == BEGINNING else period.start.isoformat()
    return f"{start} … {period.end.isoformat()}".strip()


def _days_just_before(period: Period) -> Days:
    months, end = whole_months(period.start, period.end), period.start - timedelta(days=1)
    return (end - (period.end - period.start) if months is None else shift_months(period.start, -months)), end


def _days_a_year_before(period: Period) -> Days:
    start, end = (shift_months(day, -12) for day in (period.start, period.end))
    is_whole = whole_months(period.start, period.end) is not None
    return start, month(end.year, end.month)[1] if is_whole else end


def _found_at(words: list[PeriodWord], at: int, today: date, calendar: CalendarSpec) -> Found | None:
    """The period that begins with a word; None as well for days outside the years 1 to 9999, which no calendar has."""
    try:
        return _range_at(words, at, today, calendar) or single_at(words, at, today, calendar)
    except (OverflowError, ValueError):
        return None


def _range_at(words: list[PeriodWord], at: int, today: date, calendar: CalendarSpec) -> Found | None:
    opening = words[at].meaning
    if opening == "…" and not _ISO_DATE.fullmatch(words[at + 1].plain if at + 1 < len(words) else ""):
        return None
    if opening not in _OPENINGS:
        return _plain_range(words, at, today, calendar)
    first = single_at(words, _past_articles(words, at + 1), today, calendar)
    if first is None:
        return None
    (start, end), stop = first
    if opening in ("between", "from") and stop < len(words) and words[stop].meaning in ("and", *UP_TO):
        second = single_at(words, _past_articles(words, stop + 1), today, calendar)
        if second is not None:
            return _in_one_year(words[at:stop], start, second[0]), second[1]
    opened: dict[str, Days] = {
        "since": (start, today),
        "from": (start, today) if _ends_with(words, stop, "on", "onwards") else (start, end),
        "until": (BEGINNING, end),
        "…": (BEGINNING, end),
        "before": (BEGINNING, start - timedelta(days=1)),
        "after": (end + timedelta(days=1), today),
    }
    if opening in opened and not (opening == "from" and opened["from"] == (start, end)):
        return opened[opening], stop
    return None


def _plain_range(words: list[PeriodWord], at: int, today: date, calendar: CalendarSpec) -> Found | None:
    first = single_at(words, at, today, calendar)
    if first is None or first[1] >= len(words) or words[first[1]].meaning not in UP_TO:
        return None
    second = single_at(words, first[1] + 1, today, calendar)
    if second is None:
        return None
    return _in_one_year(words[at : first[1]], first[0][0], second[0]), second[1]


def _in_one_year(words: list[PeriodWord], start: date, second: Days) -> Days:
    """`March to May 2024` begins in the year that only its end names, or the year before: `November to March 2024`."""
    if any(_YEAR.search(word.plain) for word in words):
        return start, second[1]
    if start.day != 1 or not words[-1].meaning.startswith(("m", "q")):
        return start, second[1]
    same = start.replace(year=second[1].year)
    return (same if same <= second[1] else same.replace(year=same.year - 1)), second[1]


def _past_articles(words: list[PeriodWord], at: int) -> int:
    while at < len(words) and words[at].meaning == "of":
        at += 1
    return at


def _ends_with(words: list[PeriodWord], stop: int, *endings: str) -> bool:
    return stop < len(words) and words[stop].plain in endings


_OPENINGS = ("between", "from", "since", "until", "before", "after", "…")
_YEAR = re.compile(r"\d{4}|\bfy")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
