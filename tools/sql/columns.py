"""Finding and writing the columns that terms speak of."""

import re
from collections.abc import Sequence

from sqlglot import exp

from tools.errors import ToolError
from tools.sql.naming import nearest
from tools.sql.nearest import nearest_columns
from tools.sql.schema import Column, Schema, Table

_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z0-9_$]*")


class UnknownTerm(ToolError):
    """A term names a column or table that the schema does not have."""

    def __init__(self, name: str, near: Sequence[str]) -> None:
        hint = f" The nearest are: {', '.join(near)}." if near else " List the tables to see what there is."
        super().__init__(f"There is no column `{name}`.{hint}")
        self.name = name
        self.nearest = tuple(near)


class SeveralReadings(ToolError):
    """A term can be read in more than one way."""

    def __init__(self, name: str, readings: Sequence[str]) -> None:
        super().__init__(f"`{name}` could be {' or '.join(readings)}; name the one you mean.")
        self.name = name
        self.readings = tuple(readings)


def find_column(schema: Schema, text: str) -> tuple[Table, Column]:
    """The column written `table.column`, or by its bare name where only one table has it.

    Raises UnknownTerm with the nearest names, or SeveralReadings.
    """
    if located := located_column(schema, text):
        return located
    if "." in text.strip():
        raise UnknownTerm(text, nearest(text, _all_columns(schema)))
    found = [(table, column) for table in schema.tables if (column := table.column(text.strip()))]
    if len(found) > 1:
        raise SeveralReadings(text, [column_text(table, column) for table, column in found])
    if not found:
        raise UnknownTerm(text, nearest_columns(schema, text))
    return found[0]


def located_column(schema: Schema, text: str) -> tuple[Table, Column] | None:
    """The column written `table.column`, whatever dots the table's name and its own hold; None where there is none."""
    parts = text.strip().split(".")
    for end in range(len(parts) - 1, 0, -1):
        table = schema.table(".".join(parts[:end]))
        column = table.column(".".join(parts[end:])) if table else None
        if table and column:
            return table, column
    return None


def column_text(table: Table, column: Column) -> str:
    """A column in the spelling of terms: `table.column`."""
    return f"{table.name}.{column.name}"


def column_node(table: Table, column: Column) -> exp.Column:
    """A column in a syntax tree, qualified by its table's whole name."""
    return exp.column(exp.to_identifier(column.name, quoted=True), table=exp.to_identifier(table.name, quoted=True))


def node_text(node: exp.Column) -> str:
    """A bound column of a tree in the spelling of terms."""
    return f"{node.table}.{node.name}"


def quoted_if_odd(name: str) -> str:
    """A name as it must stand in SQL: quoted unless it is a plain word."""
    return name if _SIMPLE.fullmatch(name) else '"' + name.replace('"', '""') + '"'


def row_column(table: Table) -> Column:
    """The column whose count is the table's row count: a key, else one that is never empty, else the first."""
    key = next((table.column(name) for name in table.primary_key), None)
    never_empty = next((column for column in table.columns if not column.is_nullable), None)
    return key or never_empty or table.columns[0]


def counts_rows(table: Table, column: Column) -> bool:
    """True when counting the column counts the table's rows."""
    return not column.is_nullable or column.name in table.primary_key or column is row_column(table)


def _all_columns(schema: Schema) -> list[str]:
    return [column_text(table, column) for table in schema.tables for column in table.columns]
