"""Numbers written as words, from two to the thousands, in English, German, French, Spanish and Chinese."""

import re
from decimal import Decimal

from tasks.figures.number_scales import SCALES, SCALES_BY_LANGUAGE

WordNumber = tuple[int, int, Decimal, str | None]
"""Start, end, value, and `rank` for an ordinal."""


def read_number_words(text: str, language: str) -> list[WordNumber]:
    """Numbers written as words. One, a and an are not counted: they are articles and pronouns more often than not."""
    code = language.split("-")[0].split("_")[0]
    if code == "zh":
        return _read_chinese(text)
    words = _WORDS.get(code, _WORDS["en"])
    joins = _JOINS.get(code, ())
    found: list[WordNumber] = []
    tokens = list(re.finditer(r"[^\W\d_]+", text))
    at = 0
    while at < len(tokens):
        end, value = _longest(tokens, at, text, words, joins, code)
        if value is not None and value != 1:
            found.append((tokens[at].start(), tokens[end - 1].end(), value, None))
        at = max(end, at + 1)
    return found


def _longest(
    tokens: list[re.Match[str]], at: int, text: str, words: dict[str, int], joins: tuple[str, ...], code: str
) -> tuple[int, Decimal | None]:
    total, current, end = Decimal(0), None, at
    position = at
    while position < len(tokens):
        word = tokens[position][0].lower()
        if position > at and text[tokens[position - 1].end() : tokens[position].start()].strip(" -\u00a0\u2011"):
            break
        if word in joins and current is not None:
            position += 1
            continue
        scale = SCALES_BY_LANGUAGE.get(code, {}).get(word) or (SCALES.get(word) if len(word) > 2 else None)
        if word in words and word not in _ALONE_NO_NUMBER:
            current = _combined(current, words[word])
        elif scale is not None and current is not None:
            total, current = total + current * scale, Decimal(0)
        else:
            break
        position += 1
        end = position
    return end, None if current is None else total + current


def _combined(current: Decimal | None, number: int) -> Decimal:
    if current is None:
        return Decimal(number)
    return current * number if number == 100 and current else current + number


def _compounds(units: dict[str, int], tens: dict[str, int], between: str) -> dict[str, int]:
    return {u + between + t: n + m for u, n in units.items() if n < 10 for t, m in tens.items()}


def _numbered(words: str, start: int = 1, step: int = 1) -> dict[str, int]:
    return {w: start + i * step for i, w in enumerate(words.split()) if w != "-"}


_GERMAN_UNITS = _numbered("ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
                          "sechzehn siebzehn achtzehn neunzehn")  # fmt: skip
_GERMAN_TENS = _numbered("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig", 20, 10)
_GERMAN_SMALL = _GERMAN_UNITS | _GERMAN_TENS | _compounds(_GERMAN_UNITS, _GERMAN_TENS, "und")
_SPANISH_TENS = _numbered("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30, 10)

_WORDS: dict[str, dict[str, int]] = {
    "en": _numbered("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
                    "seventeen eighteen nineteen")
    | _numbered("twenty thirty forty fifty sixty seventy eighty ninety hundred", 20, 10) | {"zero": 0},
    "de": _GERMAN_SMALL | {"hundert": 100, "null": 0}
    | {u + "hundert": 100 * n for u, n in _GERMAN_UNITS.items() if n < 10},
    "fr": _numbered("un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize")
    | _numbered("vingt trente quarante cinquante soixante", 20, 10) | {"cent": 100, "cents": 100, "zéro": 0},
    "es": _numbered("un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
                    "diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco "
                    "veintiséis veintisiete veintiocho veintinueve")
    | _SPANISH_TENS | {"cien": 100, "ciento": 100, "doscientos": 200, "trescientos": 300, "cero": 0},
}  # fmt: skip
_JOINS = {"en": ("and",), "de": ("und",), "fr": ("et",), "es": ("y",)}
_ALONE_NO_NUMBER = frozenset({"null"})

_CHINESE = re.compile(r"(?<!第)([零二两三四五六七八九十百千一]+)(?=[个個家名位次项件条款種种倍]|万|亿|[％%])([万亿])?")
_CHINESE_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2}
_CHINESE_STEPS = {"十": 10, "百": 100, "千": 1000}


def _read_chinese(text: str) -> list[WordNumber]:
    found: list[WordNumber] = []
    for match in _CHINESE.finditer(text):
        value = _chinese_value(match[1]) * {"万": 10**4, "亿": 10**8}.get(match[2] or "", 1)
        if value > 1:
            found.append((match.start(), match.end(), Decimal(value), None))
    return found


def _chinese_value(written: str) -> int:
    total, digit = 0, 0
    for sign in written:
        if sign in _CHINESE_STEPS:
            total += (digit or 1) * _CHINESE_STEPS[sign]
            digit = 0
        else:
            digit = _CHINESE_DIGITS[sign]
    return total + digit
