"""A first semantic layer for a database that nobody has described."""

from collections import Counter
from collections.abc import Iterator

from tools.sql.columns import column_text, row_column
from tools.sql.draft_columns import (
    event_rank,
    is_additive,
    is_amount,
    is_category,
    is_level,
    is_moment_number,
    is_own_day,
    is_price,
    is_quantity,
    is_reference,
    label_column,
    measured_words,
    own_words,
    unit_of,
)
from tools.sql.join_paths import JoinGraph, SeveralReadings
from tools.sql.naming import phrase, plural_phrase, singular, words_in
from tools.sql.schema import Column, Schema, Table
from tools.sql.specs import ColumnSpec, DimensionSpec, MetricSpec, SemanticSpec, TableSpec

_GENERIC = {"total", "amount", "value", "sum", "price", "cost", "quantity", "qty"}
_NAMING = {"name", "title", "label", "description"}
"""Words that say nothing of which table is meant."""
_COARSER = ("region", "country", "state", "city")


def draft_semantics(schema: Schema) -> SemanticSpec:
    """Metrics, dimensions, labels and synonyms guessed from names, types and joins, for a person to correct."""
    return _Draft(schema).spec()


class _Draft:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._graph = JoinGraph(schema, schema.joins)
        self._tables = [table for table in schema.tables if not table.is_view]
        self._times = {table.name: self._time(table) for table in self._tables}
        self._metrics: dict[str, MetricSpec] = {}
        self._dimensions: dict[str, DimensionSpec] = {}

    def spec(self) -> SemanticSpec:
        for table in self._tables:
            self._add_amounts(table)
        for table in self._tables:
            self._add_row_count(table)
        for table in self._tables:
            self._add_dimensions(table)
        headline = self._headline()
        if headline:
            self._metrics[headline] = self._metrics[headline].model_copy(update={"is_headline": True})
        self._metrics = _each_word_once(self._metrics)
        return SemanticSpec(
            tables={table.name: spec for table in self._tables if (spec := self._table(table)) != TableSpec()},
            metrics=self._metrics,
            dimensions=self._dimensions,
        )

    def _table(self, table: Table) -> TableSpec:
        label = label_column(table)
        columns = {}
        for column in table.columns:
            words = own_words(table, column)
            synonyms = (" ".join(words),) if words != words_in(column.name) else ()
            spec = ColumnSpec(synonyms=synonyms, unit=unit_of(table, column))
            if spec != ColumnSpec():
                columns[column.name] = spec
        return TableSpec(label=label.name if label else None, synonyms=self._short_names(table), columns=columns)

    def _short_names(self, table: Table) -> tuple[str, ...]:
        own = self._own_name(table)
        return (" ".join(own),) if own != words_in(table.name) else ()

    def _own_name(self, table: Table) -> tuple[str, ...]:
        """The words of a table's name without one that all tables begin with."""
        words = words_in(table.name)
        first = {words_in(other.name)[:1] for other in self._tables}
        return words[1:] if len(first) == 1 and len(words) > 1 and len(self._tables) > 2 else words

    def _row_name(self, table: Table) -> str:
        *head, last = self._own_name(table)
        return "_".join([*head, singular(last)])

    def _add_amounts(self, table: Table) -> None:
        amounts = [column for column in table.columns if is_amount(self._schema, table, column)]
        product = self._product(table, amounts)
        if product:
            name = f"{self._row_name(table)}_value"
            self._metrics[name] = self._metric(
                table, product, synonyms=("revenue", "sales", "turnover") if _is_sale(table) else ()
            )
        for column in amounts:
            text, unit = column_text(table, column), unit_of(table, column)
            if not is_level(table, column):
                name = self._metric_name(table, column, "total")
                self._metrics[name] = self._metric(table, f"sum({text})", self._synonyms(table, column), unit)
            if is_level(table, column) or not is_quantity(table, column):
                name = self._metric_name(table, column, "average")
                self._metrics[name] = self._metric(table, f"avg({text})", (), unit)

    def _product(self, table: Table, amounts: list[Column]) -> str | None:
        """Quantity times price, where the table holds both and not the result."""
        quantities = [c for c in amounts if is_quantity(table, c)]
        prices = [c for c in amounts if is_price(table, c)]
        results = [c for c in amounts if {"amount", "total", "revenue"} & set(own_words(table, c))]
        if len(quantities) != 1 or len(prices) != 1 or results:
            return None
        return f"sum({column_text(table, quantities[0])} * {column_text(table, prices[0])})"

    def _metric(
        self, table: Table, expression: str, synonyms: tuple[str, ...] = (), unit: str | None = None
    ) -> MetricSpec:
        return MetricSpec(expression=expression, synonyms=synonyms, unit=unit, time=self._times[table.name])

    def _metric_name(self, table: Table, column: Column, call: str) -> str:
        words = measured_words(table, column)
        holders = [t for t in self._tables for c in t.columns if measured_words(t, c) == words]
        needs_table = set(words) <= _GENERIC or len(holders) > 1
        name = "_".join((self._row_name(table), *words) if needs_table else words)
        is_said = call == "total" and is_additive(column, words) and (needs_table or call in words)
        return name if is_said and name not in self._metrics else f"{call}_{name}"

    def _synonyms(self, table: Table, column: Column) -> tuple[str, ...]:
        words = measured_words(table, column)
        if _is_sale(table) and {"total", "amount", "revenue", "price"} & set(words):
            own = " ".join((*self._own_name(table)[:-1], singular(self._own_name(table)[-1])))
            amounts = (f"{own} amount", f"total {own} amount") if words[-1] == "total" else ()
            return (*amounts, "revenue", "sales", "turnover")
        is_meant = is_additive(column, words) and (len(words) > 1 or not set(words) <= _GENERIC)
        return (" ".join(words),) if is_meant else ()

    def _add_row_count(self, table: Table) -> None:
        if not self._is_bridge(table):
            column = row_column(table)
            rows = plural_phrase(self._own_name(table))
            name = "number_of_" + rows.replace(" ", "_")
            self._metrics.setdefault(
                name,
                MetricSpec(
                    expression=f"count({column_text(table, column)})",
                    synonyms=(f"count of {rows}", f"how many {rows}"),
                    unit="count",
                    time=self._times[table.name],
                ),
            )

    def _is_bridge(self, table: Table) -> bool:
        """True for a table that only connects two others."""
        is_audit = [c.kind in ("date", "datetime") and event_rank(table, c) == 0 for c in table.columns]
        is_said = [is_reference(self._schema, table, c) for c in table.columns]
        return len(table.columns) > 1 and all(map(bool.__or__, is_audit, is_said))

    def _time(self, table: Table) -> str | None:
        """The date a row happened: its own, else that of the nearest event it is part of.

        What has a name is a person, place or thing of its own, whose dates are not those of what belongs to it.
        """
        ranked = [(event_rank(table, column), column) for column in table.columns]
        best = max((rank for rank, _column in ranked), default=0)
        if best == 1:
            return None
        if best:
            day = _one_day(table, [column for rank, column in ranked if rank == best])
            return column_text(table, day) if day else None
        if any(is_moment_number(column) for column in table.columns):
            return None
        for parent, _steps in sorted(self._parents(table), key=lambda entry: entry[1]):
            if label_column(parent) is not None:
                continue
            events = [column for column in parent.columns if event_rank(parent, column) == 3]
            if events:
                day = _one_day(parent, events)
                return column_text(parent, day) if day else None
        return None

    def _parents(self, table: Table) -> Iterator[tuple[Table, int]]:
        for other in self._tables:
            if other.name != table.name and self._graph.is_safe(table.name, other.name):
                try:
                    yield other, len(self._graph.path(table.name, other.name))
                except SeveralReadings:
                    continue

    def _add_dimensions(self, table: Table) -> None:
        label = label_column(table)
        if label and own_words(table, label)[-2:-1] not in (("last",), ("family",)):
            self._add_dimension(self._row_name(table), table, label)
        for column in table.columns:
            if column != label and is_category(self._schema, table, column):
                words = own_words(table, column)
                name = "_".join(words)
                is_shared = Counter(own_words(t, c) for t in self._tables for c in t.columns)[words] > 1
                self._add_dimension(f"{self._row_name(table)}_{name}" if is_shared else name, table, column)

    def _add_dimension(self, name: str, table: Table, column: Column) -> None:
        if name in self._dimensions:
            name = f"{self._row_name(table)}_{name}"
        coarser = self._coarser(table, column)
        words = own_words(table, column)
        synonyms = (" ".join(words),) if "_" in name and set(words) - _NAMING else ()
        self._dimensions.setdefault(
            name, DimensionSpec(column=column_text(table, column), synonyms=synonyms, parent=coarser)
        )

    def _coarser(self, table: Table, column: Column) -> str | None:
        """The dimension of the same table that is next coarser, such as country for city."""
        word = own_words(table, column)[-1]
        for coarser in reversed(_COARSER[: _COARSER.index(word)] if word in _COARSER else ()):
            for name, dimension in self._dimensions.items():
                if dimension.column.startswith(f"{table.name}.") and name.split("_")[-1] == coarser:
                    return name
        return None

    def _headline(self) -> str | None:
        """Revenue where there is one, else the first total over time, else the first count over time."""
        dated = [name for name in _by_rank(self._metrics) if self._metrics[name].time]
        return next((name for name in dated if not _is_of_unknown(name, self._metrics[name])), next(iter(dated), None))


