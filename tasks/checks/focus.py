"""Which rows a figure is said of."""

from collections import defaultdict
from collections.abc import Sequence

from tasks.checks.claim import BoundFigure
from tasks.dates.row_periods import entity_key, row_period
from tasks.figures.cells import Cell, as_number
from tasks.figures.operand_fit import is_limited, measure_of


def focus(figure: BoundFigure) -> tuple[Cell, ...]:
    """The cells whose row a figure is said of: the part of a share, the later value of a growth, the ranked cell."""
    calculation = figure.calculation
    if calculation is None:
        return figure.cells
    if calculation.operation in ("growth", "compound_rate"):
        return calculation.parts[1].cells
    if calculation.operation in ("share", "rank"):
        return calculation.parts[0].cells
    return figure.cells


def is_over_a_column(figure: BoundFigure) -> bool:
    """Whether a figure sums up a whole column rather than naming rows."""
    calculation = figure.calculation
    return calculation is not None and any(p.is_column for p in calculation.parts) and (
        calculation.operation in ("sum", "mean", "count")
    )  # fmt: skip


def columns_summed(figure: BoundFigure) -> frozenset[str]:
    """The key columns a sum or mean runs over whole: every row that has its other keys and its periods goes in."""
    if figure.operation not in ("sum", "mean") or not is_every_row(figure.cells):
        return frozenset()
    return _varying(figure.cells)


def is_every_row(cells: Sequence[Cell]) -> bool:
    """Whether the cells are one column's, in every row that has their periods and the keys they share."""
    evidence = cells[0].evidence
    if len({(c.evidence.id, c.column.name) for c in cells}) != 1:
        return False
    if evidence.truncated or len(evidence.rows) < evidence.row_count or is_limited(evidence):
        return False
    shared, varying = entity_key(evidence, cells[0].row), _varying(cells)
    periods = {row_period(evidence, c.row) for c in cells}
    every = {
        row
        for row in range(len(evidence.rows))
        if row_period(evidence, row) in periods
        and all(v == shared[column] for column, v in entity_key(evidence, row).items() if column not in varying)
    }
    return every == {c.row for c in cells if as_number(c.value) is not None}


def _varying(cells: Sequence[Cell]) -> frozenset[str]:
    keys = [entity_key(c.evidence, c.row) for c in cells]
    return frozenset(column for column in keys[0] if len({str(key[column]) for key in keys}) > 1)


def key_values(figure: BoundFigure) -> dict[str, set[str]]:
    """What names a figure's rows, by column, without numbers that only identify where there is a name as well."""
    found: dict[str, set[str]] = defaultdict(set)
    for cell in focus(figure):
        for column, value in _naming_key(cell).items():
            found[column].add(value)
    return found


def measures(figure: BoundFigure) -> set[str]:
    """What a figure measures."""
    return {measure_of(c) for c in focus(figure)}


def _naming_key(cell: Cell) -> dict[str, str]:
    key = entity_key(cell.evidence, cell.row)
    columns = {(c.source or c.name): c for c in cell.evidence.columns}
    named = {k: str(v) for k, v in key.items() if not _is_number_only(columns[k].name, columns[k].type)}
    return named or {k: str(v) for k, v in key.items()}


def _is_number_only(name: str, kind: str) -> bool:
    return kind == "integer" or name.lower() == "id" or name.lower().endswith("_id")
