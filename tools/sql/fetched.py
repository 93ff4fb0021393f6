"""What a statement returned: its rows read under the limits, its columns typed."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import CursorResult

from tools.evidence import EvidenceColumn
from tools.sql.declared import Declared
from tools.sql.specs import PolicySpec
from tools.sql.values import cell, kind_of_values, size, typed_column
from tools.terms import Scalar

_BATCH = 100


@dataclass(frozen=True)
class FetchedRows:
    """What a statement returned, up to the limits."""

    columns: tuple[EvidenceColumn, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    row_count: int
    """Of the whole result; a lower bound when not exact."""
    row_count_is_exact: bool
    truncated: bool
    cut_cells: int = 0
    """How many cells were longer than the limit and are shortened."""


def read_rows(result: CursorResult[Any], limits: PolicySpec) -> tuple[list[tuple[Scalar, ...]], bool, int]:
    """A result's rows up to the limits, whether there are more, and how many cells were shortened."""
    rows: list[tuple[Scalar, ...]] = []
    used = cut = 0
    while batch := result.fetchmany(_BATCH):
        for row in batch:
            cells = [cell(value, limits.max_cell_bytes) for value in row]
            used += sum(size(value) for value, _was_cut in cells)
            if len(rows) >= limits.max_rows or (used > limits.max_bytes and rows):
                return rows, True, cut
            cut += sum(was_cut for _value, was_cut in cells)
            rows.append(tuple(value for value, _was_cut in cells))
    return rows, False, cut


def batches(result: CursorResult[Any]) -> Iterator[list[tuple[Scalar, ...]]]:
    """All of a result's rows, whole, as they are read."""
    while batch := result.fetchmany(_BATCH):
        yield [tuple(cell(value, sys.maxsize)[0] for value in row) for row in batch]


def typed_columns(
    rows: list[tuple[Scalar, ...]], names: list[str], declared: Sequence[Declared | None]
) -> tuple[tuple[EvidenceColumn, ...], tuple[tuple[Scalar, ...], ...]]:
    """The columns with their types, and the rows with their values in them; `declared` is what stands behind each."""
    values = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in names]
    for position, behind in enumerate(declared[: len(values)]):
        if behind:
            values[position] = typed_column(values[position], behind.kind, behind.scale)
    columns = tuple(
        EvidenceColumn.model_validate({"name": name, "type": kind_of_values(column)})
        for name, column in zip(names, values, strict=True)
    )
    return columns, tuple(zip(*values, strict=True))
