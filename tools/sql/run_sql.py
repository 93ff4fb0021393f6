"""The tool with which an agent asks a database."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from crewai.tools import BaseTool
from pydantic import BaseModel, Field, PrivateAttr

from tools.errors import ToolError
from tools.evidence import Evidence, EvidenceLog, RowsEvidence, json_value
from tools.terms import JsonScalar

PREVIEW_ROWS = 20

RunStatement = Callable[[str, Mapping[str, Any]], Evidence]
"""Runs one statement with its parameters; raises ToolError."""


class RunSqlArgs(BaseModel):
    """What `run_sql` is called with."""

    statement: str = Field(
        description="One SELECT over the listed tables, in the database's dialect, with `:name` placeholders for "
        "values that come from the question or from earlier results."
    )
    parameters: dict[str, JsonScalar] = Field(default={}, description="The placeholders' values; dates as YYYY-MM-DD.")


class RunSqlTool(BaseTool):
    """Gives an agent read-only access to one database; the rows are filed as evidence."""

    args_schema: type[BaseModel] = RunSqlArgs
    max_usage_count: int | None = 8
    """CrewAI also runs tools with such a limit in the order of their calls, so that evidence is numbered alike."""
    _run_statement: RunStatement = PrivateAttr()
    _log: EvidenceLog = PrivateAttr()
    _failure: ToolError | None = PrivateAttr(default=None)

    def __init__(self, run_statement: RunStatement, log: EvidenceLog) -> None:
        super().__init__(
            name="run_sql", description="Run one SELECT; returns the first rows and an evidence id, or what to change."
        )
        self._run_statement = run_statement
        self._log = log

    @property
    def failure(self) -> ToolError | None:
        """Why the last call failed; None when it filed evidence."""
        return self._failure

    def _run(self, statement: str, parameters: dict[str, JsonScalar] | None = None) -> str:
        self._failure = None
        try:
            evidence = self._run_statement(statement, parameters or {})
        except ToolError as error:
            self._failure = error
            return str(error)
        return as_text(self._log.file(evidence)[0])


def as_text(evidence: Evidence) -> str:
    """What a model sees of evidence from a statement: its id, its size and its first rows as JSON."""
    if not isinstance(evidence, RowsEvidence):
        return f"{evidence.id}: nothing found."
    rows = [[json_value(value) for value in row] for row in evidence.rows[:PREVIEW_ROWS]]
    shown = {"columns": [column.name for column in evidence.columns], "rows": rows}
    count = evidence.row_count if evidence.row_count_is_exact else f"at least {evidence.row_count}"
    return f"{evidence.id}: {count} rows. {json.dumps(shown, ensure_ascii=False)}"
