"""Fills `{…}` in a report's texts: parameters, and periods counted from the day of the run by the domain's calendar."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from crew.configuration.nearest import did_you_mean
from crew.errors import WrongConfiguration
from crew.reports.numbers import people_period
from tasks.dates.periods import comparison_periods, find_periods, period_words
from tools.sql.specs import CalendarSpec
from tools.terms import JsonScalar, Period

_PLACE = re.compile(r"\{([^{}\n]+)\}")
_COMPARISONS = {"previous period": "previous", "same period last year": "year_before", "year before": "year_before"}
KNOWN = (
    "period", "previous period", "same period last year", "today", "yesterday",
    *(f"{which} {unit}" for which in ("this", "last") for unit in ("week", "month", "quarter", "year")),
    *(f"{unit} to date" for unit in ("month", "quarter", "year")),
    "this fiscal quarter", "last fiscal quarter", "this fiscal year", "last fiscal year",
    "fiscal quarter to date", "fiscal year to date", "last 4 weeks", "last 12 months",
)  # fmt: skip
"""The periods to suggest; any other that a question could name is understood too."""


class UnknownMacro(WrongConfiguration):
    """What stands between braces is neither a parameter nor a period."""


@dataclass(frozen=True)
class Macros:
    """What `{…}` stands for in one section on one day."""

    today: date
    calendar: CalendarSpec
    period: Period
    parameters: Mapping[str, JsonScalar]
    language: str = "en"

    def fill(self, text: str) -> str:
        """A question with every `{…}` replaced, periods in the form that questions are read in. Raises UnknownMacro."""
        return _PLACE.sub(lambda place: self._value(place[1].strip(), is_for_people=False), text)

    def print(self, text: str) -> str:
        """A title or paragraph with every `{…}` replaced, periods as people write them. Raises UnknownMacro."""
        return _PLACE.sub(lambda place: self._value(place[1].strip(), is_for_people=True), text)

    def named(self, words: str) -> Period:
        """The period that words name, with its printed name as its words. Raises UnknownMacro."""
        found = _period(words, self.today, self.calendar, self.period)
        if found is None:
            raise UnknownMacro(f"`{words}` is no period. {did_you_mean(words, KNOWN)}")
        return self._printed(found)

    def _value(self, name: str, *, is_for_people: bool) -> str:
        if name in self.parameters:
            return str(self.parameters[name])
        found = _period(name, self.today, self.calendar, self.period)
        if found is None:
            raise UnknownMacro(
                f"`{{{name}}}` is neither a parameter nor a period. {did_you_mean(name, [*self.parameters, *KNOWN])}"
            )
        return people_period(found, self.language) if is_for_people else self._printed(found).words

    def _printed(self, period: Period) -> Period:
        return period.model_copy(update={"words": period_words(period, self.language)})


def report_period(words: str, today: date, calendar: CalendarSpec, language: str) -> Period:
    """The period a report or section is about. Raises UnknownMacro."""
    nothing = Period(start=today, end=today)
    return Macros(today=today, calendar=calendar, period=nothing, parameters={}, language=language).named(words)


def _period(words: str, today: date, calendar: CalendarSpec, about: Period) -> Period | None:
    wanted = " ".join(words.casefold().split())
    if wanted == "period":
        return about
    if wanted in _COMPARISONS:
        return comparison_periods(about).get(_COMPARISONS[wanted])
    found = find_periods(words, today, calendar)
    return found[0] if len(found) == 1 and found[0].words.casefold() == words.casefold() else None
