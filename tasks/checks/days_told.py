"""Is a day that a row holds told as what it is: the first, the last, or neither?"""

import re
from collections.abc import Iterator

from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.checks.clauses import attached
from tasks.checks.language import EARLIEST, LATEST
from tasks.checks.measure_words import column_words
from tasks.checks.mentions import Mention, find_words
from tasks.figures.cells import Cell
from tasks.figures.operand_fit import end_of_days, is_limited


def check_days(claim: Claim) -> Iterator[Finding]:
    """Reasons why a day is told as the first or last of something, or as neither, against its rows."""
    told = [f for f in claim.figures if f.day is not None]
    if not told:
        return
    mentions = find_ends(claim)
    for figure in told:
        yield from _check(figure, claim, mentions)
    if len(mentions) > len(told):
        yield Finding(needs_judgement=True)


def find_ends(claim: Claim) -> tuple[Mention, ...]:
    """Where the sentence says `first` or `last`, but for the names of columns such as `first name`."""
    text = claim.words
    for column in (c for e in claim.rows for c in e.columns if c.type not in ("date", "datetime")):
        for start, end in (span for words in column_words(column, claim.wording) for span in find_words(text, words)):
            text = text[:start] + " " * (end - start) + text[end:]
    return tuple(Mention(*m.span(), end) for end, pattern in _ENDS.items() for m in pattern.finditer(text))


_ENDS = {"first": EARLIEST, "last": LATEST}


_BESIDE = re.compile(
    r"\b(?:before|after|since|until|till|by|from|to|past|vor|nach|seit|bis|ab|von|avant|après|depuis|dès|jusqu['’]?(?:au|à)|"
    r"antes del?|después del?|desde|hasta|tras)(?: (?:the|zum|dem|den|der|le|el))?\s*$|[自从到至]\s*$",
    re.IGNORECASE,
)
"""Stands before a day that something is told to lie beside, not on."""
_AFTERWARDS = re.compile(r"\s*(?:之前|之后|以前|以后|前|后)")


def _is_beside(figure: BoundFigure, claim: Claim) -> bool:
    """`After 4 March` is not on it, unless the column says so itself, as `valid_from` does."""
    before = _BESIDE.search(claim.words, 0, figure.start)
    names = " ".join(column_words(figure.cells[0].column, claim.wording)).casefold().split()
    said_by_column = before is not None and before[0].split()[0].casefold() in names
    return (before is not None and not said_by_column) or _AFTERWARDS.match(claim.words, figure.end) is not None


def _check(figure: BoundFigure, claim: Claim, mentions: tuple[Mention, ...]) -> Iterator[Finding]:
    own, shown = end_of_days(figure.cells[0].column), f"“{figure.figure.text}”"
    near = attached(figure.start, mentions, claim.clauses)
    if _is_beside(figure, claim):
        yield Finding(needs_judgement=True)
    if own is None:
        for end in near:
            yield from _check_rank(figure.cells[0], end, shown)
        return
    if not mentions:
        near = frozenset(end for end, pattern in _ENDS.items() if pattern.search(claim.wording.question))
    if near != {own}:
        yield Finding(f"{shown} is the {own} of several days; say so.")


def _check_rank(cell: Cell, end: str, shown: str) -> Iterator[Finding]:
    """The first or last day of a column, over all its rows."""
    evidence = cell.evidence
    if evidence.truncated or len(evidence.rows) < evidence.row_count or is_limited(evidence):
        yield Finding(f"“{end}” needs every row, and {evidence.id} holds only some.")
        return
    days = [Cell(evidence, row, cell.column).day for row in range(len(evidence.rows)) if row != cell.row]
    others = [day for day in days if day is not None]
    own = cell.day
    if own is None or not others or any(day <= own if end == "first" else day >= own for day in others):
        yield Finding(f"{shown} is not the {end} day of {cell.column.name} in {evidence.id}.")
