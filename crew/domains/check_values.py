"""Checks that the values a domain gives other words to are there: words for a misspelt value are never understood."""

from collections.abc import Iterator, Mapping

from crew.configuration.nearest import did_you_mean
from tools.sql.schema import Column, Schema
from tools.sql.specs import SemanticSpec


def values_not_held(database: str, semantic: SemanticSpec, schema: Schema) -> Iterator[str]:
    """The values that a column does not hold, a line each, by key; of a column with many, nothing is known."""
    for place, column, values in _worded(semantic):
        found = _column(schema, column)
        if found is None or not found.values:
            continue
        held = {value.casefold() for value in found.values}
        for value in values:
            if value.casefold() not in held:
                where = f"databases.{database}.semantic.{place}.values"
                yield f"`{where}` names `{value}`, which `{column}` does not hold. {did_you_mean(value, found.values)}"


def _worded(semantic: SemanticSpec) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    for name, table in semantic.tables.items():
        for column, spec in table.columns.items():
            yield f"tables.{name}.columns.{column}", f"{name}.{column}", spec.values
    for name, dimension in semantic.dimensions.items():
        yield f"dimensions.{name}", dimension.column, dimension.values


def _column(schema: Schema, name: str) -> Column | None:
    table, _, column = name.rpartition(".")
    found = schema.table(table)
    return found.column(column) if found else None
