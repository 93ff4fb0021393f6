"""Asking a shop as run_statement does for a desk."""

from collections.abc import Mapping

from tools.asker import Asker
from tools.deadline import Deadline
from tools.evidence import NothingFound, RowsEvidence
from tools.sql.database import Database
from tools.sql.introspect import introspect
from tools.sql.semantics import Semantics
from tools.sql.specs import PolicySpec, SemanticSpec
from tools.sql.statement import run_statement
from tools.terms import Scalar


def ask(
    database: Database,
    statement: str,
    parameters: Mapping[str, Scalar] | None = None,
    *,
    policy: PolicySpec | None = None,
    semantic: SemanticSpec | None = None,
    asker: str = "ann",
    deadline: Deadline | None = None,
    from_untrusted: tuple[str, ...] = (),
) -> RowsEvidence | NothingFound:
    """The evidence for one statement."""
    policy, semantic, person = policy or PolicySpec(), semantic or SemanticSpec(), Asker(id=asker)
    schema = introspect(database, policy, semantic, asker=person)
    return run_statement(
        database,
        schema,
        statement,
        parameters or {},
        semantics=Semantics.of(semantic, schema),
        policy=policy,
        asker=person,
        deadline=deadline or Deadline(60),
        from_untrusted=from_untrusted,
    )
