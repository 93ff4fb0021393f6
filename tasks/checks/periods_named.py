"""Is each figure from the period the sentence names, and is every named period one of the question or the evidence?"""

import re
from collections.abc import Iterator, Sequence

from tasks.checks.claim import BoundFigure, Claim, Finding, label_of
from tasks.checks.clauses import attached, clause_of, right_behind, told_in_order
from tasks.checks.days_told import find_ends
from tasks.checks.focus import focus
from tasks.checks.language import BETWEEN, EARLIER_THAN, STEPS_BACK
from tasks.checks.mentions import Mention
from tasks.checks.units_told import end_with_unit
from tasks.dates.calendar_units import month, shift_months, whole_months
from tasks.dates.named_periods import read_periods
from tasks.dates.periods import BEGINNING, comparison_periods
from tasks.dates.row_periods import has_time_key, row_period
from tasks.figures.cells import Cell
from tasks.figures.operand_fit import end_of_days, months_between
from tools.evidence import PassageEvidence
from tools.terms import Period

_CHANGES = ("growth", "difference", "compound_rate")


def check_periods(claim: Claim) -> Iterator[Finding]:
    """Reasons why a figure is not from the period named, or a period is named that nothing speaks of."""
    bound = [f for f in claim.figures if f.cells]
    mentions = periods_told(claim)
    for figure in bound:
        yield from _check_figure(figure, claim, mentions)
    if bound and any(_UP_TO.search(claim.text[: mention.start]) for mention in mentions):
        yield Finding(needs_judgement=True)
    yield from _check_unknown(claim, bound)


def change_periods(figure: BoundFigure) -> tuple[Period | None, Period | None]:
    """The earlier and the later period of a change between two cells, in order of time; otherwise None and None."""
    if figure.calculation is None or figure.operation not in _CHANGES:
        return None, None
    sides = [_one(p.cells) for p in figure.calculation.parts[:2]]
    if len(sides) < 2 or sides[0] is None or sides[1] is None or sides[0] == sides[1]:
        return None, None
    earlier, later = sorted((s for s in sides if s), key=lambda p: p.start)
    return earlier, later


_UP_TO = re.compile(
    r"\b(?:by|up to|(?:years?|quarters?|months?|weeks?|days?) to)\s+(?:the )?(?:end of |start of |early |late )?$",
    re.IGNORECASE,
)
"""Stands before the period in which a longer one ends."""


def _check_figure(figure: BoundFigure, claim: Claim, mentions: Sequence[Mention]) -> Iterator[Finding]:
    earlier, later = change_periods(figure)
    shown = f"“{figure.figure.text}”"
    if earlier is not None and later is not None:
        yield from _check_change(figure, earlier, later, claim=claim, mentions=mentions)
        return
    own = {label_of(p) for c in focus(figure) if (p := _period_of(figure, c)) is not None}
    said = [m for m in mentions if not _is_standard_of_a_change(m, claim)]
    if not said:
        if len(own) == 1 and not _is_understood(figure, own, claim):
            yield Finding(f"{shown} is about {_shown(own)}; name the period in the sentence.")
        return
    if not own:
        if any(c.evidence.computed.unread for c in figure.cells):
            yield Finding(needs_judgement=True)
        elif figure.operation != "rank" or not has_time_key(figure.cells[0].evidence):
            yield Finding(f"{shown}: nothing says that it is from the period named.")
        return
    span = (figure.start, end_with_unit(figure, claim))
    near = right_behind(span, claim.text, mentions) or attached(figure.start, said, claim.clauses)
    if len(own) > 1:
        named = {m.label for m in mentions}
        if not own <= named and not any(_covers(n, own) for n in named):
            yield Finding(f"{shown} rests on {_shown(own)}; the sentence names other periods.")
        return
    if near == own or _is_start_of_range(figure, claim) or _is_told_in_order(claim, mentions):
        return
    yield Finding(f"{shown} is from {_shown(own)}, but the sentence names another period for it.")


def _period_of(figure: BoundFigure, cell: Cell) -> Period | None:
    """The period that a figure is from; a day that a row holds is a value, and is not its own period."""
    return row_period(cell.evidence, cell.row) if figure.day is None else cell.evidence.computed.period


def _is_standard_of_a_change(mention: Mention, claim: Claim) -> bool:
    """`from the previous quarter` beside a change says what that is counted from, not when another figure was."""
    is_relative = any(p.search(claim.text[mention.start : mention.end]) for p in STEPS_BACK.values())
    has_change = any(change_periods(f) != (None, None) for f in claim.figures)
    return is_relative and has_change and EARLIER_THAN.search(claim.text[: mention.start]) is not None