def _one_day(table: Table, events: list[Column]) -> Column | None:
    """The one day that rows are dated by: of several that which is called like them; None where that is not clear."""
    own = [column for column in events if is_own_day(table, column)]
    return next((found[0] for found in (events, own) if len(found) == 1), None)


def _each_word_once(metrics: dict[str, MetricSpec]) -> dict[str, MetricSpec]:
    """The metrics, each word kept by one of them only: a word for two would be asked back at every question.

    A metric's own name comes first, then the headline and what ranks as high.
    """
    taken = {phrase(name) for name in metrics}
    kept = {}
    for name in sorted(_by_rank(metrics), key=lambda name: not metrics[name].is_headline):
        kept[name] = tuple(word for word in metrics[name].synonyms if word not in taken)
        taken |= set(kept[name])
    return {name: metric.model_copy(update={"synonyms": kept[name]}) for name, metric in metrics.items()}


def _is_of_unknown(name: str, metric: MetricSpec) -> bool:
    """Whether a metric adds up what nothing is known of, so that only its whole name may call it."""
    return name.startswith("total_") and not metric.synonyms and metric.expression.startswith("sum(")


def _by_rank(metrics: dict[str, MetricSpec]) -> list[str]:
    return sorted(metrics, key=lambda name: _headline_rank(metrics[name]))


def _headline_rank(metric: MetricSpec) -> int:
    if "revenue" in metric.synonyms:
        return 0 if "*" not in metric.expression else 1
    return next((rank for rank, call in enumerate(("sum(", "count("), 2) if metric.expression.startswith(call)), 4)


def _is_sale(table: Table) -> bool:
    words = {singular(word) for word in words_in(table.name)}
    is_outgoing = words & {"made", "refund", "return", "purchase", "expense", "supplier", "vendor"}
    return not is_outgoing and bool(words & {"invoice", "order", "sale", "payment", "transaction"})
