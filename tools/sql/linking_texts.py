"""What is known of each table in words: its names, what people call it and its columns, and the values it holds."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tools.sql.expressions import tables_in
from tools.sql.freshness import tables_read
from tools.sql.linking_words import line
from tools.sql.schema import Table
from tools.sql.semantics import Semantics
from tools.sql.specs import ColumnSpec, TableSpec

_NOTHING, _NOT_DESCRIBED = ColumnSpec(), TableSpec()


@dataclass(frozen=True)
class Line:
    """One text about a table, or about one of its columns."""

    text: str
    of: str
    """What it is, in words for a person: `comment`, `synonym`, `value`, `metric revenue`, …"""
    column: str | None = None


@dataclass
class TableTexts:
    """The texts of one table, field by field as the index has them."""

    name: list[Line] = field(default_factory=list)
    columns: list[Line] = field(default_factory=list)
    said: list[Line] = field(default_factory=list)
    vals: list[Line] = field(default_factory=list)

    @property
    def fields(self) -> list[list[str]]:
        """The texts as lines of the index."""
        return [[line([each.text]) for each in lines] for lines in (self.name, self.columns, self.said, self.vals)]


class Texts:
    """Writes the texts of any table of a schema."""

    def __init__(self, semantics: Semantics) -> None:
        self._spec = semantics.spec
        self._tables = {name.lower(): spec for name, spec in semantics.spec.tables.items()}
        self._said, self._values = _layer_lines(semantics)

    def of(self, table: Table) -> TableTexts:
        """The texts of one table, with the values that are known of it."""
        key = table.name.lower()
        spec = self._tables.get(key, _NOT_DESCRIBED)
        described = {name.lower(): column for name, column in spec.columns.items()}
        texts = TableTexts(name=[Line(table.name, "name")])
        texts.said += [Line(text, "comment") for text in (table.comment, spec.about) if text]
        texts.said += [Line(text, "synonym") for text in spec.synonyms]
        texts.said += self._said.get(key, ())
        for column in table.columns:
            texts.columns.append(Line(column.name, "name", column.name))
            about = described.get(column.name.lower(), _NOTHING)
            texts.said += [Line(text, "comment", column.name) for text in (column.comment, about.about) if text]
            texts.said += [Line(text, "synonym", column.name) for text in about.synonyms]
            texts.vals += _value_lines(column.name, dict.fromkeys(column.values, ()))
            texts.vals += _value_lines(column.name, about.values)
        texts.vals += self._values.get(key, ())
        return texts


def _value_lines(column: str, values: Mapping[str, Sequence[str]]) -> Iterator[Line]:
    for value, others in values.items():
        yield Line(value, "value", column)
        for other in others:
            yield Line(f"{other}", f"word for the value {value}", column)


def _layer_lines(semantics: Semantics) -> tuple[dict[str, list[Line]], dict[str, list[Line]]]:
    """What metrics, dimensions and verified queries say of the tables they read, and the values dimensions name."""
    said: dict[str, list[Line]] = defaultdict(list)
    values: dict[str, list[Line]] = defaultdict(list)
    for name, measure in semantics.metrics.items():
        metric = semantics.spec.metrics[name]
        for table in dict.fromkeys(tables_in(measure.tree)):
            said[table.lower()] += [
                Line(text, f"metric {name}") for text in (name, metric.about, *metric.synonyms) if text
            ]
    for name, dimension in semantics.dimensions.items():
        table, _, column = semantics.column(name).rpartition(".")
        words = (name, dimension.about, *dimension.synonyms)
        said[table.lower()] += [Line(text, f"dimension {name}", column) for text in words if text]
        values[table.lower()] += _value_lines(column, dimension.values)
    for name, query in semantics.verified_queries.items():
        for read in tables_read(query.statement, semantics.schema):
            said[read.name.lower()] += [Line(text, f"verified query {name}") for text in (query.about, *query.synonyms)]
    return dict(said), dict(values)
