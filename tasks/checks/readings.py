"""What a number of a sentence written elsewhere can be: a cell, or a calculation over cells that the sentence names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, permutations

from tasks.checks.claim import Claim
from tasks.checks.stated_values import in_print_terms, is_same_unit
from tasks.dates.named_periods import NamedPeriod
from tasks.dates.row_periods import entity_key, row_period, time_unit
from tasks.draft import DraftCalculation, Operation
from tasks.figures.calculations import CalculatedValue, evaluate
from tasks.figures.cells import Cell, as_number
from tasks.figures.errors import PlacingError
from tasks.figures.numbers import ReadNumber
from tasks.figures.operand_fit import constraints
from tasks.figures.placing import PlacedCalculation, PlacedFigure
from tools.evidence import Evidence, RowsEvidence, json_value

_MOST_ROWS = 200
_MOST_PAIRED = 60
_UNIT_OPERATIONS: dict[str | None, tuple[Operation, ...]] = {
    "percent": ("growth", "share", "compound_rate"),
    "points": ("difference",),
    "rank": ("rank",),
}


Reading = tuple[PlacedFigure, tuple[PlacedCalculation, ...]]
"""A number bound to a cell or a calculation, and the calculations that went in."""


def readings_of(number: ReadNumber, claim: Claim, name: str) -> Iterator[Reading]:
    """The cells and calculations of the claim's rows that the number would print."""
    rows = [e for e in claim.rows if len(e.rows) <= _MOST_ROWS]
    yield from _cells(number, rows)
    yield from _calculated(number, rows, claim, name)


def day_readings(named: NamedPeriod, claim: Claim) -> Iterator[Reading]:
    """The date cells of the claim's rows that hold the day a sentence names."""
    if named.period.start != named.period.end:
        return
    for evidence in (e for e in claim.rows if len(e.rows) <= _MOST_ROWS):
        for column in evidence.columns:
            for cell in (Cell(evidence, row, column) for row in range(len(evidence.rows))):
                if cell.day == named.period.start:
                    yield _day_figure(claim.text[named.start : named.end], named.start, cell), ()


def stated_readings(
    number: ReadNumber, given: Sequence[Sequence[DraftCalculation]], evidence: Mapping[str, Evidence]
) -> list[Reading]:
    """The readings by calculations that the writer gave; that they fit the sentence, its receipt decides."""
    return [reading for drafts in given for reading in _printed_as(number, drafts, evaluate(drafts, evidence))]


def distinct(readings: Iterable[Reading]) -> list[Reading]:
    """Readings that differ in more than the evidence that repeats them; plain cells go before calculations."""
    found: dict[tuple[object, ...], Reading] = {}
    for figure, used in readings:
        operation = used[-1].operation if used else None
        if operation in ("difference",) and any(f.calculation is None for f, _ in found.values()):
            continue
        if operation == "sum" and len(figure.cells) == 1:
            continue  # the sum of one cell is the cell
        key = (figure.value, str(sorted(figure.row_key.items())), figure.column, operation)
        found.setdefault(key, (figure, used))
    return list(found.values())


def _cells(number: ReadNumber, rows: Sequence[RowsEvidence]) -> Iterator[Reading]:
    for cell in _number_cells(rows):
        value = as_number(cell.value)
        if value is None or not is_same_unit(number.unit, cell.unit):
            continue
        if number.fits(in_print_terms(value, cell.unit)):
            yield _figure(number, str(value), cell.unit, (cell,)), ()


def _calculated(number: ReadNumber, rows: Sequence[RowsEvidence], claim: Claim, name: str) -> Iterator[Reading]:
    for drafts in _calculations(number, rows, claim, name):
        try:
            values = evaluate(drafts, claim.evidence)
        except PlacingError:
            continue
        yield from _printed_as(number, drafts, values)


def _printed_as(
    number: ReadNumber, drafts: Sequence[DraftCalculation], values: Mapping[str, CalculatedValue]
) -> Iterator[Reading]:
    """The number as the last of these calculations, where it prints its value."""
    value = values[drafts[-1].id]
    unit = "percent" if number.unit == "percent" else None
    for is_absolute in (False, True):
        shown = abs(value.value) if is_absolute else value.value
        if is_absolute and not _is_change(value):
            continue
        if is_absolute == (value.value < 0 and number.value >= 0) and number.fits(in_print_terms(shown, value.unit)):
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
    wanted = _UNIT_OPERATIONS.get(number.unit, ("difference", "sum", "mean", "count", "ratio"))
    cells = [c for c in _number_cells(rows) if as_number(c.value) is not None]
    meant = [c for c in cells if _may_be_meant(c, claim)]
    for cell in meant:
        column = f"{cell.evidence.id}[*].{cell.column.name}"
        for operation in ("share", "rank"):
            if operation in wanted:
                yield (DraftCalculation(id=name, operation=operation, operands=(cell.reference, column)),)
        if "share" in wanted:
            yield from _share_of_period(cell, cells, name)
    for operation in ("sum", "mean"):
        if operation in wanted:
            yield from _of_groups(operation, meant, name)
    for column in dict.fromkeys(f"{c.evidence.id}[*].{c.column.name}" for c in cells):
        for operation in ("sum", "count"):
            if operation in wanted:
                yield (DraftCalculation(id=name, operation=operation, operands=(column,)),)
    pairs = permutations(meant, 2) if len(meant) <= _MOST_PAIRED else ()
    for first, last in pairs:
        if first.column.name == last.column.name:
            for operation in _between(first, last, wanted):
                if _could_print(number, operation, first, last):
                    yield (DraftCalculation(id=name, operation=operation, operands=(first.reference, last.reference)),)


def _of_groups(operation: Operation, cells: Sequence[Cell], name: str) -> Iterator[tuple[DraftCalculation, ...]]:
    """The sum or mean of what is meant: for each period, and over all periods."""

    def place(cell: Cell) -> tuple[str, str]:
        return cell.evidence.id, cell.column.name

    for _, column in groupby(sorted(cells, key=place), key=place):
        inside = list(column)
        by_time: dict[str, list[Cell]] = {}
        for cell in inside:
            by_time.setdefault(str(row_period(cell.evidence, cell.row)), []).append(cell)
        for group in (*by_time.values(), *([inside] if len(by_time) > 1 else [])):
            if len(group) > 1:
                yield (DraftCalculation(id=name, operation=operation, operands=tuple(c.reference for c in group)),)


def _could_print(number: ReadNumber, operation: Operation, first: Cell, last: Cell) -> bool:
    """Whether the number is near what two cells give, so that only then all that must fit is looked at."""
    a, b = as_number(first.value), as_number(last.value)
    if a is None or b is None or (b == 0 and operation == "ratio") or (a == 0 and operation == "growth"):
        return False
    difference = in_print_terms(a - b, first.unit)
    value = difference if operation == "difference" else a / b if operation == "ratio" else (b - a) / a
    return number.fits(value) or number.fits(-value)


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


def _day_figure(text: str, start: int, cell: Cell) -> PlacedFigure:
    return PlacedFigure(
        text=text,
        start=start,
        end=start + len(text),
        value=str(json_value(cell.value)),
        evidence=cell.evidence.id,
        row_key={name: json_value(v) for name, v in cell.row_key.items()},
        column=cell.column.name,
        cells=(cell.reference,),
        is_number=False,
    )


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
