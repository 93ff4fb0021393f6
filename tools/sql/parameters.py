"""Values of a statement as `:named` placeholders."""

from datetime import date

from sqlglot import exp

from tools.errors import ToolError
from tools.sql.naming import words_in
from tools.sql.schema import Column
from tools.terms import JsonScalar

_LOOSE_DATES = ("sqlite", "mysql", "mariadb")
"""Dialects that compare a date column with text as it is."""


class Parameters:
    """Collects the values of one statement and names their placeholders."""

    def __init__(self, dialect: str) -> None:
        self.values: dict[str, JsonScalar] = {}
        self._dialect = dialect

    def add(self, stem: str, value: JsonScalar) -> exp.Expr:
        """A placeholder for the value; the same value under the same stem is bound once."""
        stem = "_".join(words_in(stem)) or "value"
        name, number = stem, 1
        while name in self.values and self.values[name] != value:
            number += 1
            name = f"{stem}_{number}"
        self.values[name] = value
        return exp.Placeholder(this=name)

    def add_for(self, column: Column, value: JsonScalar, stem: str | None = None) -> exp.Expr:
        """A placeholder for a value that is compared with a column, in the column's type.

        Raises ToolError when the value cannot be of that type.
        """
        placeholder = self.add(stem or column.name, _typed(column, value))
        if column.kind in ("date", "datetime") and self._dialect not in _LOOSE_DATES:
            has_time = isinstance(value, str) and len(value) > 10
            return exp.cast(placeholder, "timestamp" if has_time else "date")
        return placeholder

    def add_day(self, column: Column, day: date, stem: str) -> exp.Expr:
        """A placeholder for a bound of a period."""
        return self.add_for(column, day.isoformat(), stem)


def _typed(column: Column, value: JsonScalar) -> JsonScalar:
    if column.kind in ("integer", "decimal", "float") and isinstance(value, str):
        return _number(column, value)
    if column.kind == "text" and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if column.kind == "integer" and isinstance(value, bool):
        return int(value)
    return value


def _number(column: Column, text: str) -> int | float:
    try:
        return int(text) if text.lstrip("+-").isdigit() else float(text)
    except ValueError as error:
        raise ToolError(f"`{column.name}` holds numbers, so it cannot be compared with `{text}`.") from error
