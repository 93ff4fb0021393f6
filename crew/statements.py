"""Statements that a person brings, run over one database with their rights."""

from collections.abc import Mapping
from typing import Any

from crew.errors import WrongInput
from crew.opening import read_schema
from crew.sources import OpenDatabase
from tools.deadline import Deadline
from tools.errors import ToolError
from tools.evidence import NothingFound, RowsEvidence
from tools.sql.statement import run_statement
from tools.terms import Scalar


def run_written(
    opened: OpenDatabase, statement: str, parameters: Mapping[str, Scalar], deadline: Deadline
) -> RowsEvidence | NothingFound:
    """The evidence for one statement, under guard, policy and limits; raises WrongInput with what to change."""
    schema = read_schema(opened)
    try:
        return run_statement(
            opened.database,
            schema,
            statement,
            parameters,
            semantics=opened.semantics(),
            policy=opened.policy,
            asker=opened.asker,
            deadline=deadline,
        )
    except ToolError as error:
        raise WrongInput(str(error)) from error


def evidence_values(evidence: RowsEvidence | NothingFound) -> dict[str, Any]:
    """Evidence as JSON, with the digest of its content and what was computed in plain words and in terms."""
    values = evidence.model_dump(mode="json") | {"sha256": evidence.sha256}
    values["computed_terms"] = values["computed"]
    values["computed"] = evidence.computed.words if evidence.computed else ""
    return values
