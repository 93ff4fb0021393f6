"""Questions that a database can answer, made from its measures, dimensions and the period it covers."""

from collections.abc import Iterator
from datetime import date, timedelta

from tools.errors import ToolError
from tools.sql.compile import compile_query
from tools.sql.naming import phrase, plural
from tools.sql.schema import Column, Schema
from tools.sql.semantics import Semantics
from tools.terms import StructuredQuery


def example_questions(semantics: Semantics) -> Iterator[str]:
    """One question for each measure: by a dimension, for the highest, or a ranking, in the last full quarter."""
    metrics = sorted(semantics.metrics, key=lambda name: not semantics.spec.metrics[name].is_headline)
    for position, name in enumerate(metrics):
        words, when = phrase(name), _when(semantics, name)
        dimensions = _dimensions_of(semantics, name)
        if not dimensions:
            yield f"What was the {words}{when}?"
            continue
        dimension = dimensions[position % len(dimensions)]
        yield (
            f"What was the {words} by {dimension}{when}?",
            f"Which {dimension} had the highest {words}{when}?",
            f"Top 3 {plural(dimension)} by {words}{when}",
        )[position % 3]


def days_covered(schema: Schema, column: str) -> tuple[date, date] | None:
    """The first and last day in a time column, as `table.column`; None when the schema does not know them."""
    found = column_of(schema, column)
    if found is None or not found.low or not found.high:
        return None
    return date.fromisoformat(found.low[:10]), date.fromisoformat(found.high[:10])


def column_of(schema: Schema, name: str) -> Column | None:
    """A column by `table.column`."""
    table, _, column = name.partition(".")
    found = schema.table(table)
    return found.column(column) if found else None


def _dimensions_of(semantics: Semantics, metric: str) -> list[str]:
    """What a measure can be grouped by without counting rows twice; what has few values if there is any."""
    usable = [name for name in semantics.dimensions if _can_group(semantics, metric, name)]
    few = [name for name in usable if _has_few_values(semantics, name)]
    return [phrase(name) for name in few or usable]


def _can_group(semantics: Semantics, metric: str, dimension: str) -> bool:
    try:
        compile_query(StructuredQuery(measures=(metric,), by=(dimension,)), semantics.schema, semantics)
    except ToolError:
        return False
    return True


def _has_few_values(semantics: Semantics, dimension: str) -> bool:
    column = column_of(semantics.schema, semantics.column(dimension))
    return column is not None and len(column.values) > 1


def _when(semantics: Semantics, metric: str) -> str:
    """The last quarter that the measure's time column covers to its end, as ` in Q3 2025`."""
    time = semantics.metrics[metric].time
    span = days_covered(semantics.schema, time) if time else None
    if span is None:
        return ""
    first, last = span
    after = last + timedelta(days=1)
    end = date(after.year, (after.month - 1) // 3 * 3 + 1, 1) - timedelta(days=1)
    return f" in Q{(end.month - 1) // 3 + 1} {end.year}" if end >= first else ""
