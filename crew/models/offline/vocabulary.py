"""Everything a domain has names for, and the words by which a question may call it."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from crew.models.offline.flags import flag_of
from crew.models.offline.language import stems_of
from crew.models.offline.measured_words import MONEY_WORDS, NUMERIC, is_money
from crew.models.offline.names import (
    name_variants,
    name_words,
    same_words,
    table_words,
    turned_around,
    without_shared_prefix,
    without_table,
    without_unit,
)
from crew.models.offline.places import places_of
from tools.errors import ToolError
from tools.sql.columns import located_column
from tools.sql.expressions import parse_expression, tables_in
from tools.sql.schema import Column, Schema, Table
from tools.sql.specs import SemanticSpec

TargetKind = Literal["metric", "dimension", "table", "column", "value"]


@dataclass(frozen=True)
class Target:
    """What a name stands for. `name` is the metric, dimension, table or `table.column`."""

    kind: TargetKind
    name: str
    value: str | bool | None = None
    """For values: as the column spells it, True or False for a flag, None for any; `name` is then the column."""
    rank: int = 0
    """How well the words name it: 0 its own or a given name, 1 part of its name."""
    table: str | None = None
    """The table it stands in; for metrics the first one measured."""


@dataclass
class Vocabulary:
    """The names of one database, by their words."""

    source: str
    schema: Schema
    spec: SemanticSpec
    names: dict[tuple[str, ...], list[Target]] = field(default_factory=dict)
    longest: int = 1

    def add(self, words: tuple[str, ...], target: Target) -> None:
        """Let words stand for a target."""
        if not words or (len(words) == 1 and len(words[0]) < 2 and target.kind != "value"):
            return
        target = replace(target, table=self.table_of(target))
        known = self.names.setdefault(words, [])
        if not any((t.kind, t.name, t.value) == (target.kind, target.name, target.value) for t in known):
            known.append(target)
        self.longest = max(self.longest, len(words))

    def table_of(self, target: Target) -> str | None:
        """The table that a target stands in."""
        if target.kind == "metric":
            return self._measured.get(target.name) or None
        is_dimension = target.kind == "dimension"
        return self.table_in(self.spec.dimensions[target.name].column if is_dimension else target.name) or None

    def table_in(self, name: str) -> str:
        """The table that a name is, or that the column it is stands in; empty for a column without its table."""
        if table := self.schema.table(name):
            return table.name
        found = located_column(self.schema, name)
        return found[0].name if found else name.rpartition(".")[0]

    def column(self, name: str) -> Column | None:
        """The column written `table.column`."""
        found = located_column(self.schema, name)
        return found[1] if found else None

    @cached_property
    def _measured(self) -> dict[str, str]:
        """The first table that each metric measures."""
        found = {}
        for name, metric in self.spec.metrics.items():
            with suppress(ToolError):  # what does not fit the schema is told elsewhere
                found[name] = next(iter(tables_in(parse_expression(metric.expression, self.schema))), "")
        return found

    def dimension_of(self, column: str) -> str | None:
        """The dimension that stands for a column."""
        return next((n for n, d in self.spec.dimensions.items() if d.column.lower() == column.lower()), None)


def vocabulary_of(source: str, schema: Schema, spec: SemanticSpec) -> Vocabulary:
    """The names of a database: described ones first, then those of its tables, columns and listed values."""
    vocabulary = Vocabulary(source, schema, spec)
    for words, target in (*_described(spec, schema), *_structural(schema, spec), *_values(schema, spec)):
        vocabulary.add(words, target)
    return vocabulary


_Named = Iterator[tuple[tuple[str, ...], Target]]


def _described(spec: SemanticSpec, schema: Schema) -> _Named:
    for name, metric in spec.metrics.items():
        for words in (*name_variants(name), *map(stems_of, metric.synonyms)):
            yield words, Target("metric", name)
    for name, dimension in spec.dimensions.items():
        located = located_column(schema, dimension.column)
        flag = flag_of(located[1], name_words(located[1].name)) if located else None
        for words in (*name_variants(name), *map(stems_of, dimension.synonyms)):
            if flag is None or words != flag.words:
                yield words, Target("dimension", name)


def _structural(schema: Schema, spec: SemanticSpec) -> _Named:
    tables = without_shared_prefix([table_words(t.bare_name) for t in schema.tables])
    for table, words in zip(schema.tables, tables, strict=True):
        described = spec.tables.get(table.name)
        for synonym in described.synonyms if described else ():
            yield stems_of(synonym), Target("table", table.name)
        yield words, Target("table", table.name)
        if table.qualifier:
            yield table_words(table.name), Target("table", table.name)
        for other in same_words(words):
            yield other, Target("table", table.name)
        for part in _parts(words):
            if part not in _UNITS:
                yield part, Target("table", table.name, rank=1)
        yield from _columns(table, spec)
        yield from _money(table)


def _columns(table: Table, spec: SemanticSpec) -> _Named:
    described = spec.tables[table.name].columns if table.name in spec.tables else {}
    shortened = without_shared_prefix([name_words(c.name) for c in table.columns])
    for column, words in zip(table.columns, shortened, strict=True):
        name = f"{table.name}.{column.name}"
        if column.name in described:
            for synonym in described[column.name].synonyms:
                yield stems_of(synonym), Target("column", name)
        flag = flag_of(column, words)
        for words_said in (*name_variants(column.name), words):
            if flag is not None:
                yield words_said, Target("value", name, flag.on)
            yield words_said, Target("column", name, rank=int(flag is not None))
        if rest := without_table(column.name, table.bare_name):
            yield rest, Target("column", name)
        if bare := without_unit(words):
            yield bare, Target("column", name)
        for other in (*turned_around(words), *turned_around(bare), *same_words(bare or words)):
            yield other, Target("column", name)
        for part in _parts(words):
            yield part, Target("column", name, rank=1)
        if column.kind in ("date", "datetime") and not {"date", "day", "time"} & set(words):
            yield (*words, "date"), Target("column", name)
        if words[-1] in _COMPLETED:
            yield (*words, _COMPLETED[words[-1]]), Target("column", name)
        if column.name in table.primary_key and len(table.primary_key) == 1:
            yield (*table_words(table.bare_name), "id"), Target("column", name)
            yield ("id",), Target("column", name, rank=1)
        if flag is not None:
            yield flag.words, Target("value", name, flag.on)
            for other in _opposites(flag.words):
                yield other, Target("value", name, flag.off)


def _money(table: Table) -> _Named:
    """Common words for the one amount of money that a table has."""
    amounts = [c for c in table.columns if c.kind in NUMERIC and not c.is_key and is_money(c.name)]
    said = {word for column in table.columns for word in name_words(column.name)}
    if len(amounts) == 1:
        for word in (w for w in MONEY_WORDS if w not in said):
            yield (word,), Target("column", f"{table.name}.{amounts[0].name}", rank=1)


def _opposites(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What a thing is without a flag: `closed` where there is `is_open`."""
    if len(words) == 1:
        yield from (((_OPPOSITES[words[0]],),) if words[0] in _OPPOSITES else ())
        yield from ((f"{prefix}{words[0]}",) for prefix in ("un", "in", "non"))


