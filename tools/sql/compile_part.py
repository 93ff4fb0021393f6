"""One SELECT over one base table: its joins, its conditions, and its groups."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlglot import exp

from tools.errors import ToolError
from tools.sql.expressions import tables_in
from tools.sql.join_paths import JoinGraph, Step
from tools.sql.query_terms import Key
from tools.sql.schema import Schema


class WouldMultiply(ToolError):
    """A measure would count rows of its table more than once."""

    def __init__(self, measure: str, base: str, table: str) -> None:
        super().__init__(
            f"Grouped by `{table}`, each row of `{base}` would count several times in {measure}. "
            f"Use a measure over a table that holds one row for each `{table}`, or leave `{table}` out."
        )


@dataclass(frozen=True)
class Part:
    """What one SELECT is to compute from the rows of `base`."""

    base: str
    keys: tuple[Key, ...]
    columns: tuple[tuple[str, exp.Expr], ...]
    """Aggregates or expressions over them, by alias."""
    conditions: tuple[exp.Expr, ...]
    having: tuple[exp.Expr, ...] = ()
    is_listing: bool = False


def part_select(part: Part, graph: JoinGraph, schema: Schema) -> exp.Select:
    """The SELECT. Raises NoJoin, SeveralReadings or WouldMultiply."""
    return _PartWriter(part, graph, schema).select()


class _PartWriter:
    def __init__(self, part: Part, graph: JoinGraph, schema: Schema) -> None:
        self._part = part
        self._graph = graph
        self._schema = schema
        self._joined: dict[str, Step] = {}
        self._named = {t for tree in self._trees() for t in tables_in(tree)}
        self._is_multiplied = False
        self._absent: set[str] = set()
        """Tables of which a row is to have no partner."""

    def select(self) -> exp.Select:
        part = self._part
        self._join_all([key.table for key in part.keys], may_multiply=True)
        self._join_all([t for _alias, tree in part.columns for t in tables_in(tree)], may_multiply=False)
        wheres = self._wheres()
        columns = [(alias, self._immune(tree) if self._is_multiplied else tree) for alias, tree in part.columns]
        having = [self._immune(tree) if self._is_multiplied else tree for tree in part.having]
        query = exp.select(
            *(exp.alias_(key.tree.copy(), key.alias, quoted=True) for key in part.keys),
            *(exp.alias_(tree.copy(), alias, quoted=True) for alias, tree in columns),
        ).from_(table_node(part.base))
        query = self._with_joins(query, wheres)
        query = query.where(*wheres, copy=False)
        if not part.is_listing:
            query = query.group_by(*(key.tree.copy() for key in part.keys), copy=False)
            query = query.having(*having, copy=False)
        return query

    def _trees(self) -> Iterable[exp.Expr]:
        yield from (key.tree for key in self._part.keys)
        yield from (tree for _alias, tree in self._part.columns)
        yield from self._part.conditions

    def _join_all(self, tables: Iterable[str], may_multiply: bool) -> None:
        for table in tables:
            path = self._graph.path(self._part.base, table, self._named)
            multiplying = next((step for step in path if step.multiplies), None)
            if multiplying and not may_multiply and table not in self._joined:
                raise WouldMultiply("the measure", self._part.base, table)
            self._is_multiplied |= multiplying is not None and not self._part.is_listing
            self._add(path)

    def _add(self, path: Iterable[Step]) -> None:
        for step in path:
            if step.right_table != self._part.base:
                self._joined.setdefault(step.right_table, step)

    def _wheres(self) -> list[exp.Expr]:
        """The conditions; those beyond the same multiplying step must hold for the same row there."""
        wheres: list[exp.Expr] = []
        apart: dict[Step, tuple[list[Step], list[exp.Expr]]] = {}
        for condition in self._part.conditions:
            absent = self._absence(condition)
            if absent is not None:
                if not self._part.is_listing:
                    wheres.append(_without(absent))
                    continue
                self._absent.add(absent.right_table)
                self._add([absent])
                wheres.append(condition.copy())
                continue
            beyond = self._beyond(condition)
            if beyond:
                steps, conditions = apart.setdefault(beyond[0], ([], []))
                steps += [step for step in beyond if step not in steps]
                conditions.append(condition.copy())
            else:
                wheres.append(condition.copy())
        return wheres + [_within(steps, conditions) for steps, conditions in apart.values()]

    def _absence(self, condition: exp.Expr) -> Step | None:
        """The step to a table that must hold no row for one of the base: its key is to be empty, as in an outer join.

        Raises ToolError where other conditions are about that table too: none of its rows would meet them.
        """
        column = condition.this if isinstance(condition, exp.Is) else None
        if not isinstance(column, exp.Column) or column.table == self._part.base or column.table in self._joined:
            return None
        path = self._graph.path(self._part.base, column.table, self._named)
        if len(path) != 1 or not path[0].multiplies or path[0].right != (f"{column.table}.{column.name}",):
            return None
        if sum(column.table in tables_in(tree) for tree in self._trees()) > 1:
            raise ToolError(
                f"Rows without any of `{column.table}` have none under a condition; leave one of the two out."
            )
        return path[0]

    def _beyond(self, condition: exp.Expr) -> tuple[Step, ...]:
        """The steps of a condition's path from where it would multiply rows; the safe ones before are joined."""
        beyond: tuple[Step, ...] = ()
        for table in tables_in(condition):
            if table == self._part.base or table in self._joined:
                continue
            path = self._graph.path(self._part.base, table, self._named)
            first = next((i for i, step in enumerate(path) if step.multiplies and not self._is_joined(step)), len(path))
            self._add(path[:first])
            beyond = max(beyond, path[first:], key=len)
        return beyond

    def _is_joined(self, step: Step) -> bool:
        return self._joined.get(step.right_table) == step

    def _with_joins(self, query: exp.Select, wheres: Sequence[exp.Expr]) -> exp.Select:
        filtered = {table for condition in wheres for table in tables_in(condition)}
        outer: set[str] = set()
        for table, step in self._joined.items():
            keeps_all = step.left_table in outer or (step.may_miss and not step.multiplies)
            if table in self._absent or (keeps_all and not self._leads_to(table, filtered)):
                outer.add(table)
                query = query.join(table_node(table), on=_on(step), join_type="left", copy=False)
            else:
                query = query.join(table_node(table), on=_on(step), copy=False)
        return query

    def _leads_to(self, table: str, filtered: set[str]) -> bool:
        return table in filtered or any(
            self._leads_to(step.right_table, filtered) for step in self._joined.values() if step.left_table == table
        )

    def _immune(self, tree: exp.Expr) -> exp.Expr:
        """The aggregates so written that multiplied rows do not change them. Raises WouldMultiply when impossible."""

        def rewrite(node: exp.Expr) -> exp.Expr:
            if not isinstance(node, exp.AggFunc) or isinstance(node, exp.Min | exp.Max):
                return node
            if isinstance(node, exp.Count) and isinstance(node.this, exp.Distinct):
                return node
            if isinstance(node, exp.Count) and isinstance(node.this, exp.Column) and self._is_key(node.this):
                return exp.Count(this=exp.Distinct(expressions=[node.this.copy()]))
            keys = [key.table for key in self._part.keys if not self._graph.is_safe(self._part.base, key.table)]
            raise WouldMultiply(node.sql(dialect=self._schema.dialect), self._part.base, keys[0])

        return tree.transform(rewrite)

    def _is_key(self, column: exp.Column) -> bool:
        table = self._schema.table(column.table)
        return table is not None and table.primary_key == (column.name,)


