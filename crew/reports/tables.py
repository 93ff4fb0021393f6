"""Tables of a section: the rows behind its sentences, two periods side by side with their change."""

from decimal import Decimal

from babel import Locale

from crew.reports.document import ColumnOut, TableOut
from crew.reports.labels import Labels
from crew.reports.numbers import column_texts, decimal_of, growth_text, label_text, points_text, unit_words
from crew.reports.rows import Column, Group
from tasks.figures.printing import locale_of

_MAX_ROWS = 15
_MAX_COLUMNS = 6
_MAX_KEYS = 3


def tables_of(group: Group, labels: Labels) -> list[TableOut]:
    """A group of rows, ready to print: one table, or one for each measure where two periods are compared."""
    if group.before is None:
        return [_table(group, list(group.now.columns[:_MAX_COLUMNS]), "", labels)]
    names = [column for column in group.now.columns if not column.is_measure][:_MAX_KEYS]
    return [_table(group, [*names, measure], measure.heading, labels) for measure in group.now.measures]


def _table(group: Group, chosen: list[Column], title: str, labels: Labels) -> TableOut:
    locale = locale_of(labels.language)
    shown = group.now.rows[:_MAX_ROWS]
    columns: list[ColumnOut] = []
    cells: list[list[str]] = []
    if title and len(chosen) == 1:
        columns, cells, title = [ColumnOut(name="")], [[title for _ in shown]], ""
    for column in chosen:
        values = [row[column.index] for row in shown]
        if not column.is_measure:
            is_number = not column.is_key and all(decimal_of(value) is not None for value in values)
            columns.append(ColumnOut(name=column.heading, is_number=is_number))
            cells.append([label_text(value, locale) for value in values])
        else:
            added = _measure(group, column, values, labels, locale)
            columns += [each for each, _ in added]
            cells += [texts for _, texts in added]
    return TableOut(
        title=title,
        evidence=group.ids,
        source=group.now.source,
        about=group.now.about,
        columns=columns,
        rows=[list(row) for row in zip(*cells, strict=True)],
        note=_note(group, len(shown), labels),
    )


def change_text(now: Decimal | None, before: Decimal | None, unit: str | None, language: str) -> str:
    """How a value differs from an earlier one: growth, for ratios the difference in points; — where there is none."""
    if now is None or before is None:
        return "—"
    if unit in ("ratio", "percent"):
        return points_text((now - before) * (100 if unit == "ratio" else 1), language)
    if before <= 0:
        return "—"
    return growth_text((now - before) / before, language)


def _measure(
    group: Group, column: Column, values: list[object], labels: Labels, locale: Locale
) -> list[tuple[ColumnOut, list[str]]]:
    unit = unit_words(column.unit, locale)
    if group.before is None:
        return [(ColumnOut(name=column.heading, unit=unit, is_number=True), column_texts(values, column.unit, locale))]
    earlier = [group.before_of(row, column) for row in group.now.rows[: len(values)]]
    both = column_texts([*values, *earlier], column.unit, locale)
    changes = [
        change_text(decimal_of(now), before, column.unit, labels.language)
        for now, before in zip(values, earlier, strict=True)
    ]
    names = [rows.period_name(labels.language) for rows in (group.now, group.before)]
    texts = (both[: len(values)], both[len(values) :], changes)
    headings = (*names, labels.change)
    return [(ColumnOut(name=name, is_number=True), cells) for name, cells in zip(headings, texts, strict=True)]


def _note(group: Group, shown: int, labels: Labels) -> str:
    if group.now.row_count <= shown:
        return ""
    return labels.rows_shown.format(shown=shown, count=group.now.row_count)
