"""Periods named in a sentence, and where; `tasks.dates.periods` with Chinese and `3. Quartal` added."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from tasks.dates.calendar_units import Days, month, quarter
from tasks.dates.periods import find_periods
from tools.sql.specs import CalendarSpec
from tools.terms import Period

_ANY_DAY = date(2100, 12, 31)
_ORDINARY = CalendarSpec()


@dataclass(frozen=True)
class NamedPeriod:
    """A period and where the text names it."""

    start: int
    end: int
    period: Period


def read_periods(text: str, today: date = _ANY_DAY, calendar: CalendarSpec = _ORDINARY) -> tuple[NamedPeriod, ...]:
    """The periods a text names, in order. `today` and the calendar only matter for relative and fiscal ones."""
    written = _joined(_numbered(text), text)
    blanked = text
    for named in written:
        blanked = blanked[: named.start] + "，" * (named.end - named.start) + blanked[named.end :]
    found, at = list(written), 0
    for period in find_periods(blanked, today, calendar):
        start = blanked.index(period.words, at)
        at = start + len(period.words)
        found.append(NamedPeriod(start, at, period))
    return tuple(sorted(found, key=lambda n: n.start))


_BETWEEN_ENDS = re.compile(
    r"\b(?:to|and|through|till|until|bis|auf|und|et|à|au|a|al|y|hasta)\b|"
    r"[-–—…至到与和]",
    re.IGNORECASE,
)


def ends_of(named: NamedPeriod, text: str) -> tuple[NamedPeriod, NamedPeriod] | None:
    """The first and the last period of a range such as `from 2023 to 2025`, where each is named; None otherwise."""
    words = text[named.start : named.end]
    for between in _BETWEEN_ENDS.finditer(words):
        first_side, last_side = words[: between.start()].rstrip(), words[between.end() :]
        found = [(0, read_periods(first_side)), (between.end(), read_periods(last_side))]
        if len(found[1][1]) == 1:  # `from April to May 2025`
            year = found[1][1][0].period.start.year
            with_year = [n for n in read_periods(f"{first_side} {year}") if n.start < len(first_side)]
            same = [replace(n, end=min(n.end, len(first_side))) for n in with_year]
            found[0] = found[0] if _is_of_year(found[0][1], year) else (0, tuple(same))
        if all(len(periods) == 1 for _, periods in found):
            first, last = (
                NamedPeriod(named.start + offset + p.start, named.start + offset + p.end, p.period)
                for offset, (p,) in found
            )
            if (first.period.start, last.period.end) == (named.period.start, named.period.end):
                return first, last
    return None


def _is_of_year(named: Sequence[NamedPeriod], year: int) -> bool:
    return bool(named) and all(n.period.start.year <= year for n in named)


_NUMBERED = re.compile(
    r"(?P<year>(?:19|20)\d\d)\s*年(?:第?(?P<quarter>[1-4一二三四])季度|(?P<month>1[0-2]|0?[1-9])月(?:(?P<day>[0-3]?\d)[日号])?)?"
    r"|(?P<german>[1-4])\. Quartal (?P<german_year>(?:19|20)\d\d)"
)
_UP_TO = re.compile(r"\s*[至到–—~…-]\s*")
_CHINESE_DIGITS = {"一": 1, "二": 2, "三": 3, "四": 4}


def _numbered(text: str) -> list[NamedPeriod]:
    found = []
    for match in _NUMBERED.finditer(text):
        days = _days(match)
        if days is not None:
            found.append(NamedPeriod(match.start(), match.end(), Period(start=days[0], end=days[1], words=match[0])))
    return found


def _joined(found: list[NamedPeriod], text: str) -> tuple[NamedPeriod, ...]:
    """Two periods with `至` between them are one."""
    joined: list[NamedPeriod] = []
    for named in found:
        before = joined[-1] if joined else None
        if before and before.period.start <= named.period.start and _UP_TO.fullmatch(text[before.end : named.start]):
            words = text[before.start : named.end]
            days = Period(start=before.period.start, end=named.period.end, words=words)
            joined[-1] = NamedPeriod(before.start, named.end, days)
        else:
            joined.append(named)
    return tuple(joined)


def _days(match: re.Match[str]) -> Days | None:
    if match["german"]:
        return quarter(int(match["german_year"]), int(match["german"]))
    year = int(match["year"])
    if match["quarter"]:
        return quarter(year, _CHINESE_DIGITS.get(match["quarter"]) or int(match["quarter"]))
    if match["day"]:
        try:
            day = date(year, int(match["month"]), int(match["day"]))
        except ValueError:
            return None
        return day, day
    return month(year, int(match["month"])) if match["month"] else (date(year, 1, 1), date(year, 12, 31))
