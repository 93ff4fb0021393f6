"""Do comparisons between rows, and between a figure and a bound such as `more than`, hold?"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.checks.clauses import clause_of
from tasks.checks.focus import key_values
from tasks.checks.language import FALL, HIGHEST, LESS, LOWEST, MORE, NEGATION, RISE
from tasks.checks.named_pairs import compares_as_told, ratio_told, subject_of
from tasks.dates.row_periods import entity_key
from tasks.figures.cells import Cell
from tasks.figures.numbers import read_numbers
from tasks.figures.print_words import ABOUT

_ROW_AGAINST_ROW = ("difference", "ratio")
_MORE_THAN_FIGURE = re.compile(
    r"(?:more than|higher than|greater than|over|above|at least|exceeding|mehr als|über|mindestens|plus d[e’']|au "
    r"moins|más del?|al menos|超过|高于|"
    r"大于|多于|至少)\s*$",
    re.IGNORECASE,
)
_LESS_THAN_FIGURE = re.compile(
    r"(?:less than|fewer than|lower than|short of|under|below|at most|nearly|almost|up to|weniger als|unter|"
    r"höchstens|fast|knapp|moins de|presque|près d[e’']|"
    r"moins d[e’']|menos del?|casi|不到|低于|小于|少于|近|接近)\s*$",
    re.IGNORECASE,
)
_OR_EQUAL = re.compile(r"(?:at least|at most|up to|mindestens|höchstens|au moins|al menos|至少)\s*$", re.IGNORECASE)
_FACTORS = {
    "2": "twice|double|doubled|doubles|doppelt so (?:viele?|hoch)|verdoppelt\\w*|deux fois|doublé|doble|duplic\\w+",
    "3": "three times|triple|tripled|dreimal|verdreifacht\\w*|trois fois|triplé|triplic\\w+",
    "0.5": "half|halved|hälfte|halb|halbiert\\w*|moitié|mitad",
    "0.3333": "one third|a third|ein drittel|un tiers|un tercio",
    "0.6667": "two thirds|zwei drittel|deux tiers|dos tercios",
    "0.25": "a quarter of|(?<=by )a quarter|(?<=to )a quarter|one quarter of|ein viertel|un quart|un cuarto|una "
    "cuarta parte",
    "0.2": "a fifth|one fifth|ein fünftel|un cinquième|un quinto|una quinta parte",
    "0.1": "a tenth|one tenth|ein zehntel|un dixième|una décima parte",
    "0.75": "three quarters of|drei viertel|trois quarts|tres cuartos|tres cuartas",
}
_CHINESE_FACTORS = {"2": "翻倍|两倍", "3": "三倍", "0.5": "一半|减半", "0.3333": "三分之一", "0.6667": "三分之二",
                    "0.2": "五分之一", "0.1": "十分之一", "0.25": "四分之一", "0.75": "四分之三"}  # fmt: skip
TIMES = tuple(
    (Decimal(factor), re.compile(rf"\b(?:{words})\b|{_CHINESE_FACTORS[factor]}", re.IGNORECASE))
    for factor, words in _FACTORS.items()
)
_MOST = re.compile(
    r"\b(?:most of|majority|more than half|mehrheit|großteil|majorité|plupart|mayoría|mayor parte)\b|大部分|多数",
    re.IGNORECASE,
)
_BY = re.compile(r"(?:\b(?:by|um|de|d['’]|en)|了)\s*$", re.IGNORECASE)
_ARTICLE = re.compile(r"(?<=\s)(?:the|die|der|das|den|la|le|les|el|l['’])\s*$", re.IGNORECASE)
_COMPARES = re.compile(
    r"\b(?:times|as (?:much|many|high|large)|fois|veces|mal|so (?:viel|hoch|groß))\b|倍", re.IGNORECASE
)


def check_comparisons(claim: Claim) -> Iterator[Finding]:
    """Reasons why a comparison is not proved."""
    for figure in claim.figures:
        if figure.operation in _ROW_AGAINST_ROW:
            yield from _check_order(figure, claim)
        if figure.value is not None:
            yield from _check_bound(figure, claim)
    yield from _check_pairs(claim)
    yield from _check_times(claim)
    yield from _check_unbound(claim)


def _check_order(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    """`A made 2 million more than B`: A must be the first operand, or the words turned round."""
    parts = figure.calculation.parts if figure.calculation else ()
    if len(parts) != 2 or figure.value is None or not all(p.cells for p in parts):
        return
    for column in key_values(figure):
        first, second = (_labels(p.cells, column) for p in parts)
        mentions = claim.values_named.get(column, ())
        if len(first) != 1 or len(second) != 1 or first == second or not mentions:
            continue
        subject = subject_of(mentions, claim.text)
        if subject not in first | second:
            continue
        if figure.operation == "ratio":
            if {subject} != first and _COMPARES.search(claim.words):
                yield Finding(f"“{figure.figure.text}” is {_one(first)} to {_one(second)}, told the other way round.")
            continue
        sign = _told_sign(claim.words)
        towards = figure.value if {subject} == first else -figure.value
        if sign and towards * sign < 0:
            yield Finding(f"“{figure.figure.text}” is {_one(first)} minus {_one(second)}, told the other way round.")


def _labels(cells: Sequence[Cell], column: str) -> set[str]:
    return {str(entity_key(c.evidence, c.row).get(column)) for c in cells}


def _told_sign(text: str) -> int:
    more, less = MORE.search(text), LESS.search(text)
    if (more is None) == (less is None):
        return 0
    sign = 1 if more else -1
    return -sign if NEGATION.search(text) else sign


def _check_bound(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    """`more than €4.6 million` must hold for the exact value, unless it compares with an earlier figure."""
    before = claim.words[: figure.start]
    earlier = [f for f in claim.figures if f.end <= figure.start and f.figure.unit == figure.figure.unit]
    if earlier and figure.figure.style != "ordinal" and re.search(r"(?:than|als|que|de)\s*$", before):
        return
    sign = 1 if _MORE_THAN_FIGURE.search(before) else -1 if _LESS_THAN_FIGURE.search(before) else 0
    read = read_numbers(figure.figure.text, claim.wording.language)
    if not sign or len(read) != 1 or figure.value is None:
        return
    exact = figure.value / 100 if figure.figure.unit == "percent" else figure.value
    exact = abs(exact) if figure.figure.style == "absolute" else exact
    distance = (exact - read[0].value) * sign
    if distance < 0 or (distance == 0 and not _OR_EQUAL.search(before)):
        yield Finding(f"The exact value is {figure.figure.value}, which is not what the word before it says.")


def _check_pairs(claim: Claim) -> Iterator[Finding]:
    """`€5 million, more than the €3 million of Asia`: two figures of one unit with a comparison between them."""
    plain = [f for f in claim.figures if f.value is not None and f.operation not in _ROW_AGAINST_ROW]
    for first, last in pairwise(plain):
        between = claim.words[first.end : last.start]
        more, less = MORE.search(between), LESS.search(between)
        if first.figure.unit != last.figure.unit or (more is None) == (less is None):
            continue
        if first.value is not None and last.value is not None and _is_wrong(first.value, last.value, more is not None):
            yield Finding(f"“{first.figure.text}” and “{last.figure.text}” compare the other way round.")


def _is_wrong(first: Decimal, last: Decimal, is_more: bool) -> bool:
    return first <= last if is_more else first >= last


def _check_times(claim: Claim) -> Iterator[Finding]:
    """Twice, half, a third: as a ratio or share that is bound, or between two bound figures."""
    text = claim.words
    for factor, pattern in TIMES:
        for match in pattern.finditer(text):
            ratios = [*_ratios(claim)] or [*ratio_told(claim, match)]
            if _BY.search(text[: match.start()]) and any(p.search(text) for p in (RISE, FALL)):
                ratios = [abs(1 - ratio) for ratio in ratios]
            before = _ARTICLE.sub("", text[max(0, match.start() - 18) : match.start()])
            spread = Decimal("0.05") if ABOUT.search(before) else Decimal("0.02")
            low, high = factor * (1 - spread), factor * (1 + spread)
            if _LESS_THAN_FIGURE.search(before):
                low, high = factor * Decimal("0.85"), factor
            elif _MORE_THAN_FIGURE.search(before):
                low, high = factor, factor * Decimal("1.5")
            is_told = ABOUT.search(before) or low == factor * (1 - spread)
            if not any(low < ratio < high or (is_told and ratio in (low, high)) for ratio in ratios):
                yield Finding(f"Nothing bound shows “{match[0]}”. Bind a ratio or share for it.")
    for match in _MOST.finditer(text):
        if not any(f.operation == "share" and f.value is not None and f.value > Decimal("0.5") for f in claim.figures):
            yield Finding(f"Nothing bound shows “{match[0]}”. Bind a share for it.")


def _ratios(claim: Claim) -> Iterator[Decimal]:
    plain = []
    for figure in claim.figures:
        if figure.value is None:
            continue
        if figure.operation in ("ratio", "share"):
            yield figure.value
        elif figure.operation == "growth":
            yield 1 + figure.value
        elif figure.operation != "rank":
            plain.append(figure)
    for first, last in pairwise(plain):
        if first.figure.unit == last.figure.unit and first.value and last.value:
            yield first.value / last.value
            if first.figure.row_key.keys() == last.figure.row_key.keys() and "from" in claim.words:
                yield last.value / first.value


def _check_unbound(claim: Claim) -> Iterator[Finding]:
    """A comparison that no difference, ratio, change, second figure or pair of named cells shows."""
    if not claim.rows:
        return
    shown = [clause_of(f.start, claim.clauses) for f in claim.figures if _shows_a_comparison(f)]
    plain = [f for f in claim.figures if f.value is not None]
    told = [(m, sign) for sign, p in ((1, MORE), (-1, LESS)) for m in p.finditer(_without_superlatives(claim.words))]
    factors = [m.start() for _, p in TIMES for m in p.finditer(claim.words)]
    for match, sign in told:
        if clause_of(match.start(), claim.clauses) in shown or any(0 <= at - match.end() <= 5 for at in factors):
            continue
        if shown:
            yield Finding(f"Nothing bound shows “{match[0]}”: what it compares is another change. Bind it as well.")
            continue
        is_bound = any(0 <= f.start - match.end() <= 3 for f in plain)
        beside = [(a, b) for a, b in pairwise(plain) if a.figure.unit == b.figure.unit]
        if is_bound or any(a.end <= match.start() and match.end() <= b.start for a, b in beside):
            continue
        if any(0 <= match.start() - f.end <= 1 for f in plain):
            yield Finding(f"“{match[0]}” makes the value before it a difference. Bind the difference.")
            continue
        holds = compares_as_told(claim, sign) if len(told) == 1 else None
        if holds is None and beside:
            yield Finding(needs_judgement=True)
        elif holds is None:
            yield Finding(f"Nothing bound shows “{match[0]}”. Bind the difference, or both values.")
        elif not holds:
            yield Finding(f"“{match[0]}” does not hold between the values that the sentence names.")


def _without_superlatives(text: str) -> str:
    """`Le plus élevé` and `el más alto` compare with nothing in particular."""
    for pattern in (HIGHEST, LOWEST):
        text = pattern.sub(lambda m: " " * len(m[0]), text)
    return text


def _shows_a_comparison(figure: BoundFigure) -> bool:
    return figure.operation in (*_ROW_AGAINST_ROW, "growth")


def _one(labels: set[str]) -> str:
    return next(iter(labels))
