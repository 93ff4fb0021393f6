"""What the figures of a text written elsewhere can mean, given the evidence it cites."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from tasks.checks.changes import named_cells
from tasks.checks.claim import Claim, Finding
from tasks.checks.days_told import check_days
from tasks.checks.numbers_placed import is_in_a_name
from tasks.checks.operations_told import check_operations
from tasks.checks.periods_named import check_periods
from tasks.checks.readings import Reading, day_readings, distinct, readings_of, stated_readings
from tasks.checks.subjects import check_subjects
from tasks.checks.wording import Wording
from tasks.dates.named_periods import NamedPeriod
from tasks.draft import DraftCalculation
from tasks.figures.numbers import ReadNumber
from tasks.figures.placing import PlacedSentence
from tools.evidence import Evidence

_CITATION = re.compile(r"\s*\[(E\d+(?:\s*,\s*E\d+)*)\]")
_Stated = ReadNumber | NamedPeriod
_MOST_TOGETHER = 64
"""How many combinations of readings are tried where a number means something only beside another."""


def infer_bindings(
    sentence: str,
    evidence: Mapping[str, Evidence],
    wording: Wording,
    citations: Sequence[str] = (),
    given: Sequence[Sequence[DraftCalculation]] = (),
) -> tuple[PlacedSentence, tuple[str, ...]]:
    """The sentence with each number and day bound to the one reading that fits, and the numbers that several fit.

    Cited evidence is `citations` and what stands in brackets, `[E1, E2]`; without any, all evidence. A calculation that
    the writer `given` (with what it rests on, itself last) goes before any that is inferred. Raises PlacingError where
    one of them cannot be evaluated.
    """
    bracketed = (e for m in _CITATION.finditer(sentence) for e in re.split(r"\s*,\s*", m[1]))
    cited = tuple(dict.fromkeys((*citations, *bracketed)))
    text = _CITATION.sub("", sentence)
    bare = Claim(PlacedSentence(text=text, citations=cited or tuple(evidence)), evidence, wording)
    numbers = [n for n in bare.numbers if not is_in_a_name(n, bare)]
    possible: dict[_Stated, Sequence[Reading]] = {
        n: _possible(n, at, bare, given) for at, n in enumerate(numbers, start=1)
    }
    possible |= {named: readings for named in bare.periods if (readings := distinct(day_readings(named, bare)))}
    alone = {n: [r for r in readings if _fits([r], bare)] for n, readings in possible.items()}
    alone = {n: distinct(readings) for n, readings in alone.items()}
    if any(possible[n] and not alone[n] for n in possible):
        alone |= _together(possible, bare)
    bound = [readings[0] for readings in alone.values() if len(readings) == 1]
    placed = _with(bare, bound).placed
    used = {r.split("[")[0] for f in placed.figures for r in f.cells}
    if not numbers and not bound:
        used = {c.evidence.id for c in named_cells(bare)}
    kept = cited or tuple(e for e in evidence if e in used) or tuple(evidence)
    ambiguous = tuple(n.text for n in numbers if len(alone[n]) > 1)
    return placed.model_copy(update={"citations": kept}), ambiguous


def _possible(
    number: ReadNumber, at: int, bare: Claim, given: Sequence[Sequence[DraftCalculation]]
) -> Sequence[Reading]:
    """What the number prints, whether or not the sentence names it; what the writer gave goes first."""
    return distinct(stated_readings(number, given, bare.evidence)) or [*readings_of(number, bare, f"C{at}")]


def _together(possible: Mapping[_Stated, Sequence[Reading]], bare: Claim) -> dict[_Stated, list[Reading]]:
    """The readings that fit side by side, as in `rose from 5 to 6 between 2024 and 2025`, where just one set does."""
    known = [n for n in possible if possible[n]]
    choices = [distinct(possible[n]) for n in known]
    combinations = [*islice(product(*choices), _MOST_TOGETHER + 1)]
    fitting = [c for c in combinations if _fits(c, bare)] if len(combinations) <= _MOST_TOGETHER else []
    return dict(zip(known, ([reading] for reading in fitting[0]), strict=True)) if len(fitting) == 1 else {}


def _fits(readings: Sequence[Reading], bare: Claim) -> bool:
    """Whether the sentence names the rows, measures and periods of these readings."""
    claim = _with(bare, readings)
    return not any(finding.reason for finding in _findings(claim))


def _findings(claim: Claim) -> Iterator[Finding]:
    yield from check_subjects(claim)
    yield from check_periods(claim)
    yield from check_days(claim)
    yield from check_operations(claim)


def _with(bare: Claim, readings: Sequence[Reading]) -> Claim:
    calculations = {c.id: c for _, used in readings for c in used}
    figures = tuple(figure for figure, _ in readings)
    return bare.bound(figures, tuple(calculations.values()))
