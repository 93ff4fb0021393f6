"""Statements that a person brings, run over one database with their rights."""

from collections.abc import Mapping
from typing import Any

from crew.errors import WrongInput
from crew.opening import read_schema
from crew.sources import OpenDatabase
from tools.deadline import Deadline
from tools.errors import ToolError
from tools.evidence import NothingFound, RowsEvidence
from tools.sql.join_rules import UnapprovedJoin
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
    except UnapprovedJoin as error:
        raise WrongInput(_join_to_confirm(error)) from error
    except ToolError as error:
        raise WrongInput(str(error)) from error


def _join_to_confirm(error: UnapprovedJoin) -> str:
    """The refusal as a person can act on it: a statement of theirs has no supervisor that could approve the join."""
    usable = f" Otherwise join by {' or '.join(f'`{text}`' for text in error.nearest)}." if error.nearest else ""
    return (
        f"Nobody has confirmed the join `{error.join}`. If you know that it holds, run "
        f'`crosscheck schema joins confirm "{error.join}"`, or write it under `joins` in the domain file.{usable}'
    )


def evidence_values(evidence: RowsEvidence | NothingFound) -> dict[str, Any]:
    """Evidence as JSON, with the digest of its content and what was computed in plain words and in terms."""
    values = evidence.model_dump(mode="json") | {"sha256": evidence.sha256}
    values["computed_terms"] = values["computed"]
    values["computed"] = evidence.computed.words if evidence.computed else ""
    return values
