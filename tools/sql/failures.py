"""Why a statement failed while running, in words a model can act on: each database's own codes and messages sorted."""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tools.errors import ToolError
from tools.sql.errors import (
    AmbiguousName,
    ForNowUnavailable,
    NoRights,
    OutOfRange,
    SchemaChanged,
    StatementFailed,
    StatementTimeout,
    TooManyRows,
    WrongGrouping,
    WrongTypes,
)

_GONE = re.compile(
    r"no such column: (\S+)|Unknown column '([^']+)'|column \"?([\w.]+)\"? does not exist|"
    r"Referenced column \"([^\"]+)\" not found|does not have a column named \"([^\"]+)\"|"
    r"no such table: (\S+)|Table '([^']+)' doesn't exist|relation \"([^\"]+)\" does not exist|"
    r"Table with name (\S+) does not exist"
)
_TIMEOUT = re.compile(
    r"max_statement_time|maximum statement execution time|statement timeout|interrupted", re.IGNORECASE
)


@dataclass(frozen=True)
class _Kind:
    failure: type[StatementFailed]
    codes: str
    """Of MySQL and PostgreSQL; `08*` stands for all that begin so."""
    words: str
    """Of SQLite and DuckDB, as a pattern."""
    remedy: str


_KINDS = (
    _Kind(
        WrongGrouping,
        "1055 1056 1111 42803",
        "misuse of aggregate|must appear in the GROUP BY|cannot contain aggregates",
        "Group by every selected column that is not aggregated, and filter aggregates in HAVING.",
    ),
    _Kind(
        AmbiguousName,
        "1052 42702",
        "ambiguous column|ambiguous reference",
        "Write the column with its table's name or alias.",
    ),
    _Kind(
        TooManyRows,
        "1242 21000",
        "more than one row returned by a subquery",
        "Make the subquery return one row, by an aggregate or a join instead.",
    ),
    _Kind(
        OutOfRange,
        "1264 1365 1690 22003 22012",
        "integer overflow|out of range error|division by zero",
        "Guard a division with NULLIF, and calculate with DECIMAL where numbers are large.",
    ),
    _Kind(
        WrongTypes,
        "1292 1366 42883 42804 22P02 22007 22008",
        "datatype mismatch|conversion error|cannot compare values|no function matches the given name and argument",
        "Compare and calculate values of one type; CAST a column that holds another.",
    ),
    _Kind(
        NoRights,
        "1044 1142 1143 1227 42501",
        "permission denied|not authorized",
        "Use tables and columns you may read.",
    ),
    _Kind(
        ForNowUnavailable,
        "1040 1205 1213 2006 2013 40001 40P01 53300 55P03 57P* 08*",
        "database is locked|table is locked|database is busy|could not set lock",
        "It is busy; the same statement may succeed later.",
    ),
)


def why_failed(error: SQLAlchemyError) -> ToolError:
    """The error for the model: an unknown name, a timeout, or the database's own words without the statement."""
    original = error.orig if isinstance(error, DBAPIError) else error
    arguments: tuple[object, ...] = getattr(original, "args", ())
    said = str(arguments[1] if len(arguments) > 1 and isinstance(arguments[1], str) else original)
    if match := _GONE.search(said):
        return SchemaChanged(next(group for group in match.groups() if group).strip('"`;,').rpartition(".")[2])
    if _TIMEOUT.search(said):
        told = "The statement took too long and was cancelled."
        return StatementTimeout(f"{told} Filter, aggregate, or join less.", told=told)
    words = f"The database refused the statement: {said.strip().splitlines()[0][:300]}"
    codes = {str(code) for code in (*arguments[:1], getattr(original, "sqlstate", None))}
    kind = next((kind for kind in _KINDS if _is_of(kind, codes, said)), None)
    return kind.failure(f"{words.rstrip('.')}. {kind.remedy}") if kind else StatementFailed(words)


def _is_of(kind: _Kind, codes: set[str], said: str) -> bool:
    is_known = any(fnmatchcase(code, known) for code in codes for known in kind.codes.split())
    return is_known or re.search(kind.words, said, re.IGNORECASE) is not None
