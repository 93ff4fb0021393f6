"""What can go wrong with a statement, said to the model that wrote it, and with a source, said to a person."""

from collections.abc import Sequence

from tools.errors import ToolError


class StatementRefused(ToolError):
    """The statement is not a plain SELECT over what may be read."""


class UnknownTable(StatementRefused):
    """The statement names a table that cannot be asked."""

    drift: object | None = None
    """The `tools.sql.drift.Drift` of the name, where it was there before."""

    def __init__(self, table: str, nearest: Sequence[str] = (), hint: str = "") -> None:
        super().__init__(f"There is no table `{table}`." + _nearest(nearest) + hint)
        self.table = table
        self.nearest = tuple(nearest[:5])


class UnknownColumn(StatementRefused):
    """The statement names a column that cannot be asked."""

    drift: object | None = None
    """The `tools.sql.drift.Drift` of the name, where it was there before."""

    def __init__(self, column: str, nearest: Sequence[str] = (), hint: str = "") -> None:
        super().__init__(f"There is no column `{column}`." + _nearest(nearest) + hint)
        self.column = column
        self.nearest = tuple(nearest[:5])


class FunctionNotAllowed(StatementRefused):
    """The statement calls a function that is not on the dialect's list."""

    def __init__(self, function: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(f"The function `{function}` is not available." + _nearest(nearest))
        self.function = function
        self.nearest = tuple(nearest[:5])


class MaskedColumn(StatementRefused):
    """A masked column is used for more than being listed."""

    def __init__(self, column: str) -> None:
        told = (
            f"`{column}` is masked: it may be listed, but not filtered on, joined, grouped, ordered, computed with or "
            "aggregated."
        )
        super().__init__(f"{told} Leave it out or use another column.", told=told)
        self.column = column


class WrongParameters(ToolError):
    """Placeholders and parameters do not match."""


class StatementFailed(ToolError):
    """The database refused the statement while running it."""


class WrongGrouping(StatementFailed):
    """Columns stand beside aggregates without being grouped, or aggregates where none may."""


class WrongTypes(StatementFailed):
    """Values are compared, calculated or converted as something that their type is not."""


class AmbiguousName(StatementFailed):
    """A column's name is that of several tables of the statement."""


class OutOfRange(StatementFailed):
    """A calculation divides by zero or leaves the range of its type."""


class TooManyRows(StatementFailed):
    """A subquery that stands for one value returns several rows."""


class NoRights(StatementFailed):
    """The account may not read what the statement names."""


class ForNowUnavailable(StatementFailed):
    """The database is busy, locked or restarting: the same statement may succeed a little later."""


class SchemaChanged(StatementFailed):
    """The database no longer has a name that the schema lists; the schema must be read again."""

    def __init__(self, name: str) -> None:
        told = f"The database no longer has `{name}`: its schema changed."
        super().__init__(f"{told} Read the schema again.", told=told)
        self.name = name


class ColumnRetyped(ToolError):
    """A column the statement uses holds another type than when the statement was written."""

    def __init__(self, column: str, was: str, now: str) -> None:
        told = f"`{column}` held {was} and holds {now} now: the schema has changed."
        advice = f"Write the statement anew for {now} values, with a CAST where they must be calculated with."
        super().__init__(f"{told} {advice}", told=told)
        self.column = column


class OddRows(ToolError):
    """The rows are odd in a way that makes them unusable; each anomaly is `kind: what is odd`."""

    def __init__(self, anomalies: Sequence[str], nearest: Sequence[str] = ()) -> None:
        told = f"The statement ran, but its rows cannot be used. {'; '.join(anomalies)}."
        super().__init__(f"{told} Write it in another way.", told=told)
        self.anomalies = tuple(anomalies)
        self.nearest = tuple(nearest)


class StatementTimeout(ToolError):
    """The statement was cancelled because it took too long."""


class SourceError(Exception):
    """A database cannot be used; the message is for a person and never shows a password."""


class SourceUnreachable(SourceError):
    """No database answers at the address."""


class WrongPassword(SourceError):
    """The database does not accept the account."""


class MissingDatabase(SourceError):
    """The server or folder has no database of that name."""


class MissingDriver(SourceError):
    """The Python driver for the database is not installed."""


class AccountCanWrite(SourceError):
    """A read-only account is required, and this one can write."""


class NoIdentity(SourceError):
    """The asker has no role or address of their own where the domain asks for one, or the database refuses it."""


class WrongRowFilter(SourceError):
    """A row filter of the policy is not a condition in SQL."""


def _nearest(names: Sequence[str]) -> str:
    if not names:
        return ""
    return " The nearest you may use: " + ", ".join(f"`{n}`" for n in names[:5]) + "."
