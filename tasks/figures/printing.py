"""How a value is printed in the question's language, and what rounding its print implies."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
from babel.numbers import (
    format_compact_decimal,
    format_currency,
    format_decimal,
    format_percent,
    get_minus_sign_symbol,
    is_currency,
)

from tasks.figures.errors import NotAValue
from tasks.figures.print_words import ORDINAL_WORDS, POINTS
from tools.terms import Scalar

Style = Literal["plain", "percent", "points", "signed", "absolute", "ordinal", "compact"]


@dataclass(frozen=True)
class Printed:
    """A value as it stands in a sentence; `rounding` is half a unit of the last printed digit, in the value's unit."""

    text: str
    rounding: Decimal


def print_number(
    value: Decimal, unit: str | None, style: Style, language: str, *, operation: str | None = None
) -> Printed:
    """A number in a style. A difference of ratios is printed in percentage points."""
    locale = locale_of(language)
    if style == "ordinal" or unit == "rank":
        return _ordinal(value, language, locale)
    if style == "absolute":
        value = abs(value)
    if style == "points" or (operation == "difference" and unit in ("ratio", "percent")):
        printed = _points(value, unit, language, locale)
    elif style == "percent" or unit in ("ratio", "percent"):
        printed = _percent(value, unit, locale)
    elif unit is not None and is_currency(unit):
        printed = _money(value, unit, locale, is_compact=style == "compact")
    else:
        printed = _quantity(value, unit, locale, is_compact=style == "compact")
    sign = "+" if style == "signed" and value > 0 else ""
    return Printed(sign + printed.text, printed.rounding)


def print_other(value: Scalar, language: str) -> str:
    """A name or date from a cell; raises NotAValue for an empty cell, a truth value or anything longer than a line."""
    if isinstance(value, datetime | date):
        return format_date(value, format="long", locale=locale_of(language))
    if isinstance(value, str) and value.strip() and len(value) <= 200 and "\n" not in value:
        return value.strip()
    raise NotAValue("The cell is empty or holds no name, date or number. Leave the figure out.")


def locale_of(language: str) -> Locale:
    """The locale of a language tag such as `en`, `de-CH` or `zh`; English when there is none."""
    return _locale(language) or Locale.parse("en")


def is_language(tag: str) -> bool:
    """Whether figures can be printed in the language of a tag."""
    return _locale(tag) is not None


def _locale(tag: str) -> Locale | None:
    try:
        return Locale.parse(tag.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return None


def _ordinal(value: Decimal, language: str, locale: Locale) -> Printed:
    if value != value.to_integral_value() or value < 1:
        raise NotAValue("Only a rank or another whole number from 1 can be an ordinal. Use another style.")
    number = int(value)
    words = ORDINAL_WORDS.get(locale.language, ORDINAL_WORDS["en"])
    return Printed(words(number), Decimal(0))


def _percent(value: Decimal, unit: str | None, locale: Locale) -> Printed:
    ratio = value / 100 if unit == "percent" else value
    digits = _digits(ratio * 100, usual=1)
    text = format_percent(_rounded(ratio, digits + 2), _percent_pattern(locale, digits), locale=locale)
    rounding = _half(digits) if unit == "percent" else _half(digits + 2)
    return Printed(text, rounding)


def _percent_pattern(locale: Locale, digits: int) -> str:
    pattern = locale.percent_formats[None].pattern.split(";")[0]
    return pattern.replace("#,##0", "#,##0." + "0" * digits if digits else "#,##0")


def _points(value: Decimal, unit: str | None, language: str, locale: Locale) -> Printed:
    points = value if unit == "percent" else value * 100
    digits = _digits(points, usual=1)
    number = format_decimal(_rounded(points, digits), _pattern(digits), locale=locale)
    rounding = _half(digits) if unit == "percent" else _half(digits + 2)
    return Printed(POINTS.get(locale.language, "{} pp").format(number), rounding)


def _money(value: Decimal, currency: str, locale: Locale, *, is_compact: bool) -> Printed:
    if abs(value) >= 1_000_000 or (is_compact and abs(value) >= 10_000):
        number, rounding = _compact(value, locale)
        return Printed(_money_pattern(currency, locale, value).replace("0", number), rounding)
    digits = 0 if abs(value) >= 1000 or value == value.to_integral_value() else 2
    pattern = locale.currency_formats["standard"].pattern.split(";")[0].replace("#,##0.00", _pattern(digits))
    text = format_currency(_rounded(value, digits), currency, pattern, locale=locale, currency_digits=False)
    return Printed(text, _half(digits))


def _money_pattern(currency: str, locale: Locale, value: Decimal) -> str:
    pattern = locale.currency_formats["standard"].pattern.split(";")[0].replace("#,##0.00", "0")
    sign = get_minus_sign_symbol(locale) if value < 0 else ""
    return sign + format_currency(Decimal(0), currency, pattern, locale=locale, currency_digits=False)


def _compact(value: Decimal, locale: Locale) -> tuple[str, Decimal]:
    """The size of a value with its scale word (`4.63 million`, `463.42万`), and its rounding."""
    text = format_compact_decimal(abs(value), format_type="long", locale=locale, fraction_digits=2)
    return text, _half(2) * _scale_of(abs(value), locale)


def _scale_of(value: Decimal, locale: Locale) -> Decimal:
    """What the compact print divides by: a million for `million`, 10,000 for `万`."""
    formats = locale.compact_decimal_formats["long"]["other"]
    size = max((key for key in formats if Decimal(key) <= value), key=Decimal, default="1")
    zeros = formats[size].pattern.count("0") if size in formats else 1
    return Decimal(size).scaleb(1 - zeros)


def _quantity(value: Decimal, unit: str | None, locale: Locale, *, is_compact: bool) -> Printed:
    if is_compact and abs(value) >= 10_000:
        number, rounding = _compact(value, locale)
        text = (get_minus_sign_symbol(locale) if value < 0 else "") + number
    else:
        digits = _quantity_digits(value, unit)
        text, rounding = format_decimal(_rounded(value, digits), _pattern(digits), locale=locale), _half(digits)
    return Printed(text if unit in (None, "count", "times") else f"{text} {unit}", rounding)


def _quantity_digits(value: Decimal, unit: str | None) -> int:
    if value == value.to_integral_value():
        return 0
    return 1 if unit == "count" else _digits(value, usual=2)


def _digits(value: Decimal, usual: int) -> int:
    """Decimals to print: none for a whole number, more than usual only to keep two digits of a small value."""
    if value == value.to_integral_value():
        return 0
    return max(usual, min(8, 1 - value.adjusted())) if abs(value) < Decimal("0.1") else usual


def _pattern(digits: int) -> str:
    return "#,##0." + "0" * digits if digits else "#,##0"


def _rounded(value: Decimal, digits: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_EVEN)


def _half(digits: int) -> Decimal:
    return Decimal(5).scaleb(-digits - 1)