def _check_change(
    figure: BoundFigure, earlier: Period, later: Period, *, claim: Claim, mentions: Sequence[Mention]
) -> Iterator[Finding]:
    shown, text = f"“{figure.figure.text}”", claim.text
    allowed = {label_of(earlier), label_of(later)}
    own_cells = {label_of(p) for f in claim.figures for c in f.cells if (p := row_period(c.evidence, c.row))}
    for mention in mentions:
        if mention.label not in allowed:
            if mention.label not in own_cells:
                yield Finding(f"{shown} is from {_shown(allowed)}, but the sentence names another period.")
            continue
        if _belongs_to_another(mention, figure, claim):
            continue
        before = _without_figures(claim, mention.start)
        is_first = EARLIER_THAN.search(before) is not None or BETWEEN.search(before) is not None
        is_relative = any(p.search(text[mention.start : mention.end]) for p in STEPS_BACK.values())
        both_named = allowed <= {m.label for m in mentions}
        if mention.label == label_of(earlier) and not (is_first or is_relative):
            yield Finding(f"{shown} is a change from {label_of(earlier)} to {label_of(later)}, told the other way.")
        if mention.label == label_of(later) and is_first and both_named:
            yield Finding(f"{shown} is a change from {label_of(earlier)} to {label_of(later)}, told the other way.")
    yield from _check_steps(shown, earlier, later, text)
    if not any(m.label == label_of(later) for m in mentions):
        own = {label_of(later)}
        if not _is_understood(figure, own, claim):
            yield Finding(f"{shown} is a change up to {label_of(later)}; name the period in the sentence.")


def _belongs_to_another(mention: Mention, change: BoundFigure, claim: Claim) -> bool:
    """Whether a period stands with a figure of its own in another clause."""
    clause = clause_of(mention.start, claim.clauses)
    if clause == clause_of(change.start, claim.clauses):
        return False
    others = [f for f in claim.figures if clause_of(f.start, claim.clauses) == clause and f.calculation is None]
    return any((p := _one(f.cells)) is not None and label_of(p) == mention.label for f in others)


def _without_figures(claim: Claim, end: int) -> str:
    """What stands before a position, figures left out: `from [€5 million] in` Q2."""
    text = claim.words[:end]
    for figure in claim.figures:
        if figure.end <= end:
            text = text[: figure.start] + " " * (figure.end - figure.start) + text[figure.end :]
    return " ".join(text[-60:].split())


def _check_steps(shown: str, earlier: Period, later: Period, text: str) -> Iterator[Finding]:
    months = months_between(earlier, later)
    told = {step for step, pattern in STEPS_BACK.items() if pattern.search(text)}
    if told and months not in told:
        yield Finding(f"{shown} is a change over {months} months; the sentence names another distance.")


def _check_unknown(claim: Claim, bound: Sequence[BoundFigure]) -> Iterator[Finding]:
    """A period that neither the question nor any cited evidence speaks of."""
    wording = claim.wording
    asked = read_periods(wording.question, wording.today, wording.calendar)
    known = [*wording.periods, *(n.period for n in asked)]
    known += [p for e in claim.rows for r in range(len(e.rows)) if (p := row_period(e, r))]
    known += [e.computed.period for e in claim.rows if e.computed.period]
    known += [e.computed.period for e in claim.nothing_found if e.computed and e.computed.period]
    known += [p for e in claim.passages for p in _periods_of(e)]
    for named in claim.periods:
        text = claim.text[named.start : named.end]
        if _is_relative(claim.text, named.start, named.end) and bound:
            continue
        if _is_a_day_told(claim, named.start, named.end):
            continue
        if not any(_touches(named.period, k) for k in known) and not _is_in_a_title(claim, text):
            yield Finding(f"Nothing cited speaks of {text}.")


def _touches(named: Period, known: Period) -> bool:
    return (named.start <= known.start <= named.end and named.start <= known.end <= named.end) or (
        known.start <= named.start and named.end <= known.end
    )  # fmt: skip


def _periods_of(passage: PassageEvidence) -> list[Period]:
    text = "\n".join([passage.title, passage.section, passage.text, passage.date or ""])
    return [n.period for n in read_periods(text)]


def _is_in_a_title(claim: Claim, words: str) -> bool:
    return any(words.casefold() in f"{p.title} {p.section} {p.date}".casefold() for p in claim.passages)


