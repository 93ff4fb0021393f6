"""Comparing what a slot asked for with the passages that an answer rests on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tasks.checks.mentions import names_word
from tasks.coverage.document_time import OwnTime, documents_own
from tasks.coverage.mismatch import Mismatch, one_sided
from tasks.coverage.written_times import holds_rules, is_of, is_of_kind, times_of, written_on
from tasks.dates.named_periods import read_periods
from tasks.dates.periods import period_words
from tools.evidence import PassageEvidence
from tools.terms import Period

_WRITTEN_WITHIN = timedelta(days=100)
"""What names no period speaks of the time it was written in, and of the quarter before; but rules do not reach back."""


@dataclass(frozen=True)
class Told:
    """What an answer tells for a slot: its sentences, the passages they cite, and what the cited rows are about."""

    sentences: tuple[str, ...]
    passages: tuple[PassageEvidence, ...]
    today: date
    row_names: frozenset[str] = frozenset()

    @property
    def headings(self) -> list[tuple[str, date]]:
        """What is told and how it is headed, with the day it is told on: other times than asked for count only here."""
        return [*self._said, *((f"{p.title}. {p.section}", self._day(p)) for p in self.passages)]

    @property
    def texts(self) -> list[tuple[str, date]]:
        """All that is told or cited, with the day it was written on."""
        return [*self.headings, *map(self._text, self.passages)]

    def speaking(self, is_asked: Callable[[Period], bool]) -> list[tuple[str, date]]:
        """What may speak of a time: rules, which name others too, only beside a sentence that tells of it."""
        is_told = any(is_asked(period) for period in _named(self._said))
        return [*self.headings, *(self._text(p) for p in self.passages if is_told or not holds_rules(p))]

    @property
    def _said(self) -> list[tuple[str, date]]:
        return [(sentence, self.today) for sentence in self.sentences]

    def _text(self, passage: PassageEvidence) -> tuple[str, date]:
        return f"{passage.document} {passage.text}", self._day(passage)

    def _day(self, passage: PassageEvidence) -> date:
        return written_on(passage) or self.today


def passage_mismatches(
    names: Sequence[str], periods: Sequence[Period], told: Told, question: str = ""
) -> list[Mismatch]:
    """The names that stand in nothing cited, and the periods that nothing cited is of, or speaks of.

    A question may name a period as the time of a document itself: then it is no use that another speaks of it.
    """
    own = documents_own(periods, question, [p.title for p in told.passages])
    happened = [period for period in periods if all(period != named.period for named in own)]
    return [*_names(names, told), *_of_time(own, told), *(found for p in happened for found in _period(p, told))]


def _names(names: Sequence[str], told: Told) -> Iterator[Mismatch]:
    for name in dict.fromkeys(names):
        in_rows = any(names_word(row, name) or names_word(name, row) for row in told.row_names)
        if not in_rows and not any(names_word(text, name) for text, _ in told.texts):
            yield one_sided("entity", name, "").model_copy(update={"of": "passages"})


def _of_time(asked: Sequence[OwnTime], told: Told) -> Iterator[Mismatch]:
    """What differs where documents of a time are asked for: one cited is of another, or none is of it."""
    strays = [p for p in told.passages if not any(is_of(p, own) for own in asked)] if asked else []
    for own in asked:
        others = strays or told.passages
        if not any(is_of_kind(passage, own.kind) for passage in others):
            yield one_sided("entity", own.kind, "").model_copy(update={"of": "passages"})
        elif strays or not any(is_of(passage, own) for passage in told.passages):
            yield _differs(own.period, [time for passage in others for time in times_of(passage)])


def _period(asked: Period, told: Told) -> Iterator[Mismatch]:
    def is_asked(named: Period) -> bool:
        return asked.start <= named.start and named.end <= asked.end

    if any(is_asked(named) for named in _named(told.speaking(is_asked))):
        return
    written = {day: holds_rules(p) for p in told.passages if (day := written_on(p))}
    others = [p for p in _named(told.headings) if not (p.start == p.end and p.start in written)]
    if not others and any(
        asked.start <= day <= asked.end + (timedelta() if is_ruling else _WRITTEN_WITHIN)
        for day, is_ruling in written.items()
    ):
        return
    yield _differs(asked, others or [Period(start=day, end=day) for day in written])


def _differs(asked: Period, others: Sequence[Period]) -> Mismatch:
    spoken_of = ", ".join(dict.fromkeys(period_words(period) for period in others))
    return one_sided("period", period_words(asked), spoken_of).model_copy(update={"of": "passages"})


def _named(texts: Sequence[tuple[str, date]]) -> list[Period]:
    return [named.period for text, day in texts for named in read_periods(text, day)]
