"""Writing the statement for a question in comparable terms."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from tools.errors import ToolError
from tools.sql.combine_parts import combined
from tools.sql.compile_part import Part, part_select
from tools.sql.conditions import comparison, filter_condition, period_condition
from tools.sql.expressions import aggregates, tables_in
from tools.sql.join_paths import JoinGraph, NoJoin
from tools.sql.measures import Measure
from tools.sql.named_text import statement_text
from tools.sql.parameters import Parameters
from tools.sql.query_terms import QueryTerms, read_terms
from tools.sql.schema import Schema
from tools.sql.semantics import Semantics
from tools.terms import JsonScalar, StructuredQuery


@dataclass(frozen=True)
class CompiledQuery:
    """A statement with `:named` placeholders, and their values."""

    statement: str
    parameters: dict[str, JsonScalar]


def compile_query(query: StructuredQuery, schema: Schema, semantics: Semantics) -> CompiledQuery:
    """The statement that answers `query`, in the schema's dialect.

    Raises ToolError with the nearest names for a term that is unknown or has several readings, and when a
    measure could only be had by counting rows more than once.
    """
    return _Compiler(query, schema, semantics).compile()


@dataclass(frozen=True)
class _Source:
    """The rows an aggregate is computed from: measures of equal source share one SELECT."""

    base: str
    filter_texts: frozenset[str]
    time: str | None


class _Compiler:
    def __init__(self, query: StructuredQuery, schema: Schema, semantics: Semantics) -> None:
        self._query = query
        self._schema = schema
        self._semantics = semantics
        self._graph = JoinGraph(schema, semantics.joins)
        self._parameters = Parameters(schema.dialect)
        self._terms: QueryTerms = read_terms(query, semantics)
        self._filters = [filter_condition(f, semantics, self._parameters) for f in query.filters]

    def compile(self) -> CompiledQuery:
        select = self._measured() if self._terms.measures else self._listed()
        select = self._ordered(select)
        if self._query.limit is not None:
            select = select.limit(self._query.limit, copy=False)
        return CompiledQuery(statement_text(select, self._schema.dialect), self._parameters.values)

    def _listed(self) -> exp.Select:
        tables = dict.fromkeys(key.table for key in self._terms.keys)
        base = self._graph.base(tables) or self._graph.common_base(tables) or next(iter(tables))
        time = self._query.time_column or self._only_date(base)
        part = Part(base, self._terms.keys, (), self._conditions(time), is_listing=True)
        select = part_select(part, self._graph, self._schema)
        return select.distinct(copy=False) if self._query.distinct or base not in tables else select

    def _measured(self) -> exp.Select:
        wanted = self._terms.measures
        sources = {s: None for measure in self._all_measures() for s in self._sources(measure)}
        if len(sources) > 1:
            return self._from_several(list(sources))
        source = next(iter(sources))
        columns = tuple((w.alias, exact_division(w.measure.tree)) for w in wanted)
        part = Part(
            source.base, self._terms.keys, columns, self._source_conditions(source, wanted[0].measure), self._having()
        )
        return part_select(part, self._graph, self._schema)

    def _from_several(self, sources: list[_Source]) -> exp.Select:
        """One SELECT for each source, joined on the keys they share."""
        columns: dict[_Source, dict[str, exp.Expr]] = {source: {} for source in sources}
        places: dict[tuple[_Source, str], str] = {}
        owners: dict[_Source, Measure] = {}
        for measure in self._all_measures():
            for call, source in zip(aggregates(measure.tree), self._sources(measure), strict=True):
                owners.setdefault(source, measure)
                text = call.sql()
                if (source, text) not in places:
                    places[source, text] = f"{_short(call)}_{len(places) + 1}"
                    columns[source][places[source, text]] = call
        parts = []
        for source in sources:
            conditions = self._source_conditions(source, owners[source])
            part = Part(source.base, self._terms.keys, tuple(columns[source].items()), conditions)
            parts.append(part_select(part, self._graph, self._schema))

        def placed(measure: Measure) -> exp.Expr:
            calls = [
                (call, sources.index(source), places[source, call.sql()])
                for call, source in zip(aggregates(measure.tree), self._sources(measure), strict=True)
            ]
            return exact_division(_with_places(measure.tree, calls))

        having = [
            comparison(placed(measure), condition, lambda value: self._parameters.add("limit_value", value))
            for measure, condition in zip(self._terms.having, self._query.having, strict=True)
        ]
        columns_out = [(w.alias, placed(w.measure)) for w in self._terms.measures]
        names = [source.base for source in sources]
        return combined(parts, names, [key.alias for key in self._terms.keys], columns_out, having)

    def _all_measures(self) -> list[Measure]:
        return [*(wanted.measure for wanted in self._terms.measures), *self._terms.having]

    def _sources(self, measure: Measure) -> list[_Source]:
        """The source of each aggregate of a measure, in order."""
        time = self._query.time_column or measure.time
        return [_Source(self._base(call), measure.filter_texts, time) for call in aggregates(measure.tree)]

    def _base(self, call: exp.Expr) -> str:
        tables = tables_in(call)
        if not tables:
            raise ToolError("`count(*)` does not say of what; write `count(table)`.")
        base = self._graph.base(tables)
        if base is None:
            raise NoJoin(tables[0], tables[-1])
        return base

    def _source_conditions(self, source: _Source, measure: Measure) -> tuple[exp.Expr, ...]:
        return (*self._conditions(source.time), *(condition.copy() for condition in measure.filters))

    def _conditions(self, time_column: str | None) -> tuple[exp.Expr, ...]:
        conditions = [condition.copy() for condition in self._filters]
        if self._query.period:
            if time_column is None:
                raise ToolError("The period has no date column; name one in `time_column`.")
            column = self._semantics.column(time_column)
            bounds = period_condition(self._query.period, column, self._schema, self._parameters)
            conditions += [bounds.this, bounds.expression]
        return tuple(conditions)

    def _having(self) -> tuple[exp.Expr, ...]:
        return tuple(
            comparison(exact_division(measure.tree), condition, lambda v: self._parameters.add("limit_value", v))
            for measure, condition in zip(self._terms.having, self._query.having, strict=True)
        )

    def _only_date(self, table: str) -> str | None:
        found = self._schema.table(table)
        dates = [c.name for c in found.columns if c.kind in ("date", "datetime")] if found else []
        return f"{table}.{dates[0]}" if len(dates) == 1 else None

    def _ordered(self, select: exp.Select) -> exp.Select:
        if self._terms.order_alias is None:
            return select
        select = select.order_by(_order(self._terms.order_alias, self._terms.descending), copy=False)
        if self._terms.measures:
            others = [w.alias for w in self._terms.measures if w.alias != self._terms.order_alias]
            further = others if self._query.limit is not None else []
            descending = self._terms.descending
            select = select.order_by(*(_order(alias, descending) for alias in further), copy=False)
            ties = [key.alias for key in self._terms.keys if key.alias != self._terms.order_alias]
            select = select.order_by(*(_order(alias, is_descending=False) for alias in ties), copy=False)
        return select


def exact_division(tree: exp.Expr) -> exp.Expr:
    """The expression with divisions that keep fractions, and give nothing instead of failing on zero."""

    def exact(node: exp.Expr) -> exp.Expr:
        if not isinstance(node, exp.Div):
            return node
        return exp.Div(this=node.this, expression=exp.Nullif(this=node.expression, expression=exp.Literal.number(0)))

    return tree.copy().transform(exact)


def _with_places(tree: exp.Expr, calls: Sequence[tuple[exp.Expr, int, str]]) -> exp.Expr:
    """The expression with each aggregate replaced by the column of the part that computes it."""
    found = iter(calls)

    def replaced(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.AggFunc):
            call, part, alias = next(found)
            placed = exp.column(exp.to_identifier(alias, quoted=True), table=f"part_{part + 1}")
            return exp.func("COALESCE", placed, exp.Literal.number(0)) if isinstance(call, exp.Count) else placed
        for child in list(node.iter_expressions()):
            changed = replaced(child)
            if changed is not child:
                child.replace(changed)
        return node

    return replaced(tree.copy())


def _short(call: exp.Expr) -> str:
    return type(call).__name__.lower()


def _order(alias: str, is_descending: bool) -> exp.Expr:
    column = exp.column(exp.to_identifier(alias, quoted=True))
    return exp.Ordered(this=column, desc=is_descending, nulls_first=not is_descending)
