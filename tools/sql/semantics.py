"""What the tables and columns of one database mean, and the measures people speak of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from sqlglot import exp

from tools.errors import ToolError
from tools.sql.check_semantics import Problem, checked_parts
from tools.sql.columns import column_text, find_column
from tools.sql.dates import Unit, named_unit
from tools.sql.draft_columns import is_of_some
from tools.sql.expressions import aggregates, column_texts, parse_expression, tables_in
from tools.sql.measures import Measure, counts_some, metric_measure, plain_measure
from tools.sql.naming import nearest, phrase, plural_phrase, spoken_forms, words_in
from tools.sql.schema import Join, Schema
from tools.sql.specs import ColumnSpec, DimensionSpec, SemanticSpec, TableSpec, VerifiedQuerySpec


class UnknownMeasure(ToolError):
    """A term is neither a metric nor an aggregate over a column."""

    def __init__(self, name: str, near: Iterable[str]) -> None:
        listed = ", ".join(near)
        hint = f" The nearest metrics are: {listed}." if listed else ""
        super().__init__(f"There is no measure `{name}`.{hint} Or write an aggregate such as `sum(table.column)`.")
        self.name = name


@dataclass(frozen=True)
class Grain:
    """A column to group by, or a calendar unit of it."""

    column: str
    unit: Unit | None = None

    def __str__(self) -> str:
        return f"{self.unit}({self.column})" if self.unit else self.column


class Semantics:
    """The semantic layer of one database, checked against its schema. Immutable once built."""

    def __init__(
        self,
        *,
        spec: SemanticSpec,
        schema: Schema,
        metrics: Mapping[str, Measure],
        joins: tuple[Join, ...],
        problems: tuple[Problem, ...],
    ) -> None:
        self.spec = spec
        """Without the parts that do not fit the schema."""
        self.schema = schema
        self.metrics = metrics
        self.joins = joins
        """Those of the schema, and those the domain file confirms."""
        self.problems = problems
        """What of the domain file does not fit the schema, for `domain check`."""

    @classmethod
    def of(cls, spec: SemanticSpec, schema: Schema) -> "Semantics":
        """The semantic layer that `spec` describes; parts that do not fit the schema are left out and listed."""
        usable, joins, problems = checked_parts(spec, schema)
        metrics = {name: metric_measure(name, metric, schema) for name, metric in usable.metrics.items()}
        return cls(spec=usable, schema=schema, metrics=metrics, joins=joins, problems=tuple(problems))

    @property
    def dimensions(self) -> Mapping[str, DimensionSpec]:
        """The dimensions that fit the schema."""
        return self.spec.dimensions

    @property
    def verified_queries(self) -> Mapping[str, VerifiedQuerySpec]:
        """The verified queries that fit the schema."""
        return self.spec.verified_queries

    def measure(self, text: str) -> Measure:
        """The measure a term stands for, with its unit and time column.

        Raises UnknownMeasure, UnknownTerm or SeveralReadings.
        """
        found = self.metrics.get(text) or self.metrics.get(text.strip().lower().replace(" ", "_"))
        if found is None and "(" not in text:
            raise UnknownMeasure(text, nearest(text, self.metrics))
        if found is None:
            tree = parse_expression(text, self.schema)
            if not aggregates(tree):
                raise UnknownMeasure(text, nearest(text, self.metrics))
            found = self.named(plain_measure(tree, self.schema))
        return self.with_defaults(found)

    def with_defaults(self, measure: Measure) -> Measure:
        """The measure with the unit and the time column that follow from its columns, where it has none."""
        unit, time = measure.unit or self._inner_unit(measure), measure.time or self._default_time(measure)
        return replace(measure, unit=unit, time=time)

    def named(self, measure: Measure, conditions: frozenset[str] = frozenset()) -> Measure:
        """The metric that measures the same under these conditions (canonical texts), else the measure itself.

        Of several metrics the one with the most conditions of its own wins.
        """
        same = [m for m in self.metrics.values() if m.text == measure.text and m.filter_texts <= conditions]
        return max(same, key=lambda m: len(m.filter_texts), default=measure)

    def canonical_measure(self, text: str) -> str:
        """The metric's name for a metric or its expression, else the canonical expression; unknown text as it is."""
        try:
            return self.measure(text).name
        except ToolError:
            return text

    def grain(self, text: str, time_column: str | None = None) -> Grain:
        """The grain a term stands for: a column, `month(column)`, a dimension, a table with a label.

        A bare `month` is that of `time_column`. Raises UnknownTerm or SeveralReadings.
        """
        name, _, inner = text.strip().partition("(")
        unit = named_unit(name)
        if unit and inner.endswith(")"):
            return Grain(self.column(inner[:-1]), unit)
        if unit and not inner and time_column:
            return Grain(self.column(time_column), unit)
        return Grain(self.column(text))

    def column(self, text: str) -> str:
        """The column a term stands for, as `table.column`: itself, a dimension's, or a table's label."""
        dimension = self.dimensions.get(text)
        if dimension:
            return column_text(*find_column(self.schema, dimension.column))
        table = self.schema.table(text)
        label = self.label_of(text) if table else None
        if label:
            return label
        return column_text(*find_column(self.schema, text))

    def label_of(self, table: str) -> str | None:
        """The column that names a row of a table, as `table.column`."""
        found, spec = self.schema.table(table), self.table_spec(table)
        column = found.column(spec.label) if found and spec.label else None
        return column_text(found, column) if found and column else None

    def names_of(self, table: str) -> tuple[str, ...]:
        """The columns that together name a row, as `table.column`: the label, for a person after the first name."""
        label, found = self.label_of(table), self.schema.table(table)
        if label is None or found is None:
            return ()
        words = words_in(label.rpartition(".")[2])
        first = [
            c for c in found.columns if words[-2:] == ("last", "name") and words_in(c.name)[-2:] == ("first", "name")
        ]
        return (*(column_text(found, column) for column in first[:1]), label)

    def unit_of(self, measure: str) -> str | None:
        """The unit of a measure: its metric's, its column's, `count` for counts; None when nobody said."""
        try:
            return self.measure(measure).unit
        except ToolError:
            return None

    def unit_of_column(self, column: str) -> str | None:
        """The unit of a column, where the domain file gives one."""
        return self.column_spec(column).unit

    def table_spec(self, table: str) -> TableSpec:
        """What the domain file says of a table; empty when nothing."""
        return self._tables.get(table.lower(), TableSpec())

    def column_spec(self, column: str) -> ColumnSpec:
        """What the domain file says of `table.column`; empty when nothing."""
        table, _, name = column.rpartition(".")
        found = {key.lower(): spec for key, spec in self.table_spec(table).columns.items()}
        return found.get(name.lower(), ColumnSpec())

    def words_of_table(self, table: str) -> tuple[str, ...]:
        """How people may call a table's rows."""
        return spoken_forms(table, self.table_spec(table).synonyms)

    def words_of_column(self, column: str) -> tuple[str, ...]:
        """How people may call `table.column`, or the grain `month(table.column)`."""
        grain = self.grain(column)
        synonyms = [*self.column_spec(grain.column).synonyms]
        for name, dimension in self.dimensions.items():
            if dimension.column.lower() == grain.column.lower():
                synonyms += [phrase(name), *dimension.synonyms]
        table, _, name = grain.column.rpartition(".")
        if self.label_of(table) == grain.column:
            synonyms += self.words_of_table(table)
        forms = spoken_forms(name, synonyms)
        return (grain.unit, *forms) if grain.unit else forms

    def words_of_measure(self, measure: str) -> tuple[str, ...]:
        """How people may call a measure."""
        found = self.measure(measure)
        if found.metric:
            return spoken_forms(found.name, found.metric.synonyms)
        if found.is_row_count:
            table = tables_in(found.tree)[0]
            return (f"number of {plural_phrase(words_in(table))}", *self.words_of_table(table))
        columns = list(column_texts(found.tree))
        own = _different(columns[0]) if _counts_different(found.tree) and len(columns) == 1 else phrase(found.alias)
        return (own, *(word for column in columns for word in self.words_of_column(column)))

    @cached_property
    def _tables(self) -> dict[str, TableSpec]:
        return {name.lower(): spec for name, spec in self.spec.tables.items()}

    def _inner_unit(self, measure: Measure) -> str | None:
        tree = measure.tree.unnest()
        if isinstance(tree, exp.Count) or counts_some(tree):
            return "count"
        if isinstance(tree, exp.Filter):
            return self._inner_unit(replace(measure, tree=tree.this))
        if isinstance(tree, exp.Div):
            left, right = (self._inner_unit(replace(measure, tree=side)) for side in (tree.this, tree.expression))
            return "ratio" if left == right and left is not None else None
        columns = column_texts(tree)
        if isinstance(tree, exp.Sum | exp.Avg | exp.Min | exp.Max) and len(columns) == 1:
            return self.unit_of_column(columns[0]) if isinstance(tree.this, exp.Column) else None
        return None

    def _default_time(self, measure: Measure) -> str | None:
        """The time column of the metrics over the same tables, or the only date column of the measure's table."""
        tables = set(tables_in(measure.tree))
        times = {m.time for m in self.metrics.values() if m.time and set(tables_in(m.tree)) == tables}
        if len(times) == 1:
            return times.pop()
        for name in tables:
            table = self.schema.table(name)
            dated = [c for c in table.columns if c.kind in ("date", "datetime")] if table else []
            if table and len(dated) == 1 and not is_of_some(table, dated[0]):
                return column_text(table, dated[0])
        return None


def _counts_different(tree: exp.Expr) -> bool:
    return isinstance(tree, exp.Count) and isinstance(tree.this, exp.Distinct)


def _different(column: str) -> str:
    """What a count of different values counts: `number of different countries`."""
    words = words_in(column.rpartition(".")[2])
    return f"number of different {plural_phrase(words[:-1] if len(words) > 1 and words[-1] == 'id' else words)}"
