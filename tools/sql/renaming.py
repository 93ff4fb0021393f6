"""Writing what is said of a database over the names it has now."""

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from tools.sql.naming import phrase
from tools.sql.specs import ColumnSpec, DimensionSpec, MetricSpec, SemanticSpec, TableSpec

_QUOTED_TEXT = re.compile(r"('(?:[^']|'')*')")


class Renamed(Protocol):
    """A table, or a column as `table.column`, and its new name."""

    @property
    def old(self) -> str: ...

    @property
    def new(self) -> str | None: ...

    @property
    def is_likely(self) -> bool: ...

    @property
    def is_table(self) -> bool: ...


def mentions(text: str, name: str) -> bool:
    """Whether a name stands in a text as a word of its own."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def renamed_text(text: str, changes: Sequence[Renamed]) -> str:
    """A term or expression over `table.column` with the likely new names; texts in quotes stay as they are."""
    for change in _columns_first(changes):
        parts = _QUOTED_TEXT.split(text)
        text = "".join(part if number % 2 else _replaced(part, change) for number, part in enumerate(parts))
    return text


def renamed_spec(spec: SemanticSpec, changes: Sequence[Renamed]) -> SemanticSpec:
    """The semantic layer over the likely new names, the old ones kept as what people may still say.

    Verified queries are left alone: a person checked their text, so a person must check a new one.
    """
    likely = [change for change in changes if change.is_likely]
    if not likely:
        return spec
    return spec.model_copy(
        update={
            "tables": _tables(spec.tables, likely),
            "metrics": {name: _metric(metric, likely) for name, metric in spec.metrics.items()},
            "dimensions": {name: _dimension(dimension, likely) for name, dimension in spec.dimensions.items()},
            "joins": tuple(renamed_text(join, likely) for join in spec.joins),
        }
    )


def _columns_first(changes: Sequence[Renamed]) -> list[Renamed]:
    """Columns are known by their table's old name, so tables are renamed after them."""
    return sorted((c for c in changes if c.is_likely), key=lambda change: change.is_table)


def _replaced(text: str, change: Renamed) -> str:
    old, new = change.old, change.new or change.old
    if text.strip().strip('"`').lower() == old.lower():
        return new
    if not change.is_table:
        table, _, column = old.rpartition(".")
        qualified = rf'(?<![\w."])(["`]?){re.escape(table)}\1\.(["`]?){re.escape(column)}\2(?!\w)'
        new_table, _, new_column = new.rpartition(".")
        return re.sub(qualified, rf"\g<1>{new_table}\g<1>.\g<2>{new_column}\g<2>", text, flags=re.IGNORECASE)
    prefix = rf'(?<![\w."])(["`]?){re.escape(old)}\1(?=\.["`]?\w|\s*\))'
    return re.sub(prefix, rf"\g<1>{new}\g<1>", text, flags=re.IGNORECASE)


def _metric(metric: MetricSpec, changes: Sequence[Renamed]) -> MetricSpec:
    return metric.model_copy(
        update={
            "expression": renamed_text(metric.expression, changes),
            "time": renamed_text(metric.time, changes) if metric.time else None,
            "filters": tuple(renamed_text(condition, changes) for condition in metric.filters),
        }
    )


def _dimension(dimension: DimensionSpec, changes: Sequence[Renamed]) -> DimensionSpec:
    return dimension.model_copy(update={"column": renamed_text(dimension.column, changes)})


def _tables(tables: Mapping[str, TableSpec], changes: Sequence[Renamed]) -> dict[str, TableSpec]:
    made = dict(tables)
    for change in _columns_first(changes):
        if change.is_table:
            _rename_table(made, change)
        else:
            _rename_column(made, change)
    return made


def _rename_column(tables: dict[str, TableSpec], change: Renamed) -> None:
    table, _, old = change.old.rpartition(".")
    new_table, _, new = (change.new or change.old).rpartition(".")
    spec = _taken(tables, table) or TableSpec()
    columns = dict(spec.columns)
    column = next((columns.pop(name) for name in list(columns) if name.lower() == old.lower()), ColumnSpec())
    label = new if spec.label and spec.label.lower() == old.lower() else spec.label
    known = column.model_copy(update={"synonyms": (*column.synonyms, phrase(old))})
    if _is_moved(table, new_table, change):
        tables[table] = spec.model_copy(update={"columns": columns})
        spec, columns, label = tables.get(new_table) or TableSpec(), {}, None
        columns, label = dict(spec.columns), spec.label
        table = new_table
    tables[table] = spec.model_copy(update={"columns": {**columns, new: known}, "label": label})


def _is_moved(table: str, new_table: str, change: Renamed) -> bool:
    return table.lower() != new_table.lower() and change.old.rpartition(".")[2] == (change.new or "").rpartition(".")[2]


def _rename_table(tables: dict[str, TableSpec], change: Renamed) -> None:
    spec = _taken(tables, change.old) or TableSpec()
    tables[change.new or change.old] = spec.model_copy(update={"synonyms": (*spec.synonyms, phrase(change.old))})


def _taken(tables: dict[str, TableSpec], name: str) -> TableSpec | None:
    found = next((key for key in tables if key.lower() == name.lower()), None)
    return tables.pop(found) if found is not None else None
