"""A placed sentence with everything its checks need to look at."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property

from tasks.checks.clauses import Span, find_clauses
from tasks.checks.known import Known, known_values, measure_names
from tasks.checks.language import FALL, FLAT, MULTIPLIED, RISE
from tasks.checks.mentions import Mention, find_mentions, is_only_a_name, without_shadowed
from tasks.checks.quotations import without_quotations
from tasks.checks.wording import Wording
from tasks.dates.named_periods import NamedPeriod, ends_of, read_periods
from tasks.dates.row_periods import row_period
from tasks.draft import DraftCalculation
from tasks.figures.calculations import CalculatedValue, evaluate
from tasks.figures.cells import Cell, resolve
from tasks.figures.numbers import ReadNumber, read_numbers
from tasks.figures.placing import PlacedCalculation, PlacedFigure, PlacedSentence
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

    @property
    def day(self) -> date | None:
        """The day that a date cell tells; None for anything else."""
        return self.cells[0].day if self.cells and self.value is None else None

    @property
    def is_stated(self) -> bool:
        """Whether the sentence states it of a row: a number or a day, and no name."""
        return self.value is not None or self.day is not None


_TOLD_BY_WORDS = frozenset({"text", "words", "numbers", "periods", "known", "values_named", "period_mentions"})
_TOLD_WITHOUT_DAYS = frozenset({"measures_named", "measures_asked", "words_beside_measures"})


@dataclass(frozen=True)
class Claim:
    """One sentence to be proved."""

    placed: PlacedSentence
    evidence: Mapping[str, Evidence]
    wording: Wording

    def bound(self, figures: tuple[PlacedFigure, ...], calculations: tuple[PlacedCalculation, ...]) -> "Claim":
        """The same sentence with these figures; what its words alone tell is not read again."""
        placed = self.placed.model_copy(update={"figures": figures, "calculations": calculations})
        other = Claim(placed, self.evidence, self.wording)
        told = _TOLD_BY_WORDS if self.tells_days or other.tells_days else _TOLD_BY_WORDS | _TOLD_WITHOUT_DAYS
        other.__dict__.update({name: value for name, value in self.__dict__.items() if name in told})
        return other

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
    def tells_days(self) -> bool:
        """Whether a figure is a day that a row holds; only then what names such days counts as a measure."""
        return any(figure.day is not None for figure in self.figures)

    @cached_property
    def numbers(self) -> tuple[ReadNumber, ...]:
        """The numbers a reader sees outside quotations."""
        return read_numbers(self.text, self.wording.language)

    @cached_property
    def periods(self) -> tuple[NamedPeriod, ...]:
        """The periods the sentence names outside quotations and names; a range that only compares its ends is two."""
        named = read_periods(self.text, self.wording.today, self.wording.calendar)
        inside = [m for mentions in self.values_named.values() for m in mentions if is_only_a_name(self.text, m)]
        outside = (n for n in named if not any(m.start <= n.start and n.end <= m.end for m in inside))
        return tuple(part for n in outside for part in self._parts(n))

    def _parts(self, named: NamedPeriod) -> tuple[NamedPeriod, ...]:
        """`Fell from 2024 to 2025` where rows of both years are cited, and none of the two together."""
        ends = ends_of(named, self.text)
        if ends is None or not any(p.search(self.words) for p in (RISE, FALL, FLAT, MULTIPLIED)):
            return (named,)
        known = {label_of(p) for e in self.rows for row in range(len(e.rows)) if (p := row_period(e, row))}
        is_compared = {label_of(end.period) for end in ends} <= known and label_of(named.period) not in known
        return ends if is_compared else (named,)

    @cached_property
    def known(self) -> Known:
        """The values that any evidence knows, by column."""
        return known_values(self.evidence.values(), self.wording)

    @cached_property
    def values_named(self) -> Mapping[str, tuple[Mention, ...]]:
        """Where the sentence names known values, by column."""
        named = {column: find_mentions(self.text, names) for column, names in self.known.items()}
        return without_shadowed(self.text, named)

    @cached_property
    def words(self) -> str:
        """The text with names blanked whose own words would read as claims: `Faith No More`, `Rise Against`."""
        text = self.text
        for mention in (m for mentions in self.values_named.values() for m in mentions):
            if is_only_a_name(self.text, mention):
                text = text[: mention.start] + " " * (mention.end - mention.start) + text[mention.end :]
        return text

    @cached_property
    def measures_named(self) -> tuple[Mention, ...]:
        """Where the sentence names measures of the rows it cites; labels as `measure_of` gives them."""
        return find_mentions(self.text, self._measure_names)

    @cached_property
    def words_beside_measures(self) -> str:
        """The words with the names of measures blanked: `total cost` and `return rate` claim nothing of themselves."""
        words = self.words
        for named in self.measures_named:
            words = words[: named.start] + " " * (named.end - named.start) + words[named.end :]
        return words

    @cached_property
    def measures_asked(self) -> frozenset[str]:
        """The measures that the question names."""
        return frozenset(m.label for m in find_mentions(self.wording.question, self._measure_names))

    @property
    def _measure_names(self) -> Mapping[str, Iterable[str]]:
        return measure_names(self.rows, self.wording, with_days=self.tells_days)

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
