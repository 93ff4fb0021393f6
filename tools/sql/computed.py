"""What a statement computed, read from its syntax tree in comparable terms."""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from tools.evidence import Computed, EvidenceColumn
from tools.sql.expressions import aggregates
from tools.sql.in_words import in_words
from tools.sql.join_effects import JoinEffects
from tools.sql.lineage import trace
from tools.sql.read_conditions import read_filter
from tools.sql.read_grain import read_grains
from tools.sql.read_measures import read_measure
from tools.sql.read_selection import read_selection
from tools.sql.relation import Relation, base_name
from tools.sql.result_columns import column_meanings
from tools.sql.row_cautions import edge_text, row_cautions, without_partners
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.terms import Filter, Scalar


def read_computed(tree: exp.Expr, schema: Schema, semantics: Semantics, parameters: Mapping[str, Scalar]) -> Computed:
    """What a SELECT computed. Every part that does not fit these terms is in `unread`, as SQL."""
    relation = trace(tree, schema, semantics.joins, parameters)
    return _Reader(relation, schema, semantics).computed()


def evidence_columns(
    tree: exp.Expr, computed: Computed, schema: Schema, semantics: Semantics, fetched: Sequence[EvidenceColumn]
) -> tuple[EvidenceColumn, ...]:
    """What each column of the result means; `fetched` gives their names and types in the result's order."""
    return column_meanings(trace(tree, schema, semantics.joins, {}), computed, schema, semantics, fetched)


class _Reader:
    def __init__(self, relation: Relation, schema: Schema, semantics: Semantics) -> None:
        self._relation = relation
        self._schema = schema
        self._semantics = semantics
        effects = JoinEffects(relation.tables, relation.edges, schema, semantics.joins)
        lacking = without_partners(relation.conditions, effects)
        relation.conditions = [condition for condition in relation.conditions if condition not in lacking]
        self._unread = [*relation.unread, *row_cautions(relation, effects, schema)]
        self._unread += [f"only rows without a partner: {c.sql(dialect=schema.dialect)}" for c in lacking]
        self._sorting = [entry for entry in relation.order if not _places_empty(entry.tree)]
        outputs = [tree for tree in relation.columns.values() if aggregates(tree)]
        self._measures = [read_measure(t, relation.conditions, schema, semantics) for t in outputs]

    def computed(self) -> Computed:
        relation = self._relation
        grain, unread_grain = read_grains(relation, self._schema)
        self._unread += unread_grain
        selection = read_selection(relation.conditions, self._measures, self._schema, self._semantics)
        self._unread += selection.unread
        having = self._having()
        result = Computed(
            measures=tuple(dict.fromkeys(m.measure.name for m in self._measures)),
            grain=tuple(grain),
            filters=tuple(selection.filters),
            having=tuple(having),
            period=selection.period,
            time_column=selection.time_column,
            tables=tuple(dict.fromkeys(map(base_name, relation.tables))),
            joins=tuple(dict.fromkeys(edge_text(e.left, e.right) for e in relation.edges)),
            order_by=self._order(),
            limit=relation.limit,
            unread=tuple(dict.fromkeys(self._unread)),
        )
        return result.model_copy(
            update={"words": in_words(result, self._semantics, self._descends(), relation.is_distinct)}
        )

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

    def _order(self) -> str | None:
        if not self._sorting:
            return None
        first = self._sorting[0].tree
        if aggregates(first):
            return read_measure(first, self._relation.conditions, self._schema, self._semantics).measure.name
        grains, unread = read_grains(Relation(columns={"first": first}), self._schema)
        return grains[0] if grains and not unread else first.sql(dialect=self._schema.dialect)

    def _descends(self) -> bool:
        return bool(self._sorting) and self._sorting[0].descending


def _places_empty(tree: exp.Expr) -> bool:
    """True for `case when x is null then 1 else 0 end`, which only says where empty values go."""
    case = tree.unnest()
    return isinstance(case, exp.Case) and len(case.args["ifs"]) == 1 and isinstance(case.args["ifs"][0].this, exp.Is)