def table_node(name: str) -> exp.Table:
    """A table in FROM, known in the statement by its whole name."""
    database, _, table = name.rpartition(".")
    node = exp.table_(
        exp.to_identifier(table, quoted=True), db=exp.to_identifier(database, quoted=True) if database else None
    )
    return exp.alias_(node, name, table=True, quoted=True) if database else node  # type: ignore[return-value]


def _on(step: Step) -> exp.Expr:
    return exp.and_(*(exp.EQ(this=_node(a), expression=_node(b)) for a, b in zip(step.left, step.right, strict=True)))


def _within(steps: Sequence[Step], conditions: list[exp.Expr]) -> exp.Expr:
    """Rows for which the joined table holds at least one row that meets the conditions."""
    first, *others = steps
    if len(first.left) > 1:
        raise ToolError(f"A filter over the join {first} is not possible here; write the statement instead.")
    inner = exp.select(_node(first.right[0])).from_(table_node(first.right_table))
    for step in others:
        inner = inner.join(table_node(step.right_table), on=_on(step), copy=False)
    inner = inner.where(*conditions, copy=False)
    return exp.In(this=_node(first.left[0]), query=inner.subquery(copy=False))


def _without(step: Step) -> exp.Expr:
    """Rows for which the joined table holds none: written apart, so that no join repeats what is counted."""
    key = _node(step.right[0])
    inner = exp.select(key).from_(table_node(step.right_table)).where(exp.Not(this=key.copy().is_(exp.null())))
    return exp.Not(this=exp.In(this=_node(step.left[0]), query=inner.subquery(copy=False)))


def _node(text: str) -> exp.Column:
    table, _, name = text.rpartition(".")
    return exp.column(exp.to_identifier(name, quoted=True), table=exp.to_identifier(table, quoted=True))
