"""A number that identifies a row: told only of that row, and only as its identifier."""

import re
from collections.abc import Iterator

from tasks.checks.claim import Claim
from tasks.dates.row_periods import entity_key
from tasks.figures.cells import Cell
from tasks.figures.numbers import ReadNumber

_SAID = r"(?:no\.?|nr\.?|id|number|#|n[°º])\s*"


def is_a_key(number: ReadNumber, claim: Claim) -> bool:
    """Whether a number is the key of a row that a figure of the sentence is about, and stands where a key stands.

    `20, Market Hotel`, `Market Hotel (20)` and `customer 20` do for the row with that key; `in 20 shops` never does,
    nor another row's key.
    """
    rows = {(cell.evidence.id, cell.row): cell for figure in claim.figures for cell in figure.cells}
    told = number.text.strip("() ")
    return told.isdigit() and any(
        _stands_there(pattern, number, claim) for cell in rows.values() for pattern in _patterns(cell, told)
    )


def _patterns(cell: Cell, told: str) -> Iterator[str]:
    key = entity_key(cell.evidence, cell.row)
    columns = {c.source or c.name: c for c in cell.evidence.columns}
    for name, value in key.items():
        if str(value) != told:
            continue
        others = [re.escape(str(v)) for n, v in key.items() if n != name and v is not None and not str(v).isdigit()]
        for other in others:
            yield rf"(?<![\w.,])(?P<key>{told})\s*,\s*{other}(?!\w)"
            yield rf"(?<!\w){other}\s*(?:\((?:{_SAID})?|,?\s*{_SAID})(?P<key>{told})(?![\w.,]\d)"
        for word in (columns[name].name.replace("_", " "), *columns[name].words) if not others else ():
            yield rf"(?<!\w){re.escape(word)}\s*(?:{_SAID})?(?P<key>{told})(?![\w.,]\d)"


def _stands_there(pattern: str, number: ReadNumber, claim: Claim) -> bool:
    at = claim.text.find(number.text.strip("() "), number.start)
    return any(match.start("key") == at for match in re.finditer(pattern, claim.text, re.IGNORECASE))
