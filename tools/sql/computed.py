"""What a statement computed, read from its syntax tree in comparable terms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from tools.evidence import Computed
from tools.sql.binding import conjuncts
from tools.sql.date_ranges import DateRange, range_filters, read_ranges
from tools.sql.expressions import aggregates, column_texts, tables_in
from tools.sql.in_words import in_words
from tools.sql.join_effects import JoinEffects
from tools.sql.lineage import trace
from tools.sql.measures import Measure, plain_measure
from tools.sql.read_conditions import condition_key, filter_text, read_filter
from tools.sql.read_grain import read_grains
from tools.sql.relation import Relation, base_name
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.terms import Filter, Period, Scalar


def read_computed(tree: exp.Expr, schema: Schema, semantics: Semantics, parameters: Mapping[str, Scalar]) -> Computed:
    """What a SELECT computed. Every part that does not fit these terms is in `unread`, as SQL."""
    relation = trace(tree, schema, semantics.joins, parameters)
    return _Reader(relation, schema, semantics).computed()


@dataclass(frozen=True)
class ReadMeasure:
    """An output column's measure, and the conditions that only it has."""

    measure: Measure
    own: tuple[exp.Expr, ...]


def read_measure(tree: exp.Expr, shared: Sequence[exp.Expr], schema: Schema, semantics: Semantics) -> ReadMeasure:
    """The measure an aggregate expression stands for under the statement's conditions: a metric where one fits."""
    bare, own = _without_own_conditions(tree)
    keys = frozenset(condition_key(c, schema) for c in (*shared, *own))
    return ReadMeasure(semantics.named(plain_measure(bare, schema), keys), tuple(own))


