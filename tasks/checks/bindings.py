"""What the figures of a text written elsewhere can mean, given the evidence it cites."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from tasks.checks.claim import Claim
from tasks.checks.periods_named import check_periods
from tasks.checks.stated_values import in_print_terms, is_same_unit
from tasks.checks.subjects import check_subjects
from tasks.checks.wording import Wording
from tasks.dates.row_periods import entity_key, row_period, time_unit
from tasks.draft import DraftCalculation, Operation
from tasks.figures.calculations import CalculatedValue, evaluate
from tasks.figures.cells import Cell, as_number
from tasks.figures.errors import PlacingError
from tasks.figures.numbers import ReadNumber
from tasks.figures.operand_fit import constraints
from tasks.figures.placing import PlacedCalculation, PlacedFigure, PlacedSentence
from tools.evidence import Evidence, RowsEvidence, json_value

_CITATION = re.compile(r"\s*\[(E\d+(?:\s*,\s*E\d+)*)\]")
_MOST_ROWS = 200
_MOST_PAIRED = 60
_UNIT_OPERATIONS: dict[str | None, tuple[Operation, ...]] = {
    "percent": ("growth", "share", "compound_rate"),
    "points": ("difference",),
    "rank": ("rank",),
}


def infer_bindings(
    sentence: str,
    evidence: Mapping[str, Evidence],
    wording: Wording,
    citations: Sequence[str] = (),
    given: Sequence[Sequence[DraftCalculation]] = (),
) -> tuple[PlacedSentence, tuple[str, ...]]:
    """The sentence with each number bound to the one reading that fits, and the numbers that several readings fit.

    Cited evidence is `citations` and what stands in brackets, `[E1, E2]`; without any, all evidence. A calculation that
    the writer `given` (with what it rests on, itself last) goes before any that is inferred. Raises PlacingError where
    one of them cannot be evaluated.
    """
    bracketed = (e for m in _CITATION.finditer(sentence) for e in re.split(r"\s*,\s*", m[1]))
    cited = tuple(dict.fromkeys((*citations, *bracketed)))
    text = _CITATION.sub("", sentence)
    bare = PlacedSentence(text=text, citations=cited or tuple(evidence))
    figures: list[PlacedFigure] = []
    calculations: dict[str, PlacedCalculation] = {}
    open_numbers: list[str] = []
    for number in Claim(bare, evidence, wording).numbers:
        readings = _distinct(iter(_stated(number, given, evidence))) or _distinct(
            _fitting(number, bare, evidence, wording, name=f"C{len(figures) + 1}")
        )
        if len(readings) == 1:
            figure, used = readings[0]
            figures.append(figure)
            calculations.update({c.id: c for c in used})
        elif readings:
            open_numbers.append(number.text)
    used_evidence = {r.split("[")[0] for f in figures for r in f.cells}
    kept = cited or tuple(e for e in evidence if e in used_evidence) or tuple(evidence)
    placed = PlacedSentence(
        text=text, figures=tuple(figures), calculations=tuple(calculations.values()), citations=kept
    )
    return placed, tuple(open_numbers)


_Reading = tuple[PlacedFigure, tuple[PlacedCalculation, ...]]


def _fitting(
    number: ReadNumber, bare: PlacedSentence, evidence: Mapping[str, Evidence], wording: Wording, name: str
) -> Iterator[_Reading]:
    """The readings whose value the number prints and whose row, measure and period the sentence names."""
    rows = [e for c in bare.citations if isinstance(e := evidence.get(c), RowsEvidence) and len(e.rows) <= _MOST_ROWS]
    for figure, used in (*_cells(number, rows), *_calculated(number, rows, Claim(bare, evidence, wording), name)):
        candidate = bare.model_copy(update={"figures": (figure,), "calculations": used})
        claim = Claim(candidate, evidence, wording)
        if not any(f.reason for check in (check_subjects, check_periods) for f in check(claim)):
            yield figure, used


def _stated(
    number: ReadNumber, given: Sequence[Sequence[DraftCalculation]], evidence: Mapping[str, Evidence]
) -> list[_Reading]:
    """The readings by calculations that the writer gave; that they fit the sentence, its receipt decides."""
    return [reading for drafts in given for reading in _readings(number, drafts, evaluate(drafts, evidence))]


def _cells(number: ReadNumber, rows: Sequence[RowsEvidence]) -> Iterator[_Reading]:
    for cell in _number_cells(rows):
        value = as_number(cell.value)
        if value is None or not is_same_unit(number.unit, cell.unit):
            continue
        if number.fits(in_print_terms(value, cell.unit)):
            yield _figure(number, str(value), cell.unit, (cell,)), ()


def _calculated(number: ReadNumber, rows: Sequence[RowsEvidence], claim: Claim, name: str) -> Iterator[_Reading]:
    for drafts in _calculations(number, rows, claim, name):
        try:
            values = evaluate(drafts, claim.evidence)
        except PlacingError:
            continue
        yield from _readings(number, drafts, values)


def _readings(
    number: ReadNumber, drafts: Sequence[DraftCalculation], values: Mapping[str, CalculatedValue]
) -> Iterator[_Reading]:
    """The number as the last of these calculations, where it prints its value."""
    value = values[drafts[-1].id]
    unit = "percent" if number.unit == "percent" else None
    for is_absolute in (False, True):
        shown = abs(value.value) if is_absolute else value.value
        if is_absolute and not _is_change(value):
            continue
        if is_absolute == (value.value < 0 and number.value >= 0) and number.fits(in_print_terms(shown, None)):
            figure = _figure(number, str(value.value), value.unit or unit, value.cells)
            style = "absolute" if is_absolute else "ordinal" if value.unit == "rank" else "plain"
            used = tuple(
                PlacedCalculation(id=d.id, operation=d.operation, operands=d.operands, value=str(values[d.id].value))
                for d in drafts
            )
            yield figure.model_copy(update={"calculation": drafts[-1].id, "style": style}), used


def _calculations(
    number: ReadNumber, rows: Sequence[RowsEvidence], claim: Claim, name: str
) -> Iterator[tuple[DraftCalculation, ...]]:
    """The calculations a number of its unit may come from."""
    wanted = _UNIT_OPERATIONS.get(number.unit, ("difference", "sum", "count", "ratio"))
    cells = [c for c in _number_cells(rows) if as_number(c.value) is not None]
    meant = [c for c in cells if _may_be_meant(c, claim)]
    for cell in meant:
        column = f"{cell.evidence.id}[*].{cell.column.name}"
        for operation in ("share", "rank"):
            if operation in wanted:
                yield (DraftCalculation(id=name, operation=operation, operands=(cell.reference, column)),)
        if "share" in wanted:
            yield from _share_of_period(cell, cells, name)
    for column in dict.fromkeys(f"{c.evidence.id}[*].{c.column.name}" for c in cells):
        for operation in ("sum", "count"):
            if operation in wanted:
                yield (DraftCalculation(id=name, operation=operation, operands=(column,)),)
    pairs = permutations(meant, 2) if len(meant) <= _MOST_PAIRED else ()
    for first, last in pairs:
        if first.column.name == last.column.name:
            for operation in _between(first, last, wanted):
                yield (DraftCalculation(id=name, operation=operation, operands=(first.reference, last.reference)),)


def _may_be_meant(cell: Cell, claim: Claim) -> bool:
    """Whether the sentence names the cell's row wherever it names values of the row's columns."""
    named = {column: {m.label for m in mentions} for column, mentions in claim.values_named.items() if mentions}
    key = entity_key(cell.evidence, cell.row)
    return all(column not in named or str(value) in named[column] for column, value in key.items())


def _between(first: Cell, last: Cell, wanted: Sequence[Operation]) -> Iterator[Operation]:
    """What two cells of a column may be put together to: over time, the later comes last only in a growth."""
    start, end = (row_period(c.evidence, c.row) for c in (first, last))
    if _is_same_thing(first, last) and start is not None and end is not None:
        order: tuple[Operation, ...] = ("growth",) if start.end < end.start else ("difference", "ratio")
        yield from (operation for operation in order if operation in wanted)
    elif start == end:
        yield from (operation for operation in ("difference", "ratio") if operation in wanted)


def _is_change(value: CalculatedValue) -> bool:
    """Whether only words give the sign: for changes over time, never between two things."""
    return value.operation == "growth" or len({constraints(c) for c in value.cells}) == 1


def _share_of_period(cell: Cell, cells: Sequence[Cell], name: str) -> Iterator[tuple[DraftCalculation, ...]]:
    """A share of the sum of all rows of the cell's period."""
    same = [c for c in cells if c.evidence.id == cell.evidence.id and c.column.name == cell.column.name]
    same = [c for c in same if _is_same_time(c, cell)]
    if len(same) > 1:
        whole = DraftCalculation(id=f"{name}W", operation="sum", operands=tuple(c.reference for c in same))
        yield whole, DraftCalculation(id=name, operation="share", operands=(cell.reference, whole.id))


