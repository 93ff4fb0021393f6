"""Ways from one table to another over the joins that may be used."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tools.errors import ToolError
from tools.sql.columns import SeveralReadings
from tools.sql.join_words import join_text, suggestion_hint
from tools.sql.joins import APPROVABLE
from tools.sql.schema import Column, Join, Schema

_RANKS = {"confirmed": 0, "approved": 0, "declared": 1, "inferred": 2}


class NoJoin(ToolError):
    """No usable join connects two tables."""

    def __init__(self, start: str, goal: str, suggestions: Sequence[Join] = ()) -> None:
        hint = "Ask for them in two separate statements, or use columns of tables that are joined."
        hints = [suggestion_hint(join) for join in suggestions] or [hint]
        super().__init__(f"No known join connects `{start}` with `{goal}`. {' '.join(hints)}")
        self.start, self.goal = start, goal
        self.is_for_supervisor = bool(suggestions) and all(join.confidence >= APPROVABLE for join in suggestions)
        """Only a plan can mend it, by approving what is suggested."""


@dataclass(frozen=True)
class Step:
    """One join, taken from `left` (table.column, …) to `right`."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    multiplies: bool
    """A row of the left table may meet several of the right."""
    may_miss: bool
    """A row of the left table may meet none."""
    rank: int = 1

    @property
    def left_table(self) -> str:
        """The table the step starts from."""
        return self.left[0].rpartition(".")[0]

    @property
    def right_table(self) -> str:
        """The table the step leads to."""
        return self.right[0].rpartition(".")[0]

    def __str__(self) -> str:
        return join_text(self.left, self.right)


class JoinGraph:
    """The usable joins of a schema."""

    def __init__(self, schema: Schema, joins: tuple[Join, ...]) -> None:
        self._schema, self._joins = schema, joins
        self._steps: dict[str, list[Step]] = {table.name: [] for table in schema.tables}
        for join in joins:
            self._add(join)

    def path(self, start: str, goal: str, named: Collection[str] = ()) -> tuple[Step, ...]:
        """The shortest way that multiplies no rows, else the shortest that does.

        A way by which rows only meet in what both refer to, as two payments do in their currency, comes last.
        Between equally short ways, those over joins that the domain confirms and over tables in `named` win.
        Raises NoJoin, or SeveralReadings when several ways remain.
        """
        if start == goal:
            return ()
        for may_multiply, may_meet in ((False, False), (True, False), (True, True)):
            ways = self._shortest(start, goal, may_multiply, may_meet)
            if ways:
                return _only(_best(ways, named), start, goal)
        raise NoJoin(start, goal, self._suggested(start, goal))

    def is_safe(self, start: str, goal: str) -> bool:
        """True when every row of `start` meets at most one of `goal`."""
        return start == goal or bool(self._shortest(start, goal, may_multiply=False))

    def base(self, tables: Collection[str]) -> str | None:
        """The table of these from which all the others are reached without multiplying rows."""
        return next((t for t in tables if all(self.is_safe(t, other) for other in tables)), None)

    def common_base(self, tables: Collection[str]) -> str | None:
        """Like `base`, but any table of the schema will do; the nearest to all of them wins."""
        candidates = {
            name: sum(len(self._shortest(name, t, may_multiply=False)[0]) for t in tables if t != name)
            for name in self._steps
            if all(self.is_safe(name, t) for t in tables)
        }
        return min(candidates, key=lambda name: candidates[name], default=None)

    def _suggested(self, start: str, goal: str) -> list[Join]:
        """The suggested joins that would lead to the goal."""
        suggestions = self._schema.suggestions
        wider = JoinGraph(self._schema.model_copy(update={"suggestions": ()}), (*self._joins, *suggestions))
        ways = wider._shortest(start, goal, may_multiply=True) if suggestions else []
        ends = {frozenset((step.left, step.right)) for step in (ways[0] if ways else ())}
        return [join for join in suggestions if frozenset((join.left, join.right)) in ends]

    def _add(self, join: Join) -> None:
        rank = _RANKS.get(join.origin, 1)
        forward = Step(join.left, join.right, not join.is_unique, self._may_be_empty(join.left), rank)
        backward = Step(join.right, join.left, not self._is_key(join.left), True, rank)
        for step in (forward, backward):
            if step.left_table != step.right_table and step.left_table in self._steps:
                self._steps[step.left_table].append(step)

    def _shortest(self, start: str, goal: str, may_multiply: bool, may_meet: bool = True) -> list[tuple[Step, ...]]:
        """All shortest ways; with `may_meet` also those that go to what several rows share and back to such rows."""
        ways: list[tuple[Step, ...]] = [()]
        seen = {start}
        while ways:
            longer = [
                (*way, step)
                for way in ways
                for step in self._steps.get(way[-1].right_table if way else start, ())
                if step.right_table not in seen
                and (may_multiply or not step.multiplies)
                and (may_meet or not (way and step.multiplies and not way[-1].multiplies))
            ]
            found = [way for way in longer if way[-1].right_table == goal]
            if found:
                return found
            seen |= {way[-1].right_table for way in longer}
            ways = longer
        return []

    def _may_be_empty(self, columns: tuple[str, ...]) -> bool:
        return any(column is None or column.is_nullable for column in map(self._column, columns))

    def _is_key(self, columns: tuple[str, ...]) -> bool:
        table = self._schema.table(columns[0].rpartition(".")[0])
        return bool(table and table.primary_key) and set(table.primary_key) <= {c.rpartition(".")[2] for c in columns}  # type: ignore[union-attr]

    def _column(self, text: str) -> Column | None:
        table = self._schema.table(text.rpartition(".")[0])
        return table.column(text.rpartition(".")[2]) if table else None


def _best(ways: list[tuple[Step, ...]], named: Collection[str]) -> list[tuple[Step, ...]]:
    def cost(way: tuple[Step, ...]) -> tuple[int, int, int]:
        detours = sum(step.right_table not in named for step in way[:-1])
        return sum(step.multiplies for step in way), detours, sum(step.rank for step in way)

    least = min(map(cost, ways))
    return [way for way in ways if cost(way) == least]


def _only(ways: list[tuple[Step, ...]], start: str, goal: str) -> tuple[Step, ...]:
    if len(ways) > 1:
        readings = [", ".join(str(step) for step in way) for way in ways]
        raise SeveralReadings(f"the join from {start} to {goal}", readings)
    return ways[0]
