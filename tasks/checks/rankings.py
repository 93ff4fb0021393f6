"""Do superlatives and ranks hold over all rows?"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import islice

from tasks.checks.changes import change_of, named_cells
from tasks.checks.claim import BoundFigure, Claim, Finding
from tasks.checks.clauses import clause_of
from tasks.checks.focus import focus, is_over_a_column
from tasks.checks.language import ALL_TIME, EARLIEST, FALL, HIGHEST, LOWEST, NEGATION, ORDINALS, RANKED, RISE, TIED
from tasks.dates.row_periods import row_period
from tasks.figures.cells import Cell, as_number
from tasks.figures.operand_fit import constraints, end_of_days, is_limited, measure_of
from tools.evidence import RowsEvidence
from tools.terms import Period

_PLURAL = re.compile(r"\b(?:one of|among|unter den|parmi|entre|una de|uno de)\b|之一", re.IGNORECASE)
_OVER_TIME = re.compile(
    r"\b(?:since|ever|record|peak|quarter|month|year|week|day|seit|quartal|monat|jahr|depuis|trimestre|mois|année|"
    r"desde|mes|año)\b|以来|季度|月份|年份",
    re.IGNORECASE,
)


def check_rankings(claim: Claim) -> Iterator[Finding]:
    """Reasons why a superlative or an ordinal rank is not proved."""
    text = _without_periods(claim)
    if any(not (EARLIEST.search(m[0]) and _tells_a_first_day(claim)) for m in ALL_TIME.finditer(claim.words)):
        yield Finding(needs_judgement=True)
    for is_highest, pattern in ((True, HIGHEST), (False, LOWEST)):
        for match in pattern.finditer(text):
            if not _is_inside_a_name(match, claim):
                yield from _check_superlative(match, is_highest, claim, text)

    for wanted, pattern in ORDINALS.items():
        for match in pattern.finditer(text):
            if RANKED.search(text[: match.start()]):
                yield from _check_superlative(match, True, claim, text, wanted=wanted)


def _tells_a_first_day(claim: Claim) -> bool:
    """Whether `for the first time` is said of the first of all days, not of those of a period."""
    cells = [f.cells[0] for f in claim.figures if f.day is not None]
    return bool(cells) and all(
        end_of_days(c.column) == "first" and c.evidence.computed.period is None and not c.evidence.computed.unread
        for c in cells
    )


def _check_superlative(
    match: re.Match[str], is_highest: bool, claim: Claim, text: str, wanted: int | None = None
) -> Iterator[Finding]:
    before = text[max(0, match.start() - 30) : match.start()]
    if _PLURAL.search(before) or NEGATION.search(before) or _is_within_one(match, claim):
        yield Finding(needs_judgement=True)
        return
    wanted = wanted or next((n for n, p in ORDINALS.items() if p.search(before[-12:]) or p.match(match[0])), 1)
    placed = _placed_rank(match, claim)
    if placed is not None:
        yield from _check_placed(placed, match, is_highest, claim)
        return
    change = _change_sign(match, text)
    subjects = _subjects(match, claim, is_change=change is not None)
    if not subjects:
        yield Finding(f"Nothing bound shows “{match[0]}”. Bind the row's value, and cite all rows.")
    for subject in subjects:
        yield from _check_rank(match, subject, wanted, is_highest=is_highest, change=change, claim=claim)


def _is_within_one(match: re.Match[str], claim: Claim) -> bool:
    """`The longest delay on the harbour line` may be the longest of that line."""
    text = claim.text
    named = [m for mentions in claim.values_named.values() for m in mentions]
    measures = [m for m in claim.measures_named if text[match.end() : m.start].isspace()]
    return any(_WITHIN.fullmatch(text, m.end, n.start) for m in measures for n in named if n.start > m.end)


_WITHIN = re.compile(
    r"\s+(?:in|on|at|of|for|auf|von|bei|de|à|en|du|del)\s+(?:(?:the|der|dem|den|le|la|les|el|los|las)\s+)?",
    re.IGNORECASE,
)


def _placed_rank(match: re.Match[str], claim: Claim) -> BoundFigure | None:
    """A rank that code placed right before the superlative."""
    return next((f for f in claim.figures if f.operation == "rank" and 0 <= match.start() - f.end <= 3), None)


def _check_placed(figure: BoundFigure, match: re.Match[str], is_highest: bool, claim: Claim) -> Iterator[Finding]:
    if figure.calculation is None:
        return
    if figure.calculation.ascending == is_highest:
        yield Finding(f"“{figure.figure.text} {match[0]}” counts the rank from the other end.")
    own = focus(figure)[0]
    others = [c for part in figure.calculation.parts[1:] for c in part.cells if c.row != own.row]
    yield from _check_tie(match, sum(as_number(c.value) == as_number(own.value) for c in others), claim)


def _check_tie(match: re.Match[str], equal: int, claim: Claim) -> Iterator[Finding]:
    """A rank that several rows share is told as shared, and no other is."""
    is_told = TIED.search(claim.words) is not None
    if equal and not is_told:
        yield Finding(f"“{match[0]}” is shared with {equal} equal rows. Say “joint {match[0]}”, or name them all.")
    if is_told and not equal:
        yield Finding(f"“{match[0]}” is shared with no other row.")


def _change_sign(match: re.Match[str], text: str) -> int | None:
    """The sign of a ranked change, as in `the largest decline`; None when levels are ranked."""
    behind = text[match.end() : match.end() + 25]
    for sign, pattern in ((1, RISE), (-1, FALL)):
        found = pattern.search(behind)
        if found and not re.search(r"[,.;，。]", behind[: found.start()]):
            return sign
    return None


def _subjects(match: re.Match[str], claim: Claim, *, is_change: bool) -> list[BoundFigure | Cell]:
    clause = clause_of(match.start(), claim.clauses)
    bound = [f for f in claim.figures if f.value is not None and f.cells and not is_over_a_column(f)]
    fitting = [f for f in bound if f.operation != "rank" and (not is_change or change_of(f) is not None)]
    near = [f for f in fitting if clause_of(f.start, claim.clauses) == clause] or fitting[:1]
    return [*near[:1]] if near else [*islice(named_cells(claim), 1)]


def _check_rank(
    match: re.Match[str],
    subject: BoundFigure | Cell,
    wanted: int,
    *,
    is_highest: bool,
    change: int | None,
    claim: Claim,
) -> Iterator[Finding]:
    cell = subject if isinstance(subject, Cell) else focus(subject)[0]
    if wanted == 1 and change is None and _is_extreme_of_all(cell, is_highest=is_highest):
        return
    if _has_missing_rows(cell.evidence, is_highest=is_highest, is_change=change is not None):
        yield Finding(f"“{match[0]}” needs every row, and {cell.evidence.id} holds only some.")
        return
    if _is_a_selection(cell.evidence):
        yield Finding(needs_judgement=True)
    if isinstance(subject, BoundFigure) and change_of(subject) is not None and subject.calculation is not None:
        value, others = _changes(subject)
        is_highest = is_highest if change != -1 else not is_highest
    else:
        value, others = as_number(cell.value), _peers(cell, is_over_time=_ranks_times(cell, claim))
    if value is None or not others:
        yield Finding(f"“{match[0]}” has nothing to be compared with in {cell.evidence.id}.")
        return
    ahead = sum(o > value if is_highest else o < value for o in others)
    ties = sum(o == value for o in others)
    if ahead != wanted - 1:
        yield Finding(f"“{match[0]}” does not hold: {ahead} others are ahead, {ties} are equal.")
    else:
        yield from _check_tie(match, ties, claim)


def _is_extreme_of_all(cell: Cell, *, is_highest: bool) -> bool:
    """Whether a cell is by its statement the highest or lowest value of all that it is about."""
    call = "max(" if is_highest else "min("
    return len(cell.evidence.rows) == 1 and not cell.evidence.truncated and measure_of(cell).startswith(call)


def _peers(cell: Cell, *, is_over_time: bool) -> list[Decimal]:
    """The same column's other values: of the same period, or of the same thing at other times."""
    own = row_period(cell.evidence, cell.row)
    found = []
    for row in range(len(cell.evidence.rows)):
        other = Cell(cell.evidence, row, cell.column)
        is_same_time = row_period(other.evidence, row) == own
        is_same_thing = constraints(other) == constraints(cell)
        number = as_number(other.value)
        if row != cell.row and number is not None and (is_same_thing if is_over_time else is_same_time):
            found.append(number)
    return found


