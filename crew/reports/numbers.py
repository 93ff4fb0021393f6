"""Numbers of a table or chart as a reader of the report's language writes them; the values stay those of the cells."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from babel import Locale
from babel.dates import format_date, format_interval, format_skeleton
from babel.numbers import (
    format_currency,
    format_decimal,
    format_percent,
    get_currency_symbol,
    get_minus_sign_symbol,
    is_currency,
)
from babel.units import format_unit

from crew.render.plain import plain, shortened
from tasks.dates.periods import BEGINNING, period_words
from tasks.figures.printing import locale_of, print_number
from tools.terms import Period
from tools.wording import translated

_LONGEST_CELL = 120
_LEAST_SCALED = 10_000
"""From which value on an axis is marked in thousands."""
_TIMES = ("days", "hours", "minutes", "weeks", "months", "years")


def decimal_of(value: object) -> Decimal | None:
    """A cell's value as a number; None for text, dates, truth values and nothing."""
    if value is None or isinstance(value, bool):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def column_texts(values: Sequence[object], unit: str | None, locale: Locale) -> list[str]:
    """The cells of one column of numbers, all with the same decimals."""
    numbers = [decimal_of(value) for value in values]
    digits = _digits([number for number in numbers if number is not None], unit)
    return ["—" if number is None else _cell(number, unit, digits, locale) for number in numbers]


def unit_words(unit: str | None, locale: Locale) -> str:
    """A unit as a column's heading shows it; nothing for counts and ratios, which the numbers show."""
    if unit in (None, "count", "ratio", "percent", "times"):
        return ""
    if unit in _TIMES:
        return in_unit_of(f"7 {unit}", unit, locale).removeprefix("7").strip()
    return str(get_currency_symbol(unit, locale=locale)) if is_currency(str(unit)) else str(unit)


def short_number(value: Decimal, unit: str | None, locale: Locale) -> str:
    """A number for an axis or a bar, with three digits that count: `€1.23M`, `1,23 Mio. €`, `305.212 €`, `3.4%`."""
    if unit in ("ratio", "percent"):
        ratio = value / 100 if unit == "percent" else value
        return _percent(ratio, 1 if abs(ratio) < 1 else 0, locale)
    scale, pattern = _scale(abs(value), unit, locale)
    if not pattern:
        return full_number(round(value, 0) if abs(value) >= 1000 else value, unit, locale)
    size = abs(value) / scale
    digits = 2 if size < 10 else 1 if size < 100 else 0
    number = str(format_decimal(size, f"#,##0.{'#' * digits}" if digits else "#,##0", locale=locale))
    return _in_scale(number, unit, pattern, locale, is_negative=value < 0)


def full_number(value: Decimal, unit: str | None, locale: Locale) -> str:
    """A number as sentences print it, a unit of time in the language's word."""
    text = print_number(value, unit, "plain", str(locale).replace("_", "-")).text
    return in_unit_of(text, unit, locale)


def in_unit_of(text: str, unit: str | None, locale: Locale) -> str:
    """A printed number with its unit of time, such as `5,64 days`, in the language's word for it."""
    number = text.removesuffix(f" {unit}")
    if unit not in _TIMES or number == text:
        return text
    return str(format_unit(7, f"duration-{unit.removesuffix('s')}", locale=locale)).replace("7", number)


def axis_numbers(values: Sequence[float], largest: Decimal, unit: str | None, locale: Locale) -> list[str]:
    """The marks of an axis, all with the same decimals and in the scale that the largest value drawn asks for."""
    numbers = [Decimal(repr(float(value))) for value in values]
    if unit in ("ratio", "percent"):
        parts = [number / 100 if unit == "percent" else number for number in numbers]
        return [_percent(part, 0 if all(p * 100 % 1 == 0 for p in parts) else 1, locale) for part in parts]
    scale, pattern = _scale(largest, unit, locale) if largest >= _LEAST_SCALED else (Decimal(1), "")
    digits = 0 if all(number / scale % 1 == 0 for number in numbers) else 1 if scale > 1 else 2
    nothing = short_number(Decimal(0), unit if unit is not None and is_currency(unit) else None, locale)
    texts = [
        str(format_decimal(abs(number) / scale, _pattern(digits), locale=locale)) if pattern else ""
        for number in numbers
    ]
    return [
        nothing
        if pattern and not number
        else _in_scale(text, unit, pattern, locale, is_negative=number < 0)
        if pattern
        else _cell(number, unit, digits, locale)
        for number, text in zip(numbers, texts, strict=True)
    ]


