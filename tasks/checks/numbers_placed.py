"""Is every number of the sentence a placed figure, printed as it should be, or a repetition of what is known?"""

import re
from collections.abc import Iterator
from decimal import Decimal

from babel.numbers import get_currency_symbol, is_currency

from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.checks.numbers_as_keys import is_a_key
from tasks.figures.number_scales import CURRENCIES, PERCENT_WORDS, SCALES
from tasks.figures.numbers import ReadNumber, read_numbers
from tasks.figures.printing import locale_of

_CONTINUES = re.compile(
    r"[\s\u00a0\u202f-]*(?:" + "|".join(re.escape(w) for w in (*SCALES, *CURRENCIES, *PERCENT_WORDS) if len(w) > 1)
    + r")(?![^\W_])", re.IGNORECASE,
)  # fmt: skip
"""A scale, currency or percent word behind a figure that is printed with its own."""
_RATIO_UNITS = ("ratio", "percent")


def check_numbers(claim: Claim) -> Iterator[Finding]:
    """Reasons why a number in the sentence is not proved."""
    for figure in claim.figures:
        if figure.figure.is_number and figure.value is not None:
            yield from _check_print(figure, claim)
    for number in claim.numbers:
        if not any(number.start < f.end and f.start < number.end for f in claim.figures):
            yield from _check_typed(number, claim)


def _check_print(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    """What a reader reads at the figure's place must be its value, within the rounding of the print."""
    shown = figure.figure.text
    read = [n for n in claim.numbers if n.start < figure.end and figure.start < n.end]
    if figure.figure.style == "ordinal" or figure.figure.unit == "rank":
        return
    if len(read) != 1 or not _is_same_place(read[0], figure) or _CONTINUES.match(claim.text[figure.end :]):
        yield Finding(f"“{shown}” runs into the words around it and reads as another number.")
        return
    value = _in_read_terms(figure)
    number = read[0]
    if number.rounding > Decimal(figure.figure.rounding) * (10 if figure.figure.unit == "percent" else 1) * 2:
        number = ReadNumber(number.start, number.end, number.text, number.value, Decimal(figure.figure.rounding))
    if not number.fits(value):
        yield Finding(f"“{shown}” does not print {figure.figure.value}.")
    if not _is_same_unit(read[0].unit, figure, claim.wording.language):
        yield Finding(f"“{shown}” is in {read[0].unit or 'no unit'}, the value in {figure.figure.unit or 'no unit'}.")


def _is_same_place(number: ReadNumber, figure: BoundFigure) -> bool:
    """Brackets around a figure, or a unit word behind it, are part of what is read."""
    inner = number.text.strip("()")
    start = number.start + (1 if number.text.startswith("(") else 0)
    return start == figure.start and figure.figure.text.strip().startswith(inner.strip())


def _in_read_terms(figure: BoundFigure) -> Decimal:
    value = figure.value if figure.value is not None else Decimal(0)
    if figure.figure.unit == "percent":
        value = value / 100
    return abs(value) if figure.figure.style == "absolute" else value


def _is_same_unit(read: str | None, figure: BoundFigure, language: str) -> bool:
    unit = figure.figure.unit
    if figure.figure.style == "percent" or unit in _RATIO_UNITS:
        is_points = figure.figure.style == "points" or figure.operation == "difference"
        return read == ("points" if is_points else "percent")
    if figure.figure.style == "points":
        return read == "points"
    if unit is not None and is_currency(unit):
        # a sign such as $ stands for several currencies; it is this one's where the locale prints it so
        return read == unit or get_currency_symbol(unit, locale_of(language)) in figure.figure.text
    return read is None


def _check_typed(number: ReadNumber, claim: Claim) -> Iterator[Finding]:
    if _repeats_a_figure(number, claim) or is_in_a_name(number, claim):
        return
    asked = read_numbers(claim.wording.question, claim.wording.language)
    if any(n.value == number.value and n.unit == number.unit for n in asked):
        if not any(f.value is not None for f in claim.figures):
            yield Finding(needs_judgement=True)
        return
    if number.is_word and _counts_the_names(number, claim):
        return
    yield Finding(f"“{number.text}” is bound to no evidence: it is no placed figure and stands in no quotation.")


def _repeats_a_figure(number: ReadNumber, claim: Claim) -> bool:
    """A word beside its figure, such as `two customers (2)`."""
    values = (_in_read_terms(f) for f in claim.figures if f.value is not None)
    return number.is_word and number.unit is None and any(v == number.value for v in values)


def is_in_a_name(number: ReadNumber, claim: Claim) -> bool:
    """Whether a number is part of a known value or of a passage's title, or the key of a row that is told of."""
    named = [m for mentions in claim.values_named.values() for m in mentions if not m.label.isdigit()]
    if is_a_key(number, claim) or any(m.start <= number.start and number.end <= m.end for m in named):
        return True
    folded = claim.text.casefold()
    for title in (t for p in claim.passages for t in (p.title, p.section) if len(t) > 3):
        at = folded.find(title.casefold())
        if 0 <= at <= number.start and number.end <= at + len(title):
            return True
    return False


def _counts_the_names(number: ReadNumber, claim: Claim) -> bool:
    """`Two regions, Europe and Asia, …`: the number of names that follow."""
    return any(len({m.label for m in named}) == number.value > 1 for named in claim.values_named.values())
