"""Do words such as rose and fell agree with what the values did?"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from tasks.checks.changes import change_of, change_of_named, range_change
from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.checks.clauses import Span, clause_of
from tasks.checks.language import FALL, FLAT, HIGHEST, LESS, LOWEST, MORE, NEGATION, NOT_A_DENIAL, RISE

_MORE_BEHIND = re.compile(r"\s*(?:more|higher|above|mehr|höher|über|de plus|más)\b", re.IGNORECASE)
_LESS_BEHIND = re.compile(
    r"\s*(?:less|fewer|lower|below|weniger|niedriger|geringer|unter|de moins|menos)\b", re.IGNORECASE
)
_NOUN = re.compile(r"growth|wachstum|croissance|crecimiento|增长率?", re.IGNORECASE)


def check_directions(claim: Claim) -> Iterator[Finding]:
    """Reasons why a direction is not proved."""
    clauses = claim.clauses
    words = list(_direction_words(claim))
    for match, sign in words:
        changes = _changes_near(match, claim, clauses)
        if not changes:
            yield Finding(f"Nothing bound shows “{match[0]}”. Add a growth or difference for it.")
            continue
        is_denied = _is_denied(match, claim.words)
        for change in changes:
            if not _agrees(change, sign, is_denied=is_denied):
                yield Finding(f"“{match[0]}” does not agree with a change of {change.normalize():f}.")
    yield from _check_signs(claim, words)


def _direction_words(claim: Claim) -> Iterator[tuple[re.Match[str], int]]:
    """Direction words with +1, -1 or 0, outside comparisons, superlatives and names of measures."""
    taken = [m.span() for p in (MORE, LESS, HIGHEST, LOWEST) for m in p.finditer(claim.words) if " " in m[0]]
    taken += [(m.start, m.end) for m in claim.measures_named]
    taken += [(f.start, f.end) for f in claim.figures]
    for sign, pattern in ((1, RISE), (-1, FALL), (0, FLAT)):
        for match in pattern.finditer(claim.words):
            if any(s < match.end() and match.start() < e for s, e in taken):
                continue
            if _NOUN.fullmatch(match[0]) and _has_a_sign_of_its_own(claim):
                continue
            yield match, sign
    for figure in claim.figures:
        for sign, pattern in ((1, _MORE_BEHIND), (-1, _LESS_BEHIND)):
            behind = pattern.match(claim.words, figure.end)
            if behind is not None and change_of(figure) is not None:
                yield behind, sign


def _has_a_sign_of_its_own(claim: Claim) -> bool:
    """`Growth was -12 %`: the noun only names the figure, which shows its sign."""
    return any(f.operation in ("growth", "compound_rate") and f.figure.style != "absolute" for f in claim.figures)


def _changes_near(match: re.Match[str], claim: Claim, clauses: Sequence[Span]) -> list[Decimal]:
    own = clause_of(match.start(), clauses)
    by_clause: dict[int, list[Decimal]] = {}
    for figure in claim.figures:
        change = change_of(figure)
        if change is not None:
            by_clause.setdefault(clause_of(figure.start, clauses), []).append(change)
    if own in by_clause:
        return by_clause[own]
    for clause in (own + 1, own - 1):
        if clause in by_clause and not _has_direction(claim.words, clauses[clause]):
            return by_clause[clause]
    ranged = range_change(claim, clauses[own])
    if ranged is not None:
        return [ranged]
    named = change_of_named(claim, clauses[own])
    return [] if named is None else [named]


def _has_direction(text: str, clause: Span) -> bool:
    part = text[clause[0] : clause[1]]
    return bool(RISE.search(part) or FALL.search(part))


def _is_denied(match: re.Match[str], text: str) -> bool:
    before = text[max(0, match.start() - 25) : match.start()]
    return bool(NEGATION.search(before)) and not NOT_A_DENIAL.search(before)


def _agrees(change: Decimal, sign: int, *, is_denied: bool) -> bool:
    if sign == 0:
        return (abs(change) <= Decimal("0.01")) != is_denied
    holds = change * sign > 0
    return holds != is_denied


def _check_signs(claim: Claim, words: Sequence[tuple[re.Match[str], int]]) -> Iterator[Finding]:
    """The sign is told once: by the print, or by a word."""
    for figure in claim.figures:
        if figure.value is None or figure.value >= 0:
            continue
        told = [sign for match, sign in words if sign < 0]
        if figure.figure.style == "absolute" and not told and not _is_gap(figure):
            yield Finding(f"“{figure.figure.text}” is negative, and no word says so. Use another style.")
        before = claim.words[: figure.start].rstrip().split(" ")[-1].lower()
        if figure.figure.style != "absolute" and told and before in ("by", "um", "de", "en", "un", "down"):
            yield Finding(f"“{figure.figure.text}” tells the fall twice. Use the style `absolute`.")


def _is_gap(figure: BoundFigure) -> bool:
    return figure.operation == "difference"
