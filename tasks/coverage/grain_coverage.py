"""What one row was to stand for, and what it stands for in a statement's result."""

from collections.abc import Iterable

from tasks.coverage.equal_columns import EqualColumns
from tasks.coverage.mismatch import Mismatch, one_sided
from tasks.plan import Need
from tools.errors import ToolError
from tools.evidence import Computed
from tools.sql.naming import words_in
from tools.sql.semantics import Grain, Semantics
from tools.terms import Filter, Period

_NAMING = {"name", "title", "label"}


def grain_mismatches(need: Need, computed: Computed, semantics: Semantics, equal: EqualColumns) -> list[Mismatch]:
    """Groupings on one side only. In a listing, further columns are no mismatch."""
    time = computed.time_column or next((t for name in need.measures if (t := _time_of(name, semantics))), None)
    asked = _grains(need.grain, need.filters, need.period, time, semantics, equal)
    found = _grains(computed.grain, computed.filters, computed.period, time, semantics, equal)
    missing = [text for grain, text in asked.items() if grain not in found]
    surplus = [text for grain, text in found.items() if grain not in asked]
    surplus = [text for text in surplus if not _identifies(text, asked, found, semantics, equal)]
    is_listing = not need.measures and not computed.measures
    if is_listing and need.grain:
        surplus = []
    if not missing and not surplus:
        return []
    return [one_sided("grain", ", ".join(missing), ", ".join(surplus))]


def _grains(
    texts: Iterable[str],
    filters: Iterable[Filter],
    period: Period | None,
    time: str | None,
    semantics: Semantics,
    equal: EqualColumns,
) -> dict[Grain, str]:
    """The groupings that can differ between rows, each under one name for equal columns."""
    fixed = {equal.one_name(_column(f.column, semantics)) for f in filters if f.operator == "=" and len(f.values) == 1}
    found = {}
    for text in texts:
        try:
            grain = semantics.grain(text, time)
        except ToolError:
            grain = Grain(text)
        placed = Grain(equal.one_name(grain.column), grain.unit)
        is_one_unit = grain.unit and grain.column == time and period and _is_within(period, grain.unit)
        if placed.column not in fixed and not is_one_unit:
            found[placed] = str(grain)
    return found


def _identifies(
    text: str, asked: dict[Grain, str], found: dict[Grain, str], semantics: Semantics, equal: EqualColumns
) -> bool:
    """True for a key beside the name it belongs to, or a further column of a row that its key already fixes."""
    try:
        grain = semantics.grain(text)
    except ToolError:
        return False
    name = Grain(equal.one_name(grain.column))
    for table in semantics.schema.tables:
        keys = {Grain(equal.one_name(f"{table.name}.{key}")) for key in table.primary_key}
        is_key = keys == {name} and grain.unit is None
        shown = [g.column for g in asked if g.unit is None and g.column.rpartition(".")[0] == table.name]
        if is_key and any(_names_rows(column, semantics) for column in shown):
            return True
        is_of_table = grain.column.rpartition(".")[0] == table.name
        if is_of_table and keys and keys <= set(asked) and keys <= set(found):
            return True
    return False


def _names_rows(column: str, semantics: Semantics) -> bool:
    table, _, name = column.rpartition(".")
    return semantics.label_of(table) == column or bool(_NAMING & set(words_in(name)))


def _is_within(period: Period, unit: str) -> bool:
    """True when the whole period lies in one unit."""
    start, end = period.start, period.end
    if unit == "day":
        return start == end
    if unit == "week":
        return start.isocalendar()[:2] == end.isocalendar()[:2]
    months = {"month": 1, "quarter": 3, "year": 12}[unit]
    return start.year == end.year and (start.month - 1) // months == (end.month - 1) // months


def _column(text: str, semantics: Semantics) -> str:
    try:
        return semantics.column(text)
    except ToolError:
        return text


def _time_of(measure: str, semantics: Semantics) -> str | None:
    try:
        return semantics.measure(measure).time
    except ToolError:
        return None
