"""A database's schema as one identity sees it."""

from datetime import datetime
from functools import cached_property
from typing import Self

from tools.frozen import Frozen

ZERO_AND_ONE = ("0", "1")


class Column(Frozen):
    """One column; `type` is the database's own word, `kind` ours."""

    name: str
    type: str
    kind: str = "other"
    """As `EvidenceColumn.type`: text, integer, decimal, float, date, datetime, boolean, other."""
    is_nullable: bool = True
    is_key: bool = False
    values: tuple[str, ...] = ()
    """All distinct values of a text column that has few, and of whole numbers that are 0 and 1; empty otherwise."""
    named: tuple[str, ...] = ()
    """Of a text column that has many, those that the question names."""
    low: str | None = None
    high: str | None = None
    """The range of a date column."""
    has_gaps: bool = False
    """Of a date column, whether there are rows without one."""
    comment: str = ""
    """What was written of it in the database."""
    trace: tuple[str, ...] = ()
    """Digests of its first cells by key, by which it is known again under another name; never in a prompt."""

    @property
    def is_zero_or_one(self) -> bool:
        """Whether it holds whole numbers that are 0 and 1, as one that says no and yes does."""
        return self.kind == "integer" and self.values == ZERO_AND_ONE


class Join(Frozen):
    """A way to join two tables: `left` and `right` are `table.column` lists of equal length.

    `left` is the many side: `right` is a key of its table where `is_unique`.
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    confidence: float = 1.0
    origin: str = "declared"
    """declared (a foreign key), confirmed (in the domain file), approved (by a person or the supervisor), inferred."""
    is_unique: bool = True
    reason: str = ""
    is_tried: bool = True
    """False for an approved join that no statement has used yet."""


class _Searched(Frozen):
    """A value whose parts are found by name."""

    def __copy__(self) -> Self:
        """A copy that may be given other parts: without the look-up that was made for these."""
        copied = super().__copy__()
        copied.__dict__.pop("_by_name", None)
        return copied


class Table(_Searched):
    """One table or view."""

    name: str
    columns: tuple[Column, ...]
    primary_key: tuple[str, ...] = ()
    is_view: bool = False
    row_count: int | None = None
    """Where it is cheap to know."""
    comment: str = ""
    """What was written of it in the database."""
    is_profiled: bool = True
    """Whether its rows were looked at, for their number and the columns' values."""
    qualifier: str = ""
    """The schema it lies in where that is not the database's home; its name begins with it, as in `crm.customers`."""

    @property
    def bare_name(self) -> str:
        """Its name within its schema."""
        return self.name.removeprefix(f"{self.qualifier}.") if self.qualifier else self.name

    def column(self, name: str) -> Column | None:
        """A column by name, without regard to case."""
        return self._by_name.get(name.lower())

    @property
    def lower_names(self) -> list[str]:
        """The names of its columns, in lower case."""
        return list(self._by_name)

    @cached_property
    def _by_name(self) -> dict[str, Column]:
        names = {column.name.lower(): column for column in self.columns}
        return names if len(names) == len(self.columns) else names | {c.name.lower(): c for c in reversed(self.columns)}


class Schema(_Searched):
    """The tables of one database, without what policy excludes."""

    source: str
    dialect: str
    """sqlglot's name: sqlite, mysql, postgres, duckdb, …"""
    tables: tuple[Table, ...]
    joins: tuple[Join, ...] = ()
    """Usable at once: declared, confirmed or approved."""
    suggestions: tuple[Join, ...] = ()
    """Inferred; they need approval before use."""
    taken_at: datetime
    home: str = ""
    """The schema that names without one are looked up in; empty for the dialect's usual one."""

    def table(self, name: str) -> Table | None:
        """A table by name, without regard to case."""
        return self._by_name.get(name.lower())

    @cached_property
    def _by_name(self) -> dict[str, Table]:
        return {table.name.lower(): table for table in reversed(self.tables)}