def _scale(largest: Decimal, unit: str | None, locale: Locale) -> tuple[Decimal, str]:
    """What the language counts a size in, such as thousands or 万, and how it writes it; no pattern for units."""
    is_money = unit is not None and is_currency(unit)
    formats = (locale.compact_currency_formats if is_money else locale.compact_decimal_formats)["short"]["other"]
    found = (Decimal(1), "")
    for size, form in sorted(((Decimal(key), form.pattern) for key, form in formats.items())):
        if size <= largest and form.strip("0"):
            found = (size.scaleb(1 - form.count("0")), form.replace("'", ""))
    return found


def _in_scale(number: str, unit: str | None, pattern: str, locale: Locale, *, is_negative: bool) -> str:
    text = re.sub("0+", number, pattern, count=1)
    if unit is not None and is_currency(unit):
        text = text.replace("¤", str(get_currency_symbol(unit, locale=locale)))
    elif unit not in (None, "count", "times"):
        text = in_unit_of(f"{text} {unit}", unit, locale)
    return f"{get_minus_sign_symbol(locale) if is_negative else ''}{text}"


def people_period(period: Period, language: str) -> str:
    """A period's name where it has one, otherwise its days as people write them."""
    words = period_words(period, language)
    if "…" not in words or period.start == BEGINNING:
        return words
    return str(format_interval(period.start, period.end, "yMMMd", locale=locale_of(language)))


def growth_text(growth: Decimal, language: str) -> str:
    """A relative change, signed, in percent."""
    locale = locale_of(language)
    shown = round(growth, 3) or Decimal(0)
    return ("+" if shown > 0 else "") + _percent(shown, 1, locale)


def points_text(points: Decimal, language: str) -> str:
    """A difference of percentages, signed, in points."""
    shown = round(points, 1) or Decimal(0)
    number = format_decimal(shown, "+0.0;-0.0" if shown else "0.0", locale=locale_of(language))
    return f"{number} {translated('pp', language, 'report')}"


def label_text(value: object, locale: Locale) -> str:
    """A cell that names a row: months and days in the language's words, other text as it is."""
    text = plain("—" if value is None else value)
    moment = _moment(text)
    if moment is None:
        return shortened(text, _LONGEST_CELL)
    day, is_month = moment
    if is_month:
        return str(format_skeleton("yMMM", day, locale=locale))
    return str(format_date(day, "medium", locale=locale))


def _moment(text: str) -> tuple[date, bool] | None:
    """A day, or the first of a month, and which of both the text is."""
    try:
        if len(text) == 7:
            return date.fromisoformat(f"{text}-01"), True
        return (datetime.fromisoformat(text).date(), False) if len(text) >= 10 and text[4] == "-" else None
    except ValueError:
        return None


def _cell(number: Decimal, unit: str | None, digits: int, locale: Locale) -> str:
    if unit in ("ratio", "percent"):
        return _percent(number / 100 if unit == "percent" else number, digits, locale)
    pattern = _pattern(digits)
    if unit is not None and is_currency(unit):
        money = locale.currency_formats["standard"].pattern.split(";")[0].replace("#,##0.00", pattern)
        return str(format_currency(number, unit, money, locale=locale, currency_digits=False))
    return str(format_decimal(number, pattern, locale=locale))


def _percent(ratio: Decimal, digits: int, locale: Locale) -> str:
    pattern = locale.percent_formats[None].pattern.split(";")[0]
    return str(format_percent(ratio, pattern.replace("#,##0", _pattern(digits)), locale=locale))


def _pattern(digits: int) -> str:
    return "#,##0." + "0" * digits if digits else "#,##0"


def _digits(numbers: Sequence[Decimal], unit: str | None) -> int:
    largest = max((abs(number) for number in numbers), default=Decimal(0))
    if unit in ("ratio", "percent"):
        return 2 if largest < Decimal("0.01") and unit == "ratio" else 1
    if unit == "count" or all(number == number.to_integral_value() for number in numbers):
        return 0
    return 0 if largest >= 1000 else 2