def periods_told(claim: Claim) -> list[Mention]:
    """The periods named in figures: for a change, relative ones count from the latest cell."""
    found = [
        Mention(n.start, n.end, label_of(n.period))
        for n in claim.periods
        if not _is_relative(claim.text, n.start, n.end)
        and not _is_in_a_passage_title(claim, n.start, n.end)
        and not _is_a_day_told(claim, n.start, n.end)
    ]
    main = _main_period(claim)
    if main is not None:
        for months, pattern in STEPS_BACK.items():
            for match in pattern.finditer(claim.text):
                shifted = _shifted(main, months)
                if shifted is not None and not any(m.start < match.end() and match.start() < m.end for m in found):
                    found.append(Mention(match.start(), match.end(), label_of(shifted)))
    return sorted(found, key=lambda m: m.start)


def _is_a_day_told(claim: Claim, start: int, end: int) -> bool:
    """Whether a period is only the day that a figure tells; the day of a key may be other figures' period as well."""
    told = (f for f in claim.figures if f.day is not None and f.start < end and start < f.end)
    alone = all(f.day is not None for f in claim.figures if f.cells)
    return any(f.cells[0].column.role != "key" or alone for f in told)


def _is_in_a_passage_title(claim: Claim, start: int, end: int) -> bool:
    for passage in claim.passages:
        at = claim.text.casefold().find(passage.title.casefold()) if passage.title else -1
        if 0 <= at <= start and end <= at + len(passage.title):
            return True
    return False


def _is_relative(text: str, start: int, end: int) -> bool:
    return any(m.start() < end and start < m.end() for p in STEPS_BACK.values() for m in p.finditer(text))


def _main_period(claim: Claim) -> Period | None:
    for named in claim.periods:
        if not _is_relative(claim.text, named.start, named.end):
            return named.period
    own = [p for f in claim.figures for c in f.cells if (p := row_period(c.evidence, c.row))]
    return max(own, key=lambda p: p.end, default=None)


def _shifted(period: Period, months: int) -> Period | None:
    """The period some months earlier; None for one without a start, and before the year 1."""
    if period.start == BEGINNING:
        return None
    try:
        start, end = (shift_months(day, -months) for day in (period.start, period.end))
    except ValueError:
        return None
    is_whole = whole_months(period.start, period.end) is not None
    return Period(start=start, end=month(end.year, end.month)[1] if is_whole else end)


def _is_understood(figure: BoundFigure, own: set[str], claim: Claim) -> bool:
    """Whether the period goes without saying: the question asked for it, or the evidence knows no other."""
    wording = claim.wording
    asked = [*wording.periods, *(n.period for n in read_periods(wording.question, wording.today, wording.calendar))]
    compared = {label_of(c) for p in asked for c in comparison_periods(p).values()}
    if asked:
        return any(label_of(p) in own - compared for p in asked)
    if figure.day is not None and (end_of_days(figure.cells[0].column) or find_ends(claim)):
        return False  # the last of a period is not the last of all
    evidence = figure.cells[0].evidence
    every = {label_of(p) for r in range(len(evidence.rows)) if (p := row_period(evidence, r))}
    return every == own


def _covers(label: str, others: set[str]) -> bool:
    start, end = label.split("/")
    return all(start <= o.split("/")[0] and o.split("/")[1] <= end for o in others)


def _is_start_of_range(figure: BoundFigure, claim: Claim) -> bool:
    """The first of `from €5 million to €4 million`: its period is told by the change, not beside it."""
    before = claim.text[: figure.start]
    following = next((f for f in claim.figures if f.start > figure.end and f.cells), None)
    if following is None or not EARLIER_THAN.search(before + " "):
        return False
    between = claim.text[end_with_unit(figure, claim) : following.start].strip().lower()
    first, last = (_one(f.cells) for f in (figure, following))
    is_range = between in ("to", "auf", "à", "a", "to the", "hasta", "到", "至", "降至", "升至")
    return is_range and first is not None and last is not None and first.end < last.start


def _is_told_in_order(claim: Claim, mentions: Sequence[Mention]) -> bool:
    figures = [f for f in claim.figures if f.cells and f.calculation is None and f.value is not None]
    labels = [label_of(p) if (p := _one(f.cells)) else "" for f in figures]
    return told_in_order([(f.start, f.end) for f in figures], labels, mentions)


def _one(cells: Sequence[Cell]) -> Period | None:
    found = {(p.start, p.end): p for c in cells if (p := row_period(c.evidence, c.row))}
    return next(iter(found.values())) if len(found) == 1 else None


def _shown(labels: set[str]) -> str:
    return " and ".join(sorted(labels))
