"""The closed list of calculations over result cells, in exact decimals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext

from tasks.dates.row_periods import row_period
from tasks.draft import DraftCalculation
from tasks.figures.cells import Cell, as_number, column_of, is_cell, is_column, resolve, unit_of
from tasks.figures.errors import OperandsDoNotFit, RowsAreCut, UnknownReference
from tasks.figures.operand_fit import (
    Operand,
    is_limited,
    months_between,
    require_all_rows,
    require_no_overlap,
    require_only_time_differs,
    require_part_of_whole,
    require_same_measure,
    require_same_unit,
    require_summable,
)
from tools.evidence import Evidence

_PRECISION = Context(prec=40)


@dataclass(frozen=True)
class CalculatedValue:
    """A calculation's exact value, its unit, and the cells it rests on.

    Growth, share and compound rate are in `ratio` (0.12 is 12 %); a ratio of equal units is in `times`; a rank is in
    `rank`; a count in `count`.
    """

    id: str
    operation: str
    operands: tuple[str, ...]
    value: Decimal
    unit: str | None
    cells: tuple[Cell, ...]
    """Every cell that went in, through other calculations too; for a column all its rows."""
    parts: tuple[Operand, ...]
    ascending: bool = False


def evaluate(calculations: Sequence[DraftCalculation], evidence: Mapping[str, Evidence]) -> dict[str, CalculatedValue]:
    """The value of each calculation by its id. Raises PlacingError, saying what does not fit."""
    by_id = {c.id: c for c in calculations}
    done: dict[str, CalculatedValue] = {}
    for calculation in calculations:
        _evaluate_one(calculation, by_id, evidence, done, ())
    return done


def _evaluate_one(
    calculation: DraftCalculation,
    by_id: Mapping[str, DraftCalculation],
    evidence: Mapping[str, Evidence],
    done: dict[str, CalculatedValue],
    above: tuple[str, ...],
) -> CalculatedValue:
    if calculation.id in done:
        return done[calculation.id]
    if calculation.id in above:
        raise UnknownReference(f"Calculation {calculation.id} refers to itself.")
    for reference in calculation.operands:
        if reference in by_id:
            _evaluate_one(by_id[reference], by_id, evidence, done, (*above, calculation.id))
    operands = [_operand(reference, calculation, evidence, done) for reference in calculation.operands]
    with localcontext(_PRECISION):
        value, unit = _OPERATIONS[calculation.operation](calculation, operands)
    done[calculation.id] = CalculatedValue(
        id=calculation.id,
        operation=calculation.operation,
        operands=calculation.operands,
        value=value,
        unit=unit,
        cells=tuple({c.reference: c for o in operands for c in o.cells}.values()),
        parts=tuple(operands),
        ascending=calculation.ascending,
    )
    return done[calculation.id]


def _operand(
    reference: str,
    calculation: DraftCalculation,
    evidence: Mapping[str, Evidence],
    done: Mapping[str, CalculatedValue],
) -> Operand:
    if reference in done:
        inner = done[reference]
        return Operand(reference, (inner.value,), inner.unit, inner.cells, operation=inner.operation)
    if calculation.operation == "compound_rate" and reference.isdigit():
        return Operand(reference, (Decimal(reference),), None, ())
    if not is_cell(reference):
        raise UnknownReference(f"{calculation.id}: `{reference[:80]}` is neither a cell nor another calculation's id.")
    cells = resolve(reference, evidence)
    column = column_of(reference, evidence)[1]
    if calculation.operation == "count":
        return Operand(reference, (), unit_of(column), cells, is_column=is_column(reference))
    if is_column(reference):
        numbers = tuple(n for c in cells if (n := as_number(c.value)) is not None)
        return Operand(reference, numbers, unit_of(column), cells, is_column=True)
    return Operand(reference, (cells[0].number,), cells[0].unit, cells)


_Result = tuple[Decimal, str | None]


def _difference(calculation: DraftCalculation, operands: list[Operand]) -> _Result:
    a, b = _exactly(2, operands, calculation)
    return a.number - b.number, require_same_unit((a, b), "difference")


def _growth(calculation: DraftCalculation, operands: list[Operand]) -> _Result:
    first, last = _exactly(2, operands, calculation)
    require_same_unit((first, last), "growth")
    require_only_time_differs(first, last, "growth")
    if first.number < 0:
        raise OperandsDoNotFit(f"growth from a negative value ({first.reference}) means nothing. Use `difference`.")
    return _divided(last.number - first.number, first.number, first.reference), "ratio"


def _share(calculation: DraftCalculation, operands: list[Operand]) -> _Result:
    part, whole = _exactly(2, operands, calculation)
    require_same_unit((part, whole), "share")
    require_part_of_whole(part, whole)
    require_summable(whole, "share")
    if whole.is_column:
        require_all_rows(whole, "share")
    total = sum(whole.numbers, Decimal(0))
    if min((*whole.numbers, part.number)) < 0 or part.number > total:
        raise OperandsDoNotFit(f"share: {part.reference} is not contained in {whole.reference} (negative, or larger).")
    return _divided(part.number, total, whole.reference), "ratio"


def _ratio(calculation: DraftCalculation, operands: list[Operand]) -> _Result:
    a, b = _exactly(2, operands, calculation)
    value = _divided(a.number, b.number, b.reference)
    if a.unit == b.unit:
        return value, "times"
    return value, a.unit if b.unit in ("count", None) else f"{a.unit or '1'}/{b.unit}"


def _sum(calculation: DraftCalculation, operands: list[Operand]) -> _Result:
    unit = _addable(operands, "sum")
    return sum((n for o in operands for n in o.numbers), Decimal(0)), unit


def _mean(calculation: DraftCalculation, operands: list[Operand]) -> _Result:
    unit = _addable(operands, "mean")
    numbers = [n for o in operands for n in o.numbers]
    return _divided(sum(numbers, Decimal(0)), Decimal(len(numbers)), "the empty column"), unit


def _addable(operands: list[Operand], operation: str) -> str | None:
    if not operands:
        raise OperandsDoNotFit(f"{operation} needs at least one operand.")
    unit = require_same_unit(operands, operation)
    require_same_measure(operands, operation)
    cells = [c.reference for o in operands for c in o.cells]
    if len(cells) != len(set(cells)):
        raise OperandsDoNotFit(f"{operation}: a cell is counted twice.")
    require_no_overlap(operands, operation)
    for operand in operands:
        require_summable(operand, operation)
        if operand.is_column:
            require_all_rows(operand, operation)
    return unit


def _rank(calculation: DraftCalculation, operands: list[Operand]) -> _Result:
    cell, column = _exactly(2, operands, calculation)
    if not column.is_column or cell.is_column or cell.cells[0].reference not in {c.reference for c in column.cells}:
        raise OperandsDoNotFit("rank takes a cell and its own column: rank(E1[0].revenue, E1[*].revenue).")
    require_all_rows(column, "rank")
    if calculation.ascending and is_limited(column.evidence):
        raise RowsAreCut(f"rank: {column.evidence.id} holds only the highest rows; the lowest are unknown.")
    ahead = [n for n in column.numbers if (n < cell.number if calculation.ascending else n > cell.number)]
    return Decimal(len(ahead) + 1), "rank"


def _compound_rate(calculation: DraftCalculation, operands: list[Operand]) -> _Result:
    first, last, count = _exactly(3, operands, calculation)
    require_same_unit((first, last), "compound_rate")
    require_only_time_differs(first, last, "compound_rate")
    steps = _steps(first, last)
    if not count.cells and count.number != steps:
        raise OperandsDoNotFit(f"compound_rate: {first.reference} and {last.reference} are {steps} periods apart.")
    if first.number <= 0 or last.number <= 0 or count.number < 1:
        raise OperandsDoNotFit("compound_rate needs two positive values and at least one period.")
    return (last.number / first.number) ** (1 / count.number) - 1, "ratio"


def _steps(first: Operand, last: Operand) -> int | None:
    start, end = (row_period(o.cells[0].evidence, o.cells[0].row) for o in (first, last))
    if start is None or end is None:
        return None
    months = months_between(start, end)
    length = round(((start.end - start.start).days + 1) / 30.44)
    return months // length if months and length and months % length == 0 else None


def _count(calculation: DraftCalculation, operands: list[Operand]) -> _Result:
    (column,) = _exactly(1, operands, calculation)
    if not column.is_column:
        raise OperandsDoNotFit("count takes a column: count(E1[*].customer).")
    evidence = column.evidence
    if not evidence.row_count_is_exact:
        raise RowsAreCut(f"count: the true number of rows of {evidence.id} is not known. Fetch count(*).")
    if is_limited(evidence):
        raise RowsAreCut(f"count: the statement behind {evidence.id} has a LIMIT. Fetch count(*).")
    return Decimal(evidence.row_count), "count"


def _exactly(count: int, operands: list[Operand], calculation: DraftCalculation) -> list[Operand]:
    if len(operands) != count:
        named = f"{calculation.id}: {calculation.operation}"
        raise OperandsDoNotFit(f"{named} takes {count} operands, not {len(operands)}.")
    return operands


def _divided(a: Decimal, b: Decimal, name: str) -> Decimal:
    if b == 0:
        raise OperandsDoNotFit(f"Division by zero: {name} is 0. State the values themselves.")
    return a / b


_OPERATIONS: dict[str, Callable[[DraftCalculation, list[Operand]], _Result]] = {
    "difference": _difference,
    "growth": _growth,
    "share": _share,
    "ratio": _ratio,
    "sum": _sum,
    "mean": _mean,
    "rank": _rank,
    "compound_rate": _compound_rate,
    "count": _count,
}
