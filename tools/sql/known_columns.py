"""The tables of a statement as sqlglot asks for them when it resolves columns."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlglot import Dialect, exp
from sqlglot.schema import Schema as Tables

from tools.sql.dialects import reader_of_names
from tools.sql.json_rows import JSON_COLUMNS
from tools.sql.schema import Table

_NAMELESS = ""
"""What a function in FROM is called."""


class KnownColumns(Tables):
    """The columns of tables, all names in lower case; a table is known by its whole name."""

    supported_table_args = ("this",)
    empty = False

    def __init__(self, tables: Iterable[Table], joined: Mapping[str, set[str]], dialect: str) -> None:
        """`joined` holds what is known of the columns of tables that have every column."""
        self._dialect = reader_of_names(dialect)
        self._columns = {_NAMELESS: list(JSON_COLUMNS)} if dialect == "sqlite" else {}
        for table in tables:
            more = ("*", *joined[table.name]) if table.name in joined else ()
            self._columns[table.name.lower()] = [*table.lower_names, *more]

    @property
    def dialect(self) -> Dialect:
        """The dialect that names are read in."""
        return self._dialect

    def column_names(self, table: exp.Table | str, *_args: Any, **_options: Any) -> Sequence[str]:
        """The columns of a table; none for a table that is not of these."""
        return self._columns.get(table if isinstance(table, str) else table.name, [])

    def get_column_type(self, *_args: Any, **_options: Any) -> exp.DataType:
        """Unknown: no name is resolved by a type."""
        return exp.DataType(this=exp.DType.UNKNOWN)

    def add_table(self, *_args: Any, **_options: Any) -> None:
        """Refused: the tables of a statement are known from the start."""
        raise NotImplementedError
