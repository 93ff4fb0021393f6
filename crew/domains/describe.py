"""What can be asked of a domain: its measures, dimensions, periods and documents, with questions to begin with."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from crew.domains.example_questions import column_of, days_covered, example_questions
from tools.frozen import Frozen
from tools.sql.naming import phrase
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
    unavailable: tuple[str, ...] = ()
    """Why documents of an index are not counted here."""
    changes: tuple[str, ...] = ()
    """How the databases are no longer as the kept schema says; empty where nothing changed."""
    examples: tuple[str, ...] = ()


def describe(
    *,
    domain: str,
    about: str,
    semantics: Sequence[Semantics],
    titles: Mapping[str, Sequence[str]],
    unavailable: Sequence[str] = (),
    changes: Sequence[str] = (),
) -> Description:
    """A description from the semantic layers of a domain's databases and the titles of its documents by index.

    `unavailable` says which indexes could not be opened, and why; `changes` what changed in the databases since their
    schema was read.
    """
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
        unavailable=tuple(unavailable),
        changes=tuple(changes),
        examples=tuple(question for each in semantics for question in example_questions(each))[:_EXAMPLES],
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
        column = column_of(semantics.schema, semantics.column(spec.column))
        values = column.values if column else ()
        yield DimensionNote(name=phrase(name), about=spec.about, values=values, source=semantics.schema.source)


def _periods(semantics: Semantics) -> Iterator[PeriodNote]:
    for name in sorted({m.time for m in semantics.metrics.values() if m.time}):
        span = days_covered(semantics.schema, name)
        if span:
            yield PeriodNote(column=name, first=span[0], last=span[1])