def _ranks_times(cell: Cell, claim: Claim) -> bool:
    things = {constraints(Cell(cell.evidence, r, cell.column)) for r in range(len(cell.evidence.rows))}
    return len(things) == 1 or _OVER_TIME.search(_without_periods(claim)) is not None


def _changes(figure: BoundFigure) -> tuple[Decimal | None, list[Decimal]]:
    """A figure's change and the same change of every other row key of its evidence."""
    own = focus(figure)[0]
    parts = figure.calculation.parts if figure.calculation else ()
    first, last = (p.cells[0] for p in parts[:2])
    start, end = (row_period(c.evidence, c.row) for c in (first, last))
    others = []
    for row in range(len(last.evidence.rows)):
        other = Cell(last.evidence, row, last.column)
        if row_period(last.evidence, row) != end or constraints(other) == constraints(own):
            continue
        base = _row_of(first.evidence, other, start)
        change = _change(figure.operation, base, other) if base else None
        if change is not None:
            others.append(change)
    return change_of(figure), others


def _row_of(evidence: RowsEvidence, like: Cell, period: Period | None) -> Cell | None:
    for row in range(len(evidence.rows)):
        for column in evidence.columns:
            cell = Cell(evidence, row, column)
            is_same = column.role != "key" and measure_of(cell) == measure_of(like)
            if is_same and row_period(evidence, row) == period and constraints(cell) == constraints(like):
                return cell
    return None


def _change(operation: str | None, first: Cell, last: Cell) -> Decimal | None:
    before, after = as_number(first.value), as_number(last.value)
    if before is None or after is None:
        return None
    if operation == "difference":
        return abs(after - before) * (1 if after >= before else -1)
    return (after - before) / before if before > 0 else None


def _has_missing_rows(evidence: RowsEvidence, *, is_highest: bool, is_change: bool) -> bool:
    if evidence.truncated or len(evidence.rows) < evidence.row_count:
        return True
    return is_limited(evidence) and (is_change or not is_highest or evidence.row_count == 1)


def _is_a_selection(evidence: RowsEvidence) -> bool:
    """Whether the statement left out rows of the kind that is ranked, or may have."""
    keys = {c.source for c in evidence.columns if c.role == "key"}
    return bool(evidence.computed.unread) or any(f.column in keys for f in evidence.computed.filters)


def _is_inside_a_name(match: re.Match[str], claim: Claim) -> bool:
    named: Sequence[tuple[int, int]] = [
        (m.start, m.end) for mentions in (*claim.values_named.values(), claim.measures_named) for m in mentions
    ]
    return any(s <= match.start() and match.end() <= e for s, e in named)


def _without_periods(claim: Claim) -> str:
    """The text with its periods blanked: the second quarter is no rank."""
    text = claim.words
    for named in claim.periods:
        text = text[: named.start] + " " * (named.end - named.start) + text[named.end :]
    return text
