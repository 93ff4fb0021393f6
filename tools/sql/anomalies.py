"""What is odd about the rows a statement returned."""

from collections.abc import Sequence

from tools.sql.database import FetchedRows
from tools.terms import Scalar

NULL_DOMINANT = 0.8
"""A column with at least this share of empty cells is worth a warning."""
_FEWEST_ROWS = 5


def is_empty(rows: Sequence[Sequence[Scalar]]) -> bool:
    """Whether there is nothing: no row, or the one row of an aggregate that found nothing to add up."""
    return not rows or (len(rows) == 1 and all(value is None for value in rows[0]))


def row_warnings(fetched: FetchedRows) -> tuple[str, ...]:
    """Warnings such as `null_dominant: …` for the rows."""
    warnings = [
        f"null_dominant: `{column.name}` is empty in {share:.0%} of the rows"
        for position, column in enumerate(fetched.columns)
        if (share := _null_share(fetched.rows, position)) >= NULL_DOMINANT
    ]
    if fetched.cut_cells:
        warnings.append(f"cut_cells: {fetched.cut_cells} long values are shortened")
    return tuple(warnings)


def _null_share(rows: Sequence[Sequence[Scalar]], position: int) -> float:
    if len(rows) < _FEWEST_ROWS:
        return 0.0
    return sum(row[position] is None for row in rows) / len(rows)
