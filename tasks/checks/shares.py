"""Is the whole of a share the one that the sentence speaks of?"""

import re
from collections.abc import Iterator, Sequence

from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.checks.clauses import clause_of
from tasks.checks.focus import is_every_row, key_values
from tasks.checks.mentions import Mention
from tasks.dates.row_periods import entity_key

_OF_ONE = re.compile(r"\s+(?:of|from|for|von|aus|de|del|des)\s+(?:(?:the|la|le|el)\s+|l['’])?", re.IGNORECASE)


def check_shares(claim: Claim) -> Iterator[Finding]:
    """Reasons why a share is of another whole than is told."""
    for figure in claim.figures:
        if figure.operation == "share":
            yield from _check_whole_named(figure, claim)
            yield from _check_whole_is_complete(figure, claim)


def _check_whole_named(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    """`Europe made 48 % of revenue in Asia` names a whole that is not the one divided by."""
    start, end = claim.clauses[clause_of(figure.start, claim.clauses)]
    others = [f for f in claim.figures if f is not figure]
    for column, own in key_values(figure).items():
        told = {v for f in others for v in key_values(f).get(column, set())}
        inside = [m for m in claim.values_named.get(column, ()) if start <= m.start < end]
        strange = {m.label for m in inside} - own - told - _whole_labels(figure, column)
        strange |= {m.label for m in inside if _is_said_of_the_whole(m, figure, claim)}
        if strange:
            yield Finding(f"“{figure.figure.text}” is a share of all, but stands with {', '.join(sorted(strange))}.")


def _is_said_of_the_whole(mention: Mention, figure: BoundFigure, claim: Claim) -> bool:
    """`42 % of the tickets of Bravo` is a part of Bravo's tickets."""
    between = [(m.end, mention.start) for m in claim.measures_named if figure.end <= m.start and m.end <= mention.start]
    return any(_OF_ONE.fullmatch(claim.text, start, end) for start, end in between)


def _check_whole_is_complete(figure: BoundFigure, claim: Claim) -> Iterator[Finding]:
    """A whole that is added up from rows needs every row of its period, or the sentence names those it has."""
    whole = figure.calculation.parts[1].cells if figure.calculation else ()
    if len(whole) < 2 or is_every_row(whole):
        return
    columns = {column for cell in whole for column in entity_key(cell.evidence, cell.row)}
    if not all(_whole_labels(figure, c) <= _named(claim.values_named.get(c, ())) for c in columns):
        yield Finding(f"“{figure.figure.text}” is a share of only some rows. Divide by all of them, or name those.")


def _whole_labels(figure: BoundFigure, column: str) -> set[str]:
    """The values that a whole which leaves rows out is added up from."""
    whole = figure.calculation.parts[1].cells if figure.calculation else ()
    if len(whole) < 2 or is_every_row(whole):
        return set()
    return {str(entity_key(c.evidence, c.row).get(column)) for c in whole}


def _named(mentions: Sequence[Mention]) -> set[str]:
    return {m.label for m in mentions}
