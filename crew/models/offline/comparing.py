"""Rows of two periods side by side, and how far each moved."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from crew.models.offline.shapes.needs import OPTIONAL
from crew.models.offline.tellable import TellableRows, same_terms
from tools.evidence import EvidenceColumn


@dataclass(frozen=True)
class ComparedRows:
    """The rows of a period with those of an earlier one, measured and grouped alike."""

    now: TellableRows
    before: TellableRows

    @property
    def measure(self) -> EvidenceColumn | None:
        """The first measure, by which rows are compared."""
        return self.now.measures[0] if self.now.measures else None

    def change(self, row: int, column: EvidenceColumn | None = None) -> Decimal | None:
        """How far a row's measure moved; None where either value is missing."""
        column = column or self.measure
        then = self.before.row_of(self.now.key(row))
        if column is None or then is None or column.name not in {c.name for c in self.before.measures}:
            return None
        new, old = self.now.value(row, column), self.before.value(then, column)
        return new - old if new is not None and old is not None else None

    def rows_by_change(self, falls_first: bool) -> list[int]:
        """The rows, those that moved furthest in one direction first."""
        moved = {row: self.change(row) or Decimal(0) for row in range(len(self.now.evidence.rows))}
        return sorted(moved, key=lambda row: moved[row] if falls_first else -moved[row])

    def names(self, row: int) -> str:
        """What the row is called."""
        return ", ".join(str(v) for v in self.now.key(row) if v is not None)


def compared_rows(rows: Sequence[TellableRows]) -> list[ComparedRows]:
    """The rows of a period with those of the earlier one, those that the answer needs first."""
    pairs = []
    for now in rows:
        for before in rows:
            a, b = now.slot.need.period, before.slot.need.period
            if a and b and b.start < a.start and same_terms(now.slot, before.slot):
                pairs.append(ComparedRows(now, before))
    return sorted(pairs, key=lambda p: (p.now.slot.id in OPTIONAL, rows.index(p.now)))
