"""Periods that people name in words, resolved to days by the domain's calendar."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import cast

from tasks.dates.calendar_units import (
    Days,
    Unit,
    fiscal_year,
    month,
    quarter,
    shift_months,
    unit_around,
    unit_shifted,
    whole_months,
)
from tasks.dates.period_language import MONTH_NAMES, NUMBER_WORDS, PeriodWord, period_words_of
from tools.sql.specs import CalendarSpec
from tools.terms import Period

BEGINNING = date(1, 1, 1)
"""The start of a period that only has an end, such as `until March 2025`."""


def find_periods(text: str, today: date, calendar: CalendarSpec) -> list[Period]:
    """The periods a text names, in the order of their words; empty when it names none."""
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
    return found


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


_Found = tuple[Days, int]


def _found_at(words: list[PeriodWord], at: int, today: date, calendar: CalendarSpec) -> _Found | None:
    """The period that begins with a word; None as well for days outside the years 1 to 9999, which no calendar has."""
    try:
        return _range_at(words, at, today, calendar) or _single_at(words, at, today, calendar)
    except (OverflowError, ValueError):
        return None


def _range_at(words: list[PeriodWord], at: int, today: date, calendar: CalendarSpec) -> _Found | None:
    opening = words[at].meaning
    if opening == "…" and not _ISO_DATE.fullmatch(words[at + 1].plain if at + 1 < len(words) else ""):
        return None
    if opening not in _OPENINGS:
        return _plain_range(words, at, today, calendar)
    first = _single_at(words, _past_articles(words, at + 1), today, calendar)
    if first is None:
        return None
    (start, end), stop = first
    if opening in ("between", "from") and stop < len(words) and words[stop].meaning in ("and", *_UP_TO):
        second = _single_at(words, _past_articles(words, stop + 1), today, calendar)
        if second is not None:
            return (start, second[0][1]), second[1]
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


def _plain_range(words: list[PeriodWord], at: int, today: date, calendar: CalendarSpec) -> _Found | None:
    first = _single_at(words, at, today, calendar)
    if first is None or first[1] >= len(words) or words[first[1]].meaning not in _UP_TO:
        return None
    second = _single_at(words, first[1] + 1, today, calendar)
    return None if second is None else ((first[0][0], second[0][1]), second[1])


def _past_articles(words: list[PeriodWord], at: int) -> int:
    while at < len(words) and words[at].meaning == "of":
        at += 1
    return at


def _ends_with(words: list[PeriodWord], stop: int, *endings: str) -> bool:
    return stop < len(words) and words[stop].plain in endings


def _single_at(words: list[PeriodWord], at: int, today: date, calendar: CalendarSpec) -> _Found | None:
    if at >= len(words):
        return None
    rest = " ".join(w.meaning for w in words[at : at + 12]) + " "
    before = words[at - 1].plain if at else ""
    for pattern, resolve in _PATTERNS:
        match = pattern.match(rest)
        if match is None or (resolve is _year and before in _QUANTITY):
            continue
        days = resolve(match, today, calendar)
        if days is not None:
            return days, at + match[0].count(" ")
    return None


def _iso_date(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days | None:
    try:
        day = date.fromisoformat(match["date"])
    except ValueError:
        return None
    return day, day


def _iso_month(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days | None:
    number = int(match["month"])
    return month(int(match["year"]), number) if 1 <= number <= 12 else None


def _named_day(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days | None:
    try:
        day = date(int(match["year"]), int(match["month"]), int(match["day"]))
    except ValueError:
        return None
    return day, day


def _day_range(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days | None:
    """Two days that share what the first leaves out: `14 to 20 October 2025`, `1 July to 15 July 2025`."""
    year, month_of_end = int(match["year"]), int(match["month"])
    try:
        start = date(year, int(match["first_month"] or month_of_end), int(match["first"]))
        return start, date(year, month_of_end, int(match["day"]))
    except ValueError:
        return None


def _named_month(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    if match["year"]:
        return month(int(match["year"]), int(match["month"]))
    return month(today.year - (int(match["month"]) > today.month), int(match["month"]))


def _named_quarter(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    number = _ORDINALS.get(match["number"]) or int(match["number"])
    groups = match.groupdict()
    if groups.get("fiscal"):
        start = fiscal_year(_four_digits(groups["year"]) if groups.get("year") else today.year, calendar)[0]
        return unit_shifted(unit_around(start, "quarter", calendar), "quarter", number - 1)
    if groups.get("year"):
        return quarter(_four_digits(groups["year"]), number)
    latest = quarter(today.year, number)
    return latest if latest[0] <= today else quarter(today.year - 1, number)


def _fiscal(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    return fiscal_year(_four_digits(match["year"]), calendar)


def _year(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    return date(int(match["year"]), 1, 1), date(int(match["year"]), 12, 31)


def _relative(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    unit: Unit = "fiscal_year" if "fiscal" in match[0] else _unit(match)
    current = unit_around(today, unit, calendar)
    return unit_shifted(current, unit, -1) if "last" in match[0] else current


def _last_several(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days | None:
    count = NUMBER_WORDS.get(match["count"]) or (int(match["count"]) if match["count"].isdigit() else 0)
    if not 0 < count < 1000:
        return None
    unit = _unit(match)
    if unit in ("day", "week"):
        return today - timedelta(days=count * (7 if unit == "week" else 1) - 1), today
    current = unit_around(today, unit, calendar)
    return unit_shifted(current, unit, -count)[0], current[0] - timedelta(days=1)


def _to_date(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    return unit_around(today, _unit(match), calendar)[0], today


def _day_named(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    day = today - timedelta(days=match[0].startswith("yesterday"))
    return day, day


def _unit(match: re.Match[str]) -> Unit:
    groups = match.groupdict()
    letters = {"y": "year", "q": "quarter", "m": "month"}
    return cast(Unit, groups.get("unit") or letters[groups["letter"]])


def _four_digits(year: str) -> int:
    return int(year) + 2000 if len(year) == 2 else int(year)


_Resolve = Callable[[re.Match[str], date, CalendarSpec], Days | None]
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_QUANTITY = {
    "over",
    "than",
    "least",
    "most",
    "above",
    "below",
    "under",
    "exceeding",
    "top",
    "als",
    "uber",
    "unter",
    "$",
    "€",
}
_OPENINGS = ("between", "from", "since", "until", "before", "after", "…")
_UP_TO = ("to", "until", "-", "–", "…")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_TH = r"(?:st|nd|rd|th)?"
_CONNECTED = rf"(?:{'|'.join(_UP_TO)})"
_UNIT = r"(?P<unit>day|week|month|quarter|year)"
_Y = r"(?P<year>(?:19|20)\d\d)"
_PATTERNS: list[tuple[re.Pattern[str], _Resolve]] = [
    (re.compile(pattern), resolve)
    for pattern, resolve in [
        (r"(?P<date>\d{4}-\d\d-\d\d) ", _iso_date),
        (
            rf"(?P<first>\d\d?){_TH} (?:\. )?(?:of )*(?:m(?P<first_month>\d+) )?{_CONNECTED} (?:of )*"
            rf"(?P<day>\d\d?){_TH} (?:\. )?(?:of )*m(?P<month>\d+) (?:of )*{_Y} ",
            _day_range,
        ),
        (
            rf"m(?P<first_month>\d+) (?P<first>\d\d?){_TH} {_CONNECTED} m(?P<month>\d+) (?P<day>\d\d?){_TH} "
            rf"(?:, )?{_Y} ",
            _day_range,
        ),
        (
            rf"(?P<first_month>)m(?P<month>\d+) (?P<first>\d\d?){_TH} {_CONNECTED} (?P<day>\d\d?){_TH} (?:, )?{_Y} ",
            _day_range,
        ),
        (rf"(?P<day>\d\d?) \. (?P<month>\d\d?) \. {_Y} ", _named_day),
        (r"(?P<year>\d{4})-(?P<month>\d\d) ", _iso_month),
        (r"(?P<year>\d{4})-q(?P<number>[1-4]) ", _named_quarter),
        (rf"m(?P<month>\d+) (?P<day>\d\d?)(?:st|nd|rd|th)? (?:, )?{_Y} ", _named_day),
        (rf"(?P<day>\d\d?)(?:st|nd|rd|th)? (?:\. )?(?:of )?m(?P<month>\d+) (?:of )?{_Y} ", _named_day),
        (rf"m(?P<month>\d+) (?:of )*{_Y} ", _named_month),
        (r"m(?P<month>\d+) (?P<year>)", _named_month),
        (r"(?P<fiscal>fiscal )q(?P<number>[1-4]) (?:of )*(?P<year>(?:20)?\d\d) ", _named_quarter),
        (r"q(?P<number>[1-4]) (?:of )*(?P<fiscal>fy |fy|fiscal year |fiscal )(?P<year>(?:20)?\d\d) ", _named_quarter),
        (rf"[qt](?P<number>[1-4]) (?:of |/ )*{_Y} ", _named_quarter),
        (rf"{_Y} q(?P<number>[1-4]) ", _named_quarter),
        (rf"(?P<number>first|second|third|fourth) quarter (?:of )*{_Y} ", _named_quarter),
        (r"q(?P<number>[1-4]) ", _named_quarter),
        (r"(?P<number>first|second|third|fourth) quarter ", _named_quarter),
        (r"fy ?(?P<year>(?:20)?\d\d) ", _fiscal),
        (rf"fiscal (?:year )?{_Y} ", _fiscal),
        (rf"{_UNIT} to (?:date|day) ", _to_date),
        (r"(?P<letter>[yqm])td ", _to_date),
        (rf"last (?P<count>\d+|[a-z]+) {_UNIT} ", _last_several),
        (rf"(?P<count>\d+|[a-z]+) {_UNIT} last ", _last_several),
        (rf"(?:last|this) (?:fiscal )?{_UNIT} ", _relative),
        (rf"{_UNIT} (?:last|this) ", _relative),
        (r"(?:today|yesterday) ", _day_named),
        (rf"{_Y} ", _year),
    ]
]
