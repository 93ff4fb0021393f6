"""Periods over tables that have no date but its parts: a column of years, and one of months by number or name."""

from collections.abc import Sequence

from crew.models.offline.shapes.errors import NotClear
from crew.models.offline.times import month_column, year_column
from crew.models.offline.vocabulary import Vocabulary
from tasks.dates.calendar_units import whole_months
from tasks.dates.period_language import MONTH_NAMES, without_accents
from tools.sql.schema import Column
from tools.terms import Filter, JsonScalar, Period
from tools.wording import said


def by_parts(period: Period, tables: Sequence[str], vocabulary: Vocabulary) -> list[Filter]:
    """The conditions on years and months that a period of whole ones amounts to. Raises NotClear."""
    years = year_column(tables, vocabulary)
    if years is None or whole_months(period.start, period.end) is None:
        raise _unclear(period)
    said_years = tuple(range(period.start.year, period.end.year + 1))
    conditions = [Filter(column=years, operator="in" if len(said_years) > 1 else "=", values=said_years)]
    if (period.start.month, period.end.month) == (1, 12):
        return conditions
    months = month_column(years.rpartition(".")[0], vocabulary)
    column = vocabulary.column(months) if months else None
    if column is None or months is None or len(said_years) > 1:
        raise _unclear(period)
    numbers = range(period.start.month, period.end.month + 1)
    values = tuple(value for number in numbers for value in _spelled(number, column))
    return [*conditions, Filter(column=months, operator="in" if len(values) > 1 else "=", values=values)]


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