def _number_cells(rows: Sequence[RowsEvidence]) -> Iterator[Cell]:
    for evidence in rows:
        for column in evidence.columns:
            if column.role != "key" and time_unit(column) is None:
                yield from (Cell(evidence, row, column) for row in range(len(evidence.rows)))


def _is_same_thing(first: Cell, last: Cell) -> bool:
    return constraints(first) == constraints(last)


def _is_same_time(first: Cell, last: Cell) -> bool:
    return row_period(first.evidence, first.row) == row_period(last.evidence, last.row)


def _figure(number: ReadNumber, value: str, unit: str | None, cells: Sequence[Cell]) -> PlacedFigure:
    inner = number.text.strip("()")
    start = number.start + (1 if number.text.startswith("(") else 0)
    return PlacedFigure(
        text=inner,
        start=start,
        end=start + len(inner),
        value=value,
        unit=unit,
        rounding=format(number.rounding, "f"),
        evidence=cells[0].evidence.id,
        row_key={name: json_value(v) for name, v in cells[0].row_key.items()},
        column=cells[0].column.name,
        cells=tuple(c.reference for c in cells),
    )


def _distinct(readings: Iterator[_Reading]) -> list[_Reading]:
    """Readings that differ in more than the evidence that repeats them; plain cells go before calculations."""
    found: dict[tuple[object, ...], _Reading] = {}
    for figure, used in readings:
        operation = used[-1].operation if used else None
        if operation in ("difference",) and any(f.calculation is None for f, _ in found.values()):
            continue
        if operation == "sum" and len(figure.cells) == 1:
            continue  # the sum of one cell is the cell
        key = (figure.value, str(sorted(figure.row_key.items())), figure.column, operation)
        found.setdefault(key, (figure, used))
    return list(found.values())
