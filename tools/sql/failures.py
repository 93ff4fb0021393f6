"""Why a statement failed while running, in words a model can act on."""

import re

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tools.errors import ToolError
from tools.sql.errors import SchemaChanged, StatementFailed, StatementTimeout

_GONE = re.compile(
    r"no such column: (\S+)|Unknown column '([^']+)'|column \"?([\w.]+)\"? does not exist|"
    r"Referenced column \"([^\"]+)\" not found|does not have a column named \"([^\"]+)\"|"
    r"no such table: (\S+)|Table '([^']+)' doesn't exist|relation \"([^\"]+)\" does not exist|"
    r"Table with name (\S+) does not exist"
)
_TIMEOUT = re.compile(
    r"max_statement_time|maximum statement execution time|statement timeout|interrupted", re.IGNORECASE
)


def why_failed(error: SQLAlchemyError) -> ToolError:
    """The error for the model: an unknown name, a timeout, or the database's own words without the statement."""
    original = error.orig if isinstance(error, DBAPIError) else error
    arguments: tuple[object, ...] = getattr(original, "args", ())
    said = str(arguments[1] if len(arguments) > 1 and isinstance(arguments[1], str) else original)
    if match := _GONE.search(said):
        return SchemaChanged(next(group for group in match.groups() if group).strip('"`;,').rpartition(".")[2])
    if _TIMEOUT.search(said):
        return StatementTimeout("The statement took too long and was cancelled. Filter, aggregate, or join less.")
    return StatementFailed(f"The database refused the statement: {said.strip().splitlines()[0][:300]}")