class _Reader:
    def __init__(self, relation: Relation, schema: Schema, semantics: Semantics) -> None:
        self._relation = relation
        self._schema = schema
        self._semantics = semantics
        self._unread = list(relation.unread)
        outputs = [tree for tree in relation.columns.values() if aggregates(tree)]
        self._measures = [read_measure(t, relation.conditions, schema, semantics) for t in outputs]
        self._trees = outputs

    def computed(self) -> Computed:
        relation = self._relation
        grain, unread_grain = read_grains(relation, self._schema)
        self._unread += unread_grain
        period, time_column, filters = self._conditions()
        self._note_windows()
        having = self._having()
        self._note_restricting_joins(grain, filters, time_column)
        result = Computed(
            measures=tuple(dict.fromkeys(m.measure.name for m in self._measures)),
            grain=tuple(grain),
            filters=tuple(filters),
            having=tuple(having),
            period=period,
            time_column=time_column,
            tables=tuple(dict.fromkeys(map(base_name, relation.tables))),
            joins=tuple(dict.fromkeys(_edge_text(e.left, e.right) for e in relation.edges)),
            order_by=self._order(),
            limit=relation.limit,
            unread=tuple(dict.fromkeys(self._unread)),
        )
        return result.model_copy(
            update={"words": in_words(result, self._semantics, self._descends(), relation.is_distinct)}
        )

    def _conditions(self) -> tuple[Period | None, str | None, list[Filter]]:
        """The period, its column, and the filters: what all measures share."""
        shared, others = read_ranges(self._relation.conditions, self._schema)
        filters = self._filters(others)
        own_ranges: list[dict[str, DateRange]] = []
        own_filters: list[list[Filter]] = []
        for found in self._measures:
            ranges, rest = read_ranges(found.own, self._schema)
            own_ranges.append(ranges)
            own_filters.append([f for f in self._filters(rest) if filter_text(f) not in found.measure.filter_texts])
        filters = [f for f in filters if not self._is_absorbed(f)]
        filters += self._common(own_filters)
        period, time_column, left_over = self._period(shared, own_ranges)
        return period, time_column, [*filters, *left_over]

    def _filters(self, conditions: Sequence[exp.Expr]) -> list[Filter]:
        filters = []
        for condition in conditions:
            found = read_filter(condition, self._schema)
            if found:
                filters.append(found)
            elif not self._is_absorbed_text(condition_key(condition, self._schema)):
                self._unread.append(condition.sql(dialect=self._schema.dialect))
        return list(dict.fromkeys(filters))

    def _is_absorbed(self, condition: Filter) -> bool:
        return self._is_absorbed_text(filter_text(condition))

    def _is_absorbed_text(self, text: str) -> bool:
        """True when the condition is part of what every measure means."""
        return bool(self._measures) and all(text in m.measure.filter_texts for m in self._measures)

    def _common(self, own: Sequence[list[Filter]]) -> list[Filter]:
        """Filters that each measure has for itself; one that only some have is unread."""
        everywhere = [f for f in (own[0] if own else ()) if all(f in others for others in own[1:])]
        for found, filters in zip(self._measures, own, strict=True):
            self._unread += [
                f"{found.measure.name} only where {filter_text(f)}" for f in filters if f not in everywhere
            ]
        return everywhere

    def _period(
        self, shared: dict[str, DateRange], own: Sequence[dict[str, DateRange]]
    ) -> tuple[Period | None, str | None, list[Filter]]:
        times = [
            self._time_of(found.measure, {**shared, **ranges})
            for found, ranges in zip(self._measures, own, strict=True)
        ]
        if any(own):
            return self._own_periods(shared, own, times)
        time_column = next((t for t in times if t in shared and shared[t].period), None) or next(
            (name for name, found in shared.items() if found.period), None
        )
        left_over = [f for name, found in shared.items() if name != time_column for f in range_filters(found)]
        return (shared[time_column].period if time_column else None), time_column, left_over

    def _own_periods(
        self, shared: dict[str, DateRange], own: Sequence[dict[str, DateRange]], times: Sequence[str | None]
    ) -> tuple[Period | None, str | None, list[Filter]]:
        """One period for measures that each count it by their own date column."""
        periods = []
        for ranges, time in zip(own, times, strict=True):
            found = {**shared, **ranges}.get(time or "")
            periods.append(found.period if found else None)
            strays = [text for name, r in ranges.items() if name != time for text in map(filter_text, range_filters(r))]
            self._unread += strays
        if periods and all(period == periods[0] for period in periods) and periods[0]:
            left_over = [f for name, r in shared.items() if name not in times for f in range_filters(r)]
            return periods[0], times[0], left_over
        for found, ranges in zip(self._measures, own, strict=True):
            for r in ranges.values():
                words = " and ".join(map(filter_text, range_filters(r)))
                self._unread.append(f"{found.measure.name} only where {words}")
        return None, None, [f for r in shared.values() for f in range_filters(r)]

    def _time_of(self, measure: Measure, ranges: Mapping[str, DateRange]) -> str | None:
        time = self._semantics.measure(measure.name).time if self._is_known(measure) else None
        if time in ranges:
            return time
        return next((name for name, found in ranges.items() if found.period), None)

    def _is_known(self, measure: Measure) -> bool:
        return measure.metric is not None or all(map(self._schema.table, tables_in(measure.tree)))

    def _having(self) -> list[Filter]:
        found = []
        for condition in self._relation.having:
            read = self._read_having(condition)
            if read:
                found.append(read)
            else:
                self._unread.append(condition.sql(dialect=self._schema.dialect))
        return found

    def _read_having(self, condition: exp.Expr) -> Filter | None:
        calls = [side for side in condition.unnest().iter_expressions() if aggregates(side)]
        if len(calls) != 1 or isinstance(condition, exp.Not):
            return None
        name = read_measure(calls[0], self._relation.conditions, self._schema, self._semantics)
        if name.own and name not in self._measures:
            return None
        copy = condition.unnest().copy()
        stand_in = exp.column("measure", table="measure")
        next(side for side in copy.iter_expressions() if aggregates(side)).replace(stand_in)
        read = read_filter(copy, self._schema)
        return read and read.model_copy(update={"column": name.measure.name})

    def _note_windows(self) -> None:
        for tree in self._relation.columns.values():
            if tree.find(exp.Window) or tree.find(exp.Query):
                self._unread.append(tree.sql(dialect=self._schema.dialect))

    def _note_restricting_joins(self, grain: Sequence[str], filters: Sequence[Filter], time: str | None) -> None:
        used = {t for tree in (*self._trees, *self._relation.conditions) for t in tables_in(tree)}
        used |= {t for tree in self._relation.columns.values() for t in tables_in(tree)}
        used |= {t for tree in self._relation.group or () for t in tables_in(tree)}
        effects = JoinEffects(self._relation.tables, self._relation.edges, self._schema, self._semantics.joins)
        for edge in effects.restricting(used):
            self._unread.append(f"only rows that have a partner by {_edge_text(edge.left, edge.right)}")

    def _order(self) -> str | None:
        order = self._relation.order
        if not order:
            return None
        first = order[0].tree
        if aggregates(first):
            return read_measure(first, self._relation.conditions, self._schema, self._semantics).measure.name
        grains, unread = read_grains(Relation(columns={"first": first}), self._schema)
        return grains[0] if grains and not unread else first.sql(dialect=self._schema.dialect)

    def _descends(self) -> bool:
        return bool(self._relation.order) and self._relation.order[0].descending


def _without_own_conditions(tree: exp.Expr) -> tuple[exp.Expr, list[exp.Expr]]:
    """The expression with its FILTER clauses taken off, where all its aggregates have the same."""
    copy = exp.Paren(this=tree.copy())
    clauses = [node for node in copy.find_all(exp.Filter)]
    own = [list(conjuncts(node.expression.this)) for node in clauses]
    if not clauses or len(clauses) != len(aggregates(copy)) or any(o != own[0] for o in own[1:]):
        return tree, []
    for node in clauses:
        node.replace(node.this)
    return copy.this, own[0]


def _edge_text(left: exp.Expr, right: exp.Expr) -> str:
    return " = ".join(", ".join(column_texts(side)) or side.sql() for side in (left, right))
