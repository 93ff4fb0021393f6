"""Is the unit that stands behind a figure the one its values are measured in?"""

import re
from collections.abc import Iterator

from babel.numbers import is_currency

from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.figures.unit_words import unit_behind, unit_of_words
from tools.evidence import EvidenceColumn

_WITHOUT = ("ratio", "percent", "times", "rank")


def check_units(claim: Claim) -> Iterator[Finding]:
    """Reasons why a figure's unit is not that of its values."""
    for figure in _in_units(claim):
        told = unit_behind(claim.text, figure.end)
        if told and told[0] not in _units_of(figure):
            yield Finding(
                f"“{claim.text[figure.start : told[1]]}” is in another unit than {figure.cells[0].reference}."
            )


def end_with_unit(figure: BoundFigure, claim: Claim) -> int:
    """Where a figure ends, together with the unit that rightly stands behind it."""
    told = unit_behind(claim.text, figure.end) if figure in _in_units(claim) else None
    return told[1] if told and told[0] in _units_of(figure) else figure.end


def _in_units(claim: Claim) -> list[BoundFigure]:
    return [f for f in claim.figures if f.cells and f.value is not None and not _has_a_sign(f.figure.unit)]


def _has_a_sign(unit: str | None) -> bool:
    return unit is not None and (unit in _WITHOUT or is_currency(unit))


def _units_of(figure: BoundFigure) -> set[str | None]:
    """What the values are measured in: as their column says, or its name."""
    return set() if figure.operation == "count" else {u for c in figure.cells for u in _column_units(c.column)}


def _column_units(column: EvidenceColumn) -> Iterator[str | None]:
    for words in (column.unit or "", *re.split(r"[\W_]+", column.name), *" ".join(column.words).split()):
        yield unit_of_words(words)
