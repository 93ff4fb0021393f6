"""A placed sentence with everything its checks need to look at."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from tasks.checks.clauses import Span, find_clauses
from tasks.checks.known import Known, known_values, measure_names
from tasks.checks.mentions import Mention, find_mentions
from tasks.checks.quotations import without_quotations
from tasks.checks.wording import Wording
from tasks.dates.named_periods import NamedPeriod, read_periods
from tasks.draft import DraftCalculation
from tasks.figures.calculations import CalculatedValue, evaluate
from tasks.figures.cells import Cell, resolve
from tasks.figures.numbers import ReadNumber, read_numbers
from tasks.figures.placing import PlacedFigure, PlacedSentence
from tools.evidence import Evidence, NothingFound, PassageEvidence, RowsEvidence
from tools.terms import Period


@dataclass(frozen=True)
class BoundFigure:
    """A figure of the sentence, resolved again from the evidence."""

    figure: PlacedFigure
    cells: tuple[Cell, ...]
    calculation: CalculatedValue | None
    value: Decimal | None
    """None for names, dates and values that a passage states."""

    @property
    def start(self) -> int:
        """Where the figure begins in the sentence."""
        return self.figure.start

    @property
    def end(self) -> int:
        """Where the figure ends in the sentence."""
        return self.figure.end

    @property
    def operation(self) -> str | None:
        """The calculation's operation, if it is one."""
        return self.calculation.operation if self.calculation else None


@dataclass(frozen=True)
class Claim:
    """One sentence to be proved."""

    placed: PlacedSentence
    evidence: Mapping[str, Evidence]
    wording: Wording

    @cached_property
    def text(self) -> str:
        """The sentence with its quotations blanked; positions are those of the sentence."""
        return without_quotations(self.placed.text)

    @cached_property
    def figures(self) -> tuple[BoundFigure, ...]:
        """The figures in order, evaluated anew. Raises PlacingError when evidence no longer gives them."""
        drafts = [DraftCalculation(**c.model_dump(exclude={"value", "unit"})) for c in self.placed.calculations]
        values = evaluate(drafts, self.evidence)
        return tuple(_bound(figure, values, self.evidence) for figure in self.placed.figures)

    @cached_property
    def numbers(self) -> tuple[ReadNumber, ...]:
        """The numbers a reader sees outside quotations."""
        return read_numbers(self.text, self.wording.language)

    @cached_property
    def periods(self) -> tuple[NamedPeriod, ...]:
        """The periods the sentence names outside quotations."""
        return read_periods(self.text, self.wording.today, self.wording.calendar)

    @cached_property
    def known(self) -> Known:
        """The values that any evidence knows, by column."""
        return known_values(self.evidence.values(), self.wording)

    @cached_property
    def values_named(self) -> Mapping[str, tuple[Mention, ...]]:
        """Where the sentence names known values, by column."""
        return {column: find_mentions(self.text, names) for column, names in self.known.items()}

    @cached_property
    def measures_named(self) -> tuple[Mention, ...]:
        """Where the sentence names measures of the rows it cites; labels as `measure_of` gives them."""
        return find_mentions(self.text, measure_names(self.rows, self.wording))

    @cached_property
    def measures_asked(self) -> frozenset[str]:
        """The measures that the question names."""
        return frozenset(m.label for m in find_mentions(self.wording.question, measure_names(self.rows, self.wording)))

    @cached_property
    def clauses(self) -> list[Span]:
        """The sentence's clauses; figures, numbers, periods and known names are not torn apart."""
        named = [m for mentions in self.values_named.values() for m in mentions]
        spans = [(m.start, m.end) for m in (*named, *self.measures_named)]
        spans += [(f.start, f.end) for f in self.figures]
        spans += [(n.start, n.end) for n in self.numbers]
        spans += [(p.start, p.end) for p in self.periods]
        return find_clauses(self.text, spans)

    @cached_property
    def period_mentions(self) -> tuple[Mention, ...]:
        """The periods as mentions, labelled by their days."""
        return tuple(Mention(n.start, n.end, label_of(n.period)) for n in self.periods)

    def values_asked(self, column: str) -> frozenset[str]:
        """The values of a column that the question names."""
        return self.values_in(column, self.wording.question)

    def values_in(self, column: str, text: str) -> frozenset[str]:
        """The values of a column that another text names."""
        return frozenset(m.label for m in find_mentions(text, self.known.get(column, {})))

    @property
    def cited(self) -> tuple[Evidence, ...]:
        """The evidence the sentence cites, as far as it exists."""
        return tuple(self.evidence[c] for c in self.placed.citations if c in self.evidence)

    @property
    def rows(self) -> tuple[RowsEvidence, ...]:
        """The rows it cites."""
        return tuple(e for e in self.cited if isinstance(e, RowsEvidence))

    @property
    def passages(self) -> tuple[PassageEvidence, ...]:
        """The passages it cites."""
        return tuple(e for e in self.cited if isinstance(e, PassageEvidence))

    @property
    def nothing_found(self) -> tuple[NothingFound, ...]:
        """The empty results it cites."""
        return tuple(e for e in self.cited if isinstance(e, NothingFound))


@dataclass(frozen=True)
class Finding:
    """What a check says: why the sentence is not proved, or that a judgement is needed."""

    reason: str = ""
    needs_judgement: bool = False


def label_of(period: Period) -> str:
    """A period as a comparable label."""
    return f"{period.start}/{period.end}"


def _bound(
    figure: PlacedFigure, values: Mapping[str, CalculatedValue], evidence: Mapping[str, Evidence]
) -> BoundFigure:
    if figure.calculation is not None:
        calculation = values[figure.calculation]
        return BoundFigure(figure, calculation.cells, calculation, calculation.value)
    if not figure.cells:
        return BoundFigure(figure, (), None, None)
    cell = resolve(figure.cells[0], evidence)[0]
    return BoundFigure(figure, (cell,), None, cell.number if figure.is_number else None)
