"""Comparing what a slot asked for with the passages that an answer rests on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tasks.checks.mentions import names_word
from tasks.coverage.mismatch import Mismatch, one_sided
from tasks.dates.named_periods import read_periods
from tasks.dates.periods import period_words
from tools.evidence import PassageEvidence
from tools.terms import Period

_WRITTEN_WITHIN = timedelta(days=100)
"""What names no period speaks of the time it was written in, and of the quarter before."""


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
        return [*((s, self.today) for s in self.sentences), *((f"{p.title}. {p.section}", d) for p, d in self._dated)]

    @property
    def texts(self) -> list[tuple[str, date]]:
        """All that is told or cited, with the day it was written on."""
        return [*self.headings, *((f"{p.document} {p.text}", day) for p, day in self._dated)]

    @property
    def _dated(self) -> list[tuple[PassageEvidence, date]]:
        return [(p, date.fromisoformat(p.date[:10]) if p.date else self.today) for p in self.passages]


def passage_mismatches(names: Sequence[str], periods: Sequence[Period], told: Told) -> list[Mismatch]:
    """The names that stand in nothing cited, and the periods that nothing cited speaks of."""
    return [*_names(names, told), *(found for period in periods for found in _period(period, told))]


def _names(names: Sequence[str], told: Told) -> Iterator[Mismatch]:
    for name in dict.fromkeys(names):
        in_rows = any(names_word(row, name) or names_word(name, row) for row in told.row_names)
        if not in_rows and not any(names_word(text, name) for text, _ in told.texts):
            yield one_sided("entity", name, "").model_copy(update={"of": "passages"})


def _period(asked: Period, told: Told) -> Iterator[Mismatch]:
    if any(_is_within(named, asked) for named in _named(told.texts)):
        return
    written = [date.fromisoformat(p.date[:10]) for p in told.passages if p.date]
    others = [p for p in _named(told.headings) if not (p.start == p.end and p.start in written)]
    if not others and any(asked.start <= day <= asked.end + _WRITTEN_WITHIN for day in written):
        return
    others = others or [Period(start=day, end=day) for day in written]
    spoken_of = ", ".join(dict.fromkeys(period_words(period) for period in others))
    yield one_sided("period", period_words(asked), spoken_of).model_copy(update={"of": "passages"})


def _named(texts: Sequence[tuple[str, date]]) -> list[Period]:
    return [named.period for text, day in texts for named in read_periods(text, day)]


def _is_within(named: Period, asked: Period) -> bool:
    return asked.start <= named.start and named.end <= asked.end
