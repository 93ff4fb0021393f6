"""Is a day that a row holds told as what it is: the first, the last, or neither?"""

from collections.abc import Iterator

from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.checks.clauses import attached
from tasks.checks.days_overtold import says_more
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
    if len(mentions) > len(told) or says_more(claim, told, mentions):
        yield Finding(needs_judgement=True)


def find_ends(claim: Claim) -> tuple[Mention, ...]:
    """Where the sentence says `first` or `last`, but for the names of columns such as `first name`."""
    text = claim.words
    for column in (c for e in claim.rows for c in e.columns if c.type not in ("date", "datetime")):
        for start, end in (span for words in column_words(column, claim.wording) for span in find_words(text, words)):
            text = text[:start] + " " * (end - start) + text[end:]
    return tuple(Mention(*m.span(), end) for end, pattern in _ENDS.items() for m in pattern.finditer(text))


_ENDS = {"first": EARLIEST, "last": LATEST}


def _check(figure: BoundFigure, claim: Claim, mentions: tuple[Mention, ...]) -> Iterator[Finding]:
    own, shown = end_of_days(figure.cells[0].column), f"“{figure.figure.text}”"
    near = attached(figure.start, mentions, claim.clauses)
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
