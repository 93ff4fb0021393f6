"""One day, week, month, quarter or year as people name it; `tasks.dates.periods` puts two of them together."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import cast

from tasks.dates.calendar_units import Days, Unit, fiscal_year, month, quarter, unit_around, unit_shifted
from tasks.dates.period_language import NUMBER_WORDS, PeriodWord
from tools.sql.specs import CalendarSpec

Found = tuple[Days, int]
"""The days, and the number of the word behind the last one read."""

UP_TO = ("to", "until", "-", "–", "…")
"""What may stand between the first and the last of two."""


def single_at(words: list[PeriodWord], at: int, today: date, calendar: CalendarSpec) -> Found | None:
    """The day, week, month, quarter or year that the words from a place on name, and where its words end."""
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


def _half(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    year, first = int(match["year"]), match["number"] in ("1", "first")
    return quarter(year, 1 if first else 3)[0], quarter(year, 2 if first else 4)[1]


def _fiscal(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    return fiscal_year(_four_digits(match["year"]), calendar)


def _year(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    return date(int(match["year"]), 1, 1), date(int(match["year"]), 12, 31)


def _relative(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    unit = _unit(match)
    current = unit_around(today, unit, calendar)
    return unit_shifted(current, unit, -1) if "last" in match[0] else current


def _last_several(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days | None:
    count = _count(match)
    if not 0 < count < 1000:
        return None
    unit = _unit(match)
    if unit in ("day", "week"):
        return today - timedelta(days=count * (7 if unit == "week" else 1) - 1), today
    current = unit_around(today, unit, calendar)
    return unit_shifted(current, unit, -count)[0], current[0] - timedelta(days=1)


def _ago(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days | None:
    """`two months ago` is the calendar month that lay two before this one."""
    is_one = match["count"] == "to"  # as `a` is read, which is French and Spanish for it
    count, unit = 1 if is_one else _count(match), _unit(match)
    return unit_shifted(unit_around(today, unit, calendar), unit, -count) if 0 < count < 1000 else None


def _count(match: re.Match[str]) -> int:
    return NUMBER_WORDS.get(match["count"]) or (int(match["count"]) if match["count"].isdigit() else 0)


def _to_date(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    return unit_around(today, _unit(match), calendar)[0], today


def _day_named(match: re.Match[str], today: date, calendar: CalendarSpec) -> Days:
    day = today - timedelta(days=match[0].startswith("yesterday"))
    return day, day


def _unit(match: re.Match[str]) -> Unit:
    """The unit named; quarters are fiscal ones anyway, years where they are called so."""
    groups = match.groupdict()
    letters = {"y": "year", "q": "quarter", "m": "month"}
    unit = groups.get("unit") or letters.get(groups.get("letter") or "", "year")
    is_fiscal = unit == "year" and any(word in match[0] for word in ("fiscal", "fytd"))
    return "fiscal_year" if is_fiscal else cast(Unit, unit)


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
_TH = r"(?:st|nd|rd|th|er|o)?"
"""Behind the number of a day: `1st`, `1er`, `1º`."""
_CONNECTED = rf"(?:{'|'.join(UP_TO)})"
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
        (rf"m(?P<month>\d+) (?P<day>\d\d?){_TH} (?:, )?{_Y} ", _named_day),
        (rf"(?P<day>\d\d?){_TH} (?:\. )?(?:of )?m(?P<month>\d+) (?:of )?{_Y} ", _named_day),
        (rf"m(?P<month>\d+) (?:of )*{_Y} ", _named_month),
        (r"m(?P<month>\d+) (?P<year>)", _named_month),
        (r"(?P<fiscal>fiscal )q(?P<number>[1-4]) (?:of )*(?P<year>(?:20)?\d\d) ", _named_quarter),
        (r"q(?P<number>[1-4]) (?:of )*(?P<fiscal>fy |fy|fiscal year |fiscal )(?P<year>(?:20)?\d\d) ", _named_quarter),
        (rf"[qt](?P<number>[1-4]) (?:of |/ )*{_Y} ", _named_quarter),
        (rf"{_Y} q(?P<number>[1-4]) ", _named_quarter),
        (rf"(?P<number>first|second|third|fourth) quarter (?:of )*{_Y} ", _named_quarter),
        (rf"(?P<number>first|second) (?:half|halbjahr|semestre) (?:of )*{_Y} ", _half),
        (rf"h(?P<number>[12]) (?:of |/ )*{_Y} ", _half),
        (r"q(?P<number>[1-4]) ", _named_quarter),
        (r"(?P<number>first|second|third|fourth) quarter ", _named_quarter),
        (r"fy ?(?P<year>(?:20)?\d\d) ", _fiscal),
        (rf"fiscal (?:year )?{_Y} ", _fiscal),
        (rf"(?:this )?(?:fiscal )?{_UNIT} to (?:date|day) ", _to_date),
        (r"(?:fiscal )?(?P<letter>[yqm])td ", _to_date),
        (r"fytd ", _to_date),
        (rf"last (?P<count>\d+|[a-z]+) (?:fiscal )?{_UNIT} ", _last_several),
        (rf"(?P<count>\d+|[a-z]+) {_UNIT} last ", _last_several),
        (rf"(?P<count>\d+|[a-z]+) {_UNIT} ago ", _ago),
        (rf"(?:before|hace) (?P<count>\d+|[a-z]+) {_UNIT} ", _ago),
        (rf"(?:last|this) (?:fiscal )?{_UNIT} ", _relative),
        (rf"(?:fiscal )?{_UNIT} (?:last|this) ", _relative),
        (r"(?:last|this) fiscal |fiscal (?:last|this) ", _relative),
        (r"(?:today|yesterday) ", _day_named),
        (rf"{_Y} ", _year),
    ]
]
