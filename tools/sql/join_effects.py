"""What the joins of a statement do to the rows an aggregate counts."""

from collections.abc import Iterable, Sequence

from sqlglot import exp

from tools.sql.expressions import tables_in
from tools.sql.relation import Edge, base_name
from tools.sql.schema import Join, Schema


class JoinEffects:
    """Which tables of a statement meet at most one row of which others."""

    def __init__(self, tables: Sequence[str], edges: Sequence[Edge], schema: Schema, joins: Sequence[Join]) -> None:
        self._tables = list(tables)
        self._edges = [e for e in edges if isinstance(e.left, exp.Column) and isinstance(e.right, exp.Column)]
        self._schema = schema
        self._unique = {frozenset(join.right) for join in joins if join.is_unique}

    def base(self, tables: Iterable[str]) -> str | None:
        """The one of `tables` whose rows appear once each, if there is one."""
        return next((table for table in tables if not self.unreached(table)), None)

    def unreached(self, start: str) -> list[str]:
        """The tables of which a row of `start` may meet several."""
        reached = {start}
        joined = [table for table in self._tables if table not in self._semi_only()]
        while True:
            new = [t for t in joined if t not in reached and self._is_single(t, reached)]
            if not new:
                return [t for t in joined if t not in reached]
            reached.update(new)

    def is_outer(self, table: str) -> bool:
        """True when rows without a row of `table` are kept."""
        return any(
            (e.kind in ("left", "full") and table in tables_in(e.right))
            or (e.kind in ("right", "full") and table in tables_in(e.left))
            for e in self._edges
        )

    def restricting(self, needed: set[str]) -> list[Edge]:
        """The joins to tables that nothing else uses, and that leave out rows without a partner."""
        found = []
        for edge in self._edges:
            for here, there, kind in ((edge.left, edge.right, "left"), (edge.right, edge.left, "right")):
                if edge.kind in (kind, "full") or there.table in needed or self._leads_on(there.table, edge, needed):
                    continue
                if not self._always_meets(here, there):
                    found.append(edge)
        return found

    def _semi_only(self) -> set[str]:
        """Tables that stand only in an IN or EXISTS: those beyond a semi edge."""
        beyond: set[str] = {e.right.table for e in self._edges if e.kind == "semi"}
        while True:
            more = {
                there
                for e in self._edges
                if e.kind == "semi-inner"
                for here, there in ((e.left.table, e.right.table), (e.right.table, e.left.table))
                if here in beyond
            } - beyond
            if not more:
                return beyond
            beyond |= more

    def _is_single(self, table: str, reached: set[str]) -> bool:
        columns = set()
        for edge in self._edges:
            for here, there in ((edge.left, edge.right), (edge.right, edge.left)):
                if there.table == table and here.table in reached and edge.kind not in ("semi", "semi-inner"):
                    columns.add(there.name)
        return bool(columns) and self._is_key(table, columns)

    def _is_key(self, table: str, columns: set[str]) -> bool:
        found = self._schema.table(base_name(table))
        if found and found.primary_key and set(found.primary_key) <= columns:
            return True
        name = base_name(table)
        return any(key <= {f"{name}.{column}" for column in columns} for key in self._unique)

    def _leads_on(self, table: str, edge: Edge, needed: set[str]) -> bool:
        """True when a needed table lies beyond `table`."""
        seen, front = {edge.left.table, edge.right.table}, {table}
        while front:
            front = {
                there
                for e in self._edges
                for here, there in ((e.left.table, e.right.table), (e.right.table, e.left.table))
                if here in front and there not in seen
            }
            if front & needed:
                return True
            seen |= front
        return False

    def _always_meets(self, here: exp.Expr, there: exp.Expr) -> bool:
        """True for a foreign key that is never empty."""
        table = self._schema.table(base_name(here.table))  # type: ignore[attr-defined]
        column = table.column(here.name) if table else None
        return (
            column is not None
            and not column.is_nullable
            and self._is_key(there.table, {there.name})  # type: ignore[attr-defined]
            and not self._is_key(here.table, {here.name})  # type: ignore[attr-defined]
        )
