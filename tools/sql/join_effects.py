"""What the joins of a statement do to the rows an aggregate counts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from tools.sql.columns import node_text
from tools.sql.relation import Edge, base_name
from tools.sql.schema import Join, Schema


@dataclass(frozen=True)
class _Side:
    """An edge seen from one of its tables: `here` looks for partners `there`."""

    here: exp.Column
    there: exp.Column
    edge: Edge
    keeps_all: bool
    """Rows of `here` stay without a partner."""

    @property
    def is_semi(self) -> bool:
        return self.edge.kind in ("semi", "semi-inner")


class JoinEffects:
    """Which tables of a statement meet at most one row of which others."""

    def __init__(self, tables: Sequence[str], edges: Sequence[Edge], schema: Schema, joins: Sequence[Join]) -> None:
        self._sides = list(_sides(edges))
        self._schema = schema
        self._unique = [frozenset(join.right) for join in joins if join.is_unique]
        beyond = self._beyond_semi()
        self._joined = [table for table in tables if table not in beyond]

    def base(self, tables: Iterable[str]) -> str | None:
        """The one of `tables` whose rows appear once each, if there is one."""
        return next((table for table in tables if not self.unreached(table)), None)

    def unreached(self, start: str) -> list[str]:
        """The tables of which a row of `start` may meet several."""
        reached = {start}
        while True:
            new = [t for t in self._joined if t not in reached and self._is_single(t, reached)]
            if not new:
                return [t for t in self._joined if t not in reached]
            reached.update(new)

    def is_outer(self, table: str) -> bool:
        """True when rows without a row of `table` are kept."""
        return any(side.keeps_all and side.there.table == table for side in self._sides)

    def restricting(self, needed: set[str]) -> list[Edge]:
        """The joins to tables that nothing else uses, and that leave out rows without a partner."""
        return [
            side.edge
            for side in self._sides
            if not side.keeps_all
            and side.there.table not in needed
            and not self._leads_on(side, needed)
            and not self._always_meets(side)
        ]

    def _beyond_semi(self) -> set[str]:
        """Tables that stand only in an IN or EXISTS."""
        beyond = {s.there.table for s in self._sides if s.edge.kind == "semi" and s.there is s.edge.right}
        while True:
            inner = [side for side in self._sides if side.edge.kind == "semi-inner" and side.here.table in beyond]
            more = {side.there.table for side in inner} - beyond
            if not more:
                return beyond
            beyond |= more

    def _is_single(self, table: str, reached: set[str]) -> bool:
        columns = {
            side.there.name
            for side in self._sides
            if side.there.table == table and side.here.table in reached and not side.is_semi
        }
        return bool(columns) and self._is_key(table, columns)

    def _is_key(self, table: str, columns: set[str]) -> bool:
        name = base_name(table)
        found = self._schema.table(name)
        if found and found.primary_key and set(found.primary_key) <= columns:
            return True
        return any(key <= {f"{name}.{column}" for column in columns} for key in self._unique)

    def _leads_on(self, start: _Side, needed: set[str]) -> bool:
        """True when a needed table lies beyond the side's far table."""
        seen, front = {start.here.table, start.there.table}, {start.there.table}
        while front:
            front = {s.there.table for s in self._sides if s.here.table in front} - seen
            if front & needed:
                return True
            seen |= front
        return False

    def _always_meets(self, side: _Side) -> bool:
        """True for a foreign key that is never empty."""
        table = self._schema.table(base_name(side.here.table))
        column = table.column(side.here.name) if table else None
        if column is None or column.is_nullable or self._is_key(side.here.table, {side.here.name}):
            return False
        return self._is_key(side.there.table, {side.there.name})


def _sides(edges: Iterable[Edge]) -> Iterator[_Side]:
    for edge in edges:
        left, right = edge.left, edge.right
        if isinstance(left, exp.Column) and isinstance(right, exp.Column) and node_text(left) != node_text(right):
            yield _Side(left, right, edge, keeps_all=edge.kind in ("left", "full"))
            yield _Side(right, left, edge, keeps_all=edge.kind in ("right", "full"))
