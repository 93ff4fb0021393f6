"""References to result cells: `E1[0].revenue` is one cell, `E1[*].revenue` a whole column."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from tasks.figures.errors import NotAValue, UnknownReference
from tools.evidence import Evidence, EvidenceColumn, RowsEvidence
from tools.terms import Scalar

_DAY = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?")
_REFERENCE = re.compile(r"(?P<evidence>[\w.-]+)\[(?P<row>\d+|\*)\]\.(?P<column>.+)", re.DOTALL)


@dataclass(frozen=True)
class Cell:
    """One value of a result, and where it stands."""

    evidence: RowsEvidence
    row: int
    column: EvidenceColumn

    @property
    def reference(self) -> str:
        """The cell as a draft writes it."""
        return f"{self.evidence.id}[{self.row}].{self.column.name}"

    @property
    def value(self) -> Scalar:
        """The value as the database returned it."""
        return self.evidence.rows[self.row][self.evidence.column_index(self.column.name)]

    @property
    def number(self) -> Decimal:
        """The value as an exact decimal; raises NotAValue when it is none."""
        number = as_number(self.value)
        if number is None and as_day(self.value):
            raise NotAValue(
                f"{self.reference} is a date, and no calculation takes one. Place it as a figure of its own; for the "
                "days between two dates, fetch them by a statement."
            )
        if number is None:
            shown = "empty" if self.value is None else f"{str(self.value)[:40]!r}, not a number"
            raise NotAValue(f"{self.reference} is {shown}. Use a cell that holds a number.")
        return number

    @property
    def day(self) -> date | None:
        """The day that the cell tells of its row; None for anything else, and for the time its row is about."""
        is_time_of_row = self.column.role == "key" and any(c.role == "measure" for c in self.evidence.columns)
        return None if is_time_of_row else as_day(self.value)

    @property
    def unit(self) -> str | None:
        """The column's unit; counts are `count` even where no unit is set."""
        return unit_of(self.column)

    @property
    def row_key(self) -> dict[str, Scalar]:
        """The values that name the cell's row."""
        return self.evidence.row_key(self.row)


def is_column(reference: str) -> bool:
    """Whether a reference means a whole column."""
    match = _REFERENCE.fullmatch(reference)
    return match is not None and match["row"] == "*"


def is_cell(reference: str) -> bool:
    """Whether a reference has the form of a cell or column."""
    return _REFERENCE.fullmatch(reference) is not None


def resolve(reference: str, evidence: Mapping[str, Evidence]) -> tuple[Cell, ...]:
    """The cells a reference means: one, or all fetched rows of a column. Raises UnknownReference."""
    rows, column, row = _parts(reference, evidence)
    if row == "*":
        return tuple(Cell(rows, index, column) for index in range(len(rows.rows)))
    if int(row) >= len(rows.rows):
        raise UnknownReference(f"{reference}: {rows.id} holds rows 0 to {len(rows.rows) - 1}.")
    return (Cell(rows, int(row), column),)


def column_of(reference: str, evidence: Mapping[str, Evidence]) -> tuple[RowsEvidence, EvidenceColumn]:
    """The evidence and column a reference means. Raises UnknownReference."""
    rows, column, _ = _parts(reference, evidence)
    return rows, column


def as_number(value: Scalar) -> Decimal | None:
    """A cell's value as an exact decimal; floats as they print; None for text, dates, truth values and NaN."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    number = value if isinstance(value, Decimal) else Decimal(str(value))
    return number if number.is_finite() else None


def as_day(value: Scalar) -> date | None:
    """The day of a date or time, or of a text that is one in ISO 8601; None for anything else."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        return None
    try:
        return datetime.fromisoformat(value).date()
    except ValueError:
        return None


def unit_of(column: EvidenceColumn) -> str | None:
    """A column's unit; `count` for counts that name none."""
    if column.unit is None and (column.measure or "").startswith(("count(", "count_distinct(")):
        return "count"
    return column.unit


def _parts(reference: str, evidence: Mapping[str, Evidence]) -> tuple[RowsEvidence, EvidenceColumn, str]:
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        raise UnknownReference(f"`{reference[:80]}` is no cell. Write E1[0].column, or E1[*].column for the column.")
    rows = evidence.get(match["evidence"])
    if rows is None:
        raise UnknownReference(f"There is no evidence {match['evidence']}. You have: {', '.join(evidence) or 'none'}.")
    if not isinstance(rows, RowsEvidence):
        raise UnknownReference(f"{match['evidence']} holds no rows. Cite it, or quote a passage's value instead.")
    for column in rows.columns:
        if column.name == match["column"]:
            return rows, column, match["row"]
    names = ", ".join(c.name for c in rows.columns)
    raise UnknownReference(f"{rows.id} has no column `{match['column'][:80]}`. It has: {names}.")