_COMPLETED = {"email": "address", "phone": "number", "telephone": "number", "fax": "number"}
"""Words that people say in whole and columns in short."""
_OPPOSITES = {"open": "closed", "enabled": "disabled", "public": "private", "available": "unavailable"}


def _parts(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Shorter ways to say a long name: its ends and, of three words or more, its single words."""
    if len(words) < 2:
        return
    for length in range(len(words) - 1, 0, -1):
        for part in (words[:length], words[-length:]):
            if part[0] not in _LINKING and part[-1] not in _LINKING:
                yield part
    for word in words[1:-1]:
        yield (word,)


_UNITS = frozenset((unit,) for unit in ("day", "week", "month", "quarter", "year"))
"""Units of time that ask for no rows, though a table of such sums has them in its name."""
_LINKING = frozenset(["in", "of", "on", "at", "for", "to", "by", "with", "and", "from"])
"""Words that no shorter name begins or ends with: `sailors in order` are not part of `sailor_in_boat`."""


def _values(schema: Schema, spec: SemanticSpec) -> _Named:
    for dimension in spec.dimensions.values():
        yield from _synonymous(dimension.column, dimension.values)
    for table in schema.tables:
        described = spec.tables[table.name].columns if table.name in spec.tables else {}
        for column in table.columns:
            name = f"{table.name}.{column.name}"
            if column.name in described:
                yield from _synonymous(name, described[column.name].values)
            for words, value in places_of(column):
                yield words, Target("value", name, value, rank=1)
            for value in (*column.values, *column.named):
                if not value.replace(".", "").isdigit() and stems_of(value) != name_words(column.name):
                    yield stems_of(value), Target("value", name, value)


def _synonymous(column: str, values: Mapping[str, tuple[str, ...]]) -> _Named:
    for value, synonyms in values.items():
        for words in (value, *synonyms):
            yield stems_of(words), Target("value", column, value)
