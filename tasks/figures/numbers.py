"""Numbers in prose, read back: separators of the language, scales, currencies, percentages, signs and number words."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from babel.numbers import get_decimal_symbol

from tasks.dates.named_periods import read_periods
from tasks.figures.number_scales import (
    CURRENCIES,
    PERCENT_WORDS,
    SCALES,
    SCALES_BY_LANGUAGE,
    percent_unit,
)
from tasks.figures.number_words import read_number_words
from tasks.figures.print_words import ABOUT
from tasks.figures.printing import locale_of


@dataclass(frozen=True)
class ReadNumber:
    """A number as a reader understands it.

    `unit` is a currency code, `percent` or `points` (both as a plain ratio: 12 % is 0.12), `rank`, or None.
    `rounding` is half a unit of the last printed digit, in the same terms as `value`.
    """

    start: int
    end: int
    text: str
    value: Decimal
    rounding: Decimal
    unit: str | None = None
    is_bracketed: bool = False
    """In accounts a number in brackets is negative; in prose it is an aside. Both readings are open."""
    is_word: bool = False

    def fits(self, value: Decimal) -> bool:
        """Whether an exact value would be printed like this."""
        readings = (self.value, -self.value) if self.is_bracketed else (self.value,)
        return any(abs(value - reading) <= self.rounding for reading in readings)


def read_numbers(text: str, language: str = "en") -> tuple[ReadNumber, ...]:
    """The numbers a text states, in order. Dates, years, quarters and identifiers such as `A4` are none."""
    text = text.translate(_WIDE)
    taken = [(p.start, p.end) for p in read_periods(text)]
    found: list[ReadNumber] = []
    pattern = _NUMBER_WITH_SPACES if language[:2] in _GROUPING_BY_SPACE else _NUMBER
    for match in pattern.finditer(text):
        if _overlaps(match.start("digits"), match.end("digits"), taken):
            continue
        number = _read(match, text, language)
        if number is not None:
            found.append(number)
            taken.append((number.start, number.end))
    words = (n for n in _words(text, language) if not _overlaps(n.start, n.end, taken))
    return tuple(sorted([*found, *words], key=lambda n: n.start))


_WIDE = str.maketrans("０１２３４５６７８９．，％", "0123456789.,%")
_GAP = "\u00a0\u202f\u2009"
_LETTER = "A-Za-zÀ-ÖØ-öø-ÿ_"


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(w) for w in sorted(words, key=len, reverse=True))


_CURRENCY = _alternatives(CURRENCIES)
_SCALE = _alternatives(SCALES)
_CHINESE_SCALES = "千万亿"
_PERCENT = _alternatives(PERCENT_WORDS)
_DIGITS = (
    rf"\d{{1,3}}(?:[{_GAP}]\d{{3}})+(?:[.,]\d+)?|"
    r"\d{1,3}(?:[,.’']\d{2,3})*[,.’']\d{3}(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
)
_SPACED_DIGITS = rf"\d{{1,3}}(?:[ ]\d{{3}})+(?!\d)(?:[.,]\d+)?|{_DIGITS}"
_GROUPING_BY_SPACE = frozenset({"fr", "es", "pt", "it", "pl", "cs", "ru", "uk", "sv", "nb", "fi", "hu"})


def _number_pattern(digits: str) -> re.Pattern[str]:
    return re.compile(
        rf"""(?P<open>\()?(?:(?<![\w.,)])(?P<sign>[-−–+])\s?)?
        (?:(?<![{_LETTER}])(?P<before>{_CURRENCY})\s?(?P<inner>[-−(])?)?
        (?<![{_LETTER}0-9])(?<![0-9][.,])(?<![{_LETTER}]-)(?P<digits>{digits})
        (?P<ordinal>(?:st|nd|rd|th|er|ère|e|ème|\.?º|\.?ª)(?![{_LETTER}]))?
        (?P<scale>[ {_GAP}]?(?:(?:{_SCALE})(?![{_LETTER}])|[{_CHINESE_SCALES}]))?
        (?:[ {_GAP}]?-?(?:(?P<percent>{_PERCENT})|(?:de\s|d[’'])?(?P<after>{_CURRENCY}))(?![{_LETTER}]))?
        (?P<close>\))?""",
        re.VERBOSE | re.IGNORECASE,
    )


_NUMBER = _number_pattern(_DIGITS)
_NUMBER_WITH_SPACES = _number_pattern(_SPACED_DIGITS)


def _read(match: re.Match[str], text: str, language: str) -> ReadNumber | None:
    digits = match["digits"]
    if text[match.end("digits") :][:1].isalpha() and _is_identifier(match, text):
        return None
    value, decimals = _parse(digits, language)
    scale = _scale(match, language)
    unit, factor = _unit(match, text, language)
    sign = -1 if (match["sign"] or match["inner"] or "+") in "-−–(" else 1
    is_bracketed = bool(match["open"] and match["close"])
    if is_bracketed and _PREDICATE.search(text[: match.start()]):
        sign = -1
    start = match.start("digits") if match["open"] and not is_bracketed else match.start()
    end = match.end("close") if is_bracketed else max(match.end(g) for g in ("digits", *_GROUPS) if match[g])
    if match["open"] and not is_bracketed:
        start = min(match.start(g) for g in ("sign", "before", "inner", "digits") if match[g])
    return ReadNumber(
        start=start,
        end=end,
        text=text[start:end],
        value=sign * value * scale * factor,
        rounding=_rounding(match, text, digits, decimals, value) * scale * factor if unit != "rank" else Decimal(0),
        unit=unit,
        is_bracketed=is_bracketed and not _PREDICATE.search(text[: match.start()]),
    )


_PREDICATE = re.compile(
    r"(?:\b(?:was|were|is|are|reached|totalled|ist|sind|war|waren|betrug|est|était|es|fue|"
    r"son|eran)|为|是|达)\s*$",
    re.IGNORECASE,
)
"""Stands before a number that is what the sentence says, so that brackets around it can only mean a minus."""
_GROUPS = ("digits", "ordinal", "scale", "percent", "after")


def _is_identifier(match: re.Match[str], text: str) -> bool:
    behind = text[match.end("digits")]
    return behind.isascii() and not (match["scale"] or match["percent"] or match["after"] or match["ordinal"])


def _parse(digits: str, language: str) -> tuple[Decimal, int]:
    """The number and how many decimals it shows."""
    decimal = get_decimal_symbol(locale_of(language))
    marks = [c for c in digits if c in ".,"]
    if len(set(marks)) == 2:
        decimal = marks[-1]
    elif len(marks) > 1:
        decimal = ""
    elif marks and len(digits) - digits.index(marks[0]) - 1 != 3:
        decimal = marks[0]
    whole, _, fraction = digits.partition(decimal) if decimal else (digits, "", "")
    whole = re.sub(r"\D", "", whole)
    return Decimal(f"{whole}.{fraction}" if fraction else whole), len(fraction)


def _rounding(match: re.Match[str], text: str, digits: str, decimals: int, value: Decimal) -> Decimal:
    """Half a unit of the last digit; behind a word such as `about`, zeros at the end of a whole number are rounded."""
    exact = Decimal(5).scaleb(-decimals - 1)
    zeros = len(digits) - len(digits.rstrip("0,.'’ " + _GAP)) if not decimals else 0
    if not zeros or not ABOUT.search(text[: match.start()]):
        return exact
    count = sum(c == "0" for c in digits[len(digits) - zeros :])
    return max(exact, min(_BELOW_HALF.scaleb(count), value * _MOST_ABOUT))


_BELOW_HALF, _MOST_ABOUT = Decimal("0.499"), Decimal("0.05")


def _scale(match: re.Match[str], language: str) -> Decimal:
    if not match["scale"]:
        return Decimal(1)
    word = match["scale"].strip(" " + _GAP).lower()
    return SCALES_BY_LANGUAGE.get(language.split("-")[0], {}).get(word) or SCALES[word]


def _unit(match: re.Match[str], text: str, language: str) -> tuple[str | None, Decimal]:
    if match["percent"]:
        return percent_unit(match["percent"].lower())
    if match["ordinal"] or text[: match.start("digits")].endswith("第") or _is_german_ordinal(match, text, language):
        return "rank", Decimal(1)
    sign = match["before"] or match["after"]
    return (CURRENCIES[sign.lower()] if sign else None), Decimal(1)


def _is_german_ordinal(match: re.Match[str], text: str, language: str) -> bool:
    return language.startswith("de") and re.match(r"\.\s[^\W\d_]", text[match.end("digits") :]) is not None


def _words(text: str, language: str) -> Iterator[ReadNumber]:
    for start, end, value, unit in read_number_words(text, language):
        yield ReadNumber(start, end, text[start:end], value, Decimal("0.5"), unit, is_word=True)


def _overlaps(start: int, end: int, taken: list[tuple[int, int]]) -> bool:
    return any(start < e and s < end for s, e in taken)
