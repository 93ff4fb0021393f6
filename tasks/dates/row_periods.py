"""Which period a result's row is about, and which of its columns say so."""

import re
from calendar import monthrange
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Literal

from tools.evidence import EvidenceColumn, RowsEvidence
from tools.terms import Period, Scalar

TimeUnit = Literal["day", "week", "month", "quarter", "year"]

_GRAIN = re.compile(r"(day|week|month|quarter|year)\(")
_NAMES_BY_UNIT: dict[TimeUnit, str] = {
    "year": "year yr jahr annee année anio año fiscal_year",
    "quarter": "quarter qtr quartal trimestre year_quarter fiscal_quarter",
    "month": "month monat mois mes year_month",
    "week": "week woche semaine semana year_week",
    "day": "day date tag datum jour fecha dia",
}
_NAMES = {name: unit for unit, names in _NAMES_BY_UNIT.items() for name in names.split()}
_YEAR_PART = re.compile(r"(?P<year>\d{4})(?:[-/ ]?(?P<unit>[QqTtWw])?0?(?P<number>\d{1,2}))?(?:-(?P<day>\d{2}))?")
_PART_FIRST = re.compile(r"[QqTt](?P<number>[1-4])[-/ ]?(?P<year>\d{4})")


def time_unit(column: EvidenceColumn) -> TimeUnit | None:
    """The calendar unit a column gives, or None when it does not speak of time."""
    if column.role == "measure":
        return None
    grain = _GRAIN.match(column.source or "")
    if grain:
        return grain[1]  # type: ignore[return-value]
    named = _NAMES.get(column.name.lower())
    return named or ("day" if column.type in ("date", "datetime") else None)


def is_day_word(word: str) -> bool:
    """Whether a word of a column's name says no more than that it holds days or times."""
    return _NAMES.get(word.lower()) == "day" or word.lower() in (
        "time",
        "timestamp",
        "datetime",
        "zeit",
        "heure",
        "hora",
    )


def entity_key(evidence: RowsEvidence, row: int) -> dict[str, Scalar]:
    """The row's key without the columns that speak of time, by what is behind the column."""
    return {
        c.source or c.name: value
        for c, value in zip(evidence.columns, evidence.rows[row], strict=True)
        if c.role == "key" and time_unit(c) is None
    }


def row_period(evidence: RowsEvidence, row: int) -> Period | None:
    """The days a row is about: what its time columns say, otherwise the statement's period; None when unknown."""
    parts: dict[TimeUnit, Scalar] = {}
    for column, value in zip(evidence.columns, evidence.rows[row], strict=True):
        unit = time_unit(column)
        if unit is not None and column.role == "key":
            parts[unit] = value
    return _from_parts(parts) if parts else evidence.computed.period


def value_period(column: EvidenceColumn, value: Scalar) -> Period | None:
    """The days that a value of a column is about; None where the column does not speak of time."""
    unit = time_unit(column)
    return _period(value, unit) if unit else None


def has_time_key(evidence: RowsEvidence) -> bool:
    """Whether rows are told apart by time."""
    return any(c.role == "key" and time_unit(c) for c in evidence.columns)


def _from_parts(parts: dict[TimeUnit, Scalar]) -> Period | None:
    periods = [p for p in (_period(value, unit) for unit, value in parts.items()) if p is not None]
    if "year" in parts and len(parts) > 1:
        year = _whole(parts["year"])
        periods += [p for u, v in parts.items() if (p := _unit_of_year(year, u, _whole(v))) is not None]
    return min(periods, key=lambda p: p.end - p.start, default=None)


@lru_cache(maxsize=4096, typed=True)
def _period(value: Scalar, unit: TimeUnit) -> Period | None:
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, date):
        return _around(value, unit)
    written = str(value).strip()
    if match := _PART_FIRST.fullmatch(written):
        return _unit_of_year(int(match["year"]), "quarter", int(match["number"]))
    match = _YEAR_PART.match(written)
    if match is None or (match.end() < len(written) and written[match.end()] not in " T"):
        return None
    return _written_period(match, unit)


def _written_period(match: re.Match[str], unit: TimeUnit) -> Period | None:
    year, number = int(match["year"]), _whole(match["number"])
    if number is None:
        return _unit_of_year(year, "year", 1)
    if match["day"]:
        try:
            return _around(date(year, number, int(match["day"])), unit)
        except ValueError:
            return None
    letter = (match["unit"] or "").upper()
    if letter in ("Q", "T"):
        return _unit_of_year(year, "quarter", number)
    if letter == "W" or unit == "week":
        return _unit_of_year(year, "week", number)
    return _unit_of_year(year, "month", number)


def _unit_of_year(year: int | None, unit: TimeUnit, number: int | None) -> Period | None:
    if year is None or number is None or not 1900 <= year <= 2200:
        return None
    if unit == "year":
        return Period(start=date(year, 1, 1), end=date(year, 12, 31))
    if unit == "quarter" and 1 <= number <= 4:
        return Period(start=date(year, 3 * number - 2, 1), end=_month_end(year, 3 * number))
    if unit == "month" and 1 <= number <= 12:
        return Period(start=date(year, number, 1), end=_month_end(year, number))
    if unit == "week" and 1 <= number <= 53:
        try:
            start = date.fromisocalendar(year, number, 1)
        except ValueError:
            return None
        return Period(start=start, end=start + timedelta(days=6))
    return None


def _around(day: date, unit: TimeUnit) -> Period | None:
    if unit == "day":
        return Period(start=day, end=day)
    if unit == "week":
        return Period(start=day, end=day + timedelta(days=6))
    number = {"month": day.month, "quarter": (day.month + 2) // 3, "year": 1}[unit]
    return _unit_of_year(day.year, unit, number)


def _month_end(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def _whole(value: Scalar) -> int | None:
    written = str(value).strip().lstrip("QqTt")
    return int(written) if written.isdigit() else None
