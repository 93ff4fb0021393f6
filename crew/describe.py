"""What can be asked of a domain: its measures, dimensions, periods and documents, with questions to begin with."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from tools.frozen import Frozen
from tools.sql.naming import phrase, plural
from tools.sql.schema import Column, Schema
from tools.sql.semantics import Semantics

_EXAMPLES = 8


class MeasureNote(Frozen):
    """A measure that can be asked for."""

    name: str
    about: str = ""
    unit: str | None = None
    synonyms: tuple[str, ...] = ()
    source: str


class DimensionNote(Frozen):
    """A way to group and filter, with some of its values."""

    name: str
    about: str = ""
    values: tuple[str, ...] = ()
    source: str


class PeriodNote(Frozen):
    """The days that a time column covers."""

    column: str
    first: date
    last: date


class Description(Frozen):
    """What a domain holds, in the words in which it can be asked."""

    domain: str
    about: str
    measures: tuple[MeasureNote, ...] = ()
    dimensions: tuple[DimensionNote, ...] = ()
    periods: tuple[PeriodNote, ...] = ()
    checked_questions: tuple[str, ...] = ()
    """What the domain's verified queries answer."""
    documents: dict[str, int] = {}
    """The number of documents the asker may read, by index."""
    titles: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


def describe(
    *, domain: str, about: str, semantics: Sequence[Semantics], titles: Mapping[str, Sequence[str]]
) -> Description:
    """A description from the semantic layers of a domain's databases and the titles of its documents by index."""
    periods = tuple(period for each in semantics for period in _periods(each))
    return Description(
        domain=domain,
        about=about,
        measures=tuple(note for each in semantics for note in _measures(each)),
        dimensions=tuple(note for each in semantics for note in _dimensions(each)),
        periods=periods,
        checked_questions=tuple(q.about for each in semantics for q in each.verified_queries.values()),
        documents={index: len(found) for index, found in titles.items()},
        titles=tuple(sorted({title for found in titles.values() for title in found})),
        examples=tuple(question for each in semantics for question in _examples(each))[:_EXAMPLES],
    )


def _measures(semantics: Semantics) -> Iterator[MeasureNote]:
    for name in semantics.metrics:
        spec = semantics.spec.metrics[name]
        yield MeasureNote(
            name=phrase(name),
            about=spec.about,
            unit=semantics.unit_of(name),
            synonyms=spec.synonyms,
            source=semantics.schema.source,
        )


def _dimensions(semantics: Semantics) -> Iterator[DimensionNote]:
    for name, spec in semantics.dimensions.items():
        column = _column(semantics, semantics.column(spec.column))
        values = column.values if column else ()
        yield DimensionNote(name=phrase(name), about=spec.about, values=values, source=semantics.schema.source)


def _periods(semantics: Semantics) -> Iterator[PeriodNote]:
    for name in sorted({m.time for m in semantics.metrics.values() if m.time}):
        span = _span(semantics.schema, name)
        if span:
            yield PeriodNote(column=name, first=span[0], last=span[1])


def _examples(semantics: Semantics) -> Iterator[str]:
    """Questions that the measures and dimensions answer: in all, by a dimension, ranked, and over time."""
    dimensions = [phrase(name) for name in semantics.dimensions]
    for position, name in enumerate(semantics.metrics):
        words, period = phrase(name), _last_full_quarter(semantics, name)
        when = f" in {period}" if period else ""
        if not dimensions:
            yield f"What was the {words}{when}?"
            continue
        dimension = dimensions[position % len(dimensions)]
        yield (
            f"What was the {words} by {dimension}{when}?",
            f"Which {dimension} had the highest {words}{when}?",
            f"Top 3 {plural(dimension)} by {words}{when}",
        )[position % 3]


def _last_full_quarter(semantics: Semantics, metric: str) -> str | None:
    """The last quarter that the metric's time column covers to its end, as `Q3 2025`."""
    time = semantics.metrics[metric].time
    span = _span(semantics.schema, time) if time else None
    if span is None:
        return None
    first, last = span
    after = last + timedelta(days=1)
    start = date(after.year, (after.month - 1) // 3 * 3 + 1, 1)  # of the quarter that is not over yet
    end = start - timedelta(days=1)
    return f"Q{(end.month - 1) // 3 + 1} {end.year}" if end >= first else None


def _span(schema: Schema, column: str) -> tuple[date, date] | None:
    table, _, name = column.partition(".")
    found = schema.table(table)
    spoken = found.column(name) if found else None
    if spoken is None or not spoken.low or not spoken.high:
        return None
    return date.fromisoformat(spoken.low[:10]), date.fromisoformat(spoken.high[:10])


def _column(semantics: Semantics, name: str) -> Column | None:
    table, _, column = name.partition(".")
    found = semantics.schema.table(table)
    return found.column(column) if found else None
