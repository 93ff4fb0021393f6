"""Questions that a database can answer, made from its measures, dimensions and the period it covers."""

from collections.abc import Iterator
from datetime import date

from tools.errors import ToolError
from tools.sql.compile import compile_query
from tools.sql.naming import phrase, plural
from tools.sql.schema import Column, Schema
from tools.sql.semantics import Semantics
from tools.terms import StructuredQuery


def example_questions(semantics: Semantics) -> Iterator[str]:
    """One question for each measure: by a dimension, for the highest, or a ranking, in the quarter of the last row."""
    metrics = sorted(semantics.metrics, key=lambda name: not semantics.spec.metrics[name].is_headline)
    for position, name in enumerate(metrics):
        words, when = phrase(name), _when(semantics, name)
        dimensions = _dimensions_of(semantics, name)
        if not dimensions:
            yield f"What was the {words}{when}?"
            continue
        dimension = dimensions[position % len(dimensions)]
        called = phrase(dimension)
        yield (
            f"What was the {words} by {called}{when}?",
            f"Which {called} had the highest {words}{when}?",
            f"Top 3 {_plural(called)} by {words}{when}",
        )[position % 3]


def days_covered(schema: Schema, column: str) -> tuple[date, date] | None:
    """The first and last day in a time column, as `table.column`; None when the schema does not know them."""
    found = column_of(schema, column)
    if found is None or not found.low or not found.high:
        return None
    return date.fromisoformat(found.low[:10]), date.fromisoformat(found.high[:10])


def column_of(schema: Schema, name: str) -> Column | None:
    """A column by `table.column`."""
    table, _, column = name.rpartition(".")
    found = schema.table(table)
    return found.column(column) if found else None


def _dimensions_of(semantics: Semantics, metric: str) -> list[str]:
    """What a measure can be grouped by without counting rows twice; what has few values if there is any."""
    usable = [name for name in semantics.dimensions if _can_group(semantics, metric, name)]
    few = [name for name in usable if _has_few_values(semantics, name)]
    known = [name for name in few or usable if _is_always_known(semantics, name)]
    return known or few


def _can_group(semantics: Semantics, metric: str, dimension: str) -> bool:
    try:
        compile_query(StructuredQuery(measures=(metric,), by=(dimension,)), semantics.schema, semantics)
    except ToolError:
        return False
    return True


def _is_always_known(semantics: Semantics, dimension: str) -> bool:
    column = column_of(semantics.schema, semantics.column(dimension))
    return column is not None and not column.is_nullable


def _has_few_values(semantics: Semantics, dimension: str) -> bool:
    column = column_of(semantics.schema, semantics.column(dimension))
    return column is not None and len(column.values) > 1


def _plural(words: str) -> str:
    """The plural, of a name that may be one already."""
    *_head, last = words.split()
    is_plural = last.endswith("s") and not last.endswith(("ss", "us", "is"))
    return words if is_plural else plural(words)


def _when(semantics: Semantics, metric: str) -> str:
    """The quarter of the last row, as ` in Q3 2025`: any other may be empty.

    Empty for a measure whose time is that of another table, of whose rows the last may have none of its own.
    """
    time = semantics.metrics[metric].time
    span = days_covered(semantics.schema, time) if time else None
    if time is None or span is None or not _is_own(semantics, metric, time):
        return ""
    last = span[1]
    return f" in Q{(last.month - 1) // 3 + 1} {last.year}"


def _is_own(semantics: Semantics, metric: str, time: str) -> bool:
    return f"{time.split('.')[0].lower()}." in semantics.metrics[metric].text.lower()
