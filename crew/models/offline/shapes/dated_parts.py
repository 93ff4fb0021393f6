"""Periods over tables that have no date but its parts: a column of years, and one of months by number or name."""

from collections.abc import Callable, Sequence
from datetime import date

from crew.models.offline.shapes.errors import NotClear
from crew.models.offline.times import month_column, year_column
from crew.models.offline.vocabulary import Vocabulary
from tasks.dates.calendar_units import whole_months
from tasks.dates.period_language import MONTH_NAMES, without_accents
from tools.sql.schema import Column
from tools.terms import Filter, JsonScalar, Period
from tools.wording import said


def by_parts(
    period: Period, tables: Sequence[str], vocabulary: Vocabulary, hints: Sequence[str], today: date | None
) -> list[Filter]:
    """The conditions on years and months that a period of whole ones amounts to. Raises NotClear."""
    years = year_column(tables, vocabulary, hints)
    known = vocabulary.column(years) if years else None
    if years is None or known is None:
        raise _unclear(period)
    write: Callable[[int], JsonScalar] = str if known.kind == "text" else int
    if (period.start, period.end.month, period.end.day) == (date.min, 12, 31):
        return [Filter(column=years, operator="<=", values=(write(period.end.year),))]
    is_open = period.end == today and period.start.year < period.end.year
    if is_open and (period.start.month, period.start.day) == (1, 1):
        return [Filter(column=years, operator=">=", values=(write(period.start.year),))]
    if whole_months(period.start, period.end) is None:
        raise _unclear(period)
    said_years = tuple(write(year) for year in range(period.start.year, period.end.year + 1))
    if (period.start.month, period.end.month) == (1, 12):
        return _of_years(years, said_years)
    months = month_column(years.rpartition(".")[0], vocabulary)
    column = vocabulary.column(months) if months else None
    if column is None or months is None or len(said_years) > 1:
        raise _unclear(period)
    numbers = range(period.start.month, period.end.month + 1)
    values = tuple(value for number in numbers for value in _spelled(number, column))
    in_months = Filter(column=months, operator="in" if len(values) > 1 else "=", values=values)
    return [*_of_years(years, said_years), in_months]


def _of_years(column: str, years: tuple[JsonScalar, ...]) -> list[Filter]:
    if len(years) == 1:
        return [Filter(column=column, operator="=", values=years)]
    first = Filter(column=column, operator=">=", values=years[:1])
    return [first, Filter(column=column, operator="<=", values=years[-1:])]


def _spelled(month: int, column: Column) -> list[JsonScalar]:
    """A month as the column writes it; a name that the column does not hold is written as its names are."""
    if column.kind == "integer":
        return [month]
    names = [names[month - 1] for names in MONTH_NAMES.values()]
    held = [v for v in column.values if any(_is_name(v, name) for name in names)]
    return list(held) if held else [MONTH_NAMES["en"][month - 1]]


def _is_name(value: str, name: str) -> bool:
    plain, full = without_accents(value.lower()).rstrip("."), without_accents(name.lower())
    return plain == full or (len(plain) == 3 and full.startswith(plain))


def _unclear(period: Period) -> NotClear:
    return NotClear(said("It is not clear which date “{words}” is about.", words=period.words))
