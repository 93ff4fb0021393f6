"""A lab as an agent sees it: through the guard, under a policy."""

from contextlib import closing
from typing import Any

from tests.sql.labs.cases import Case
from tests.sql.labs.lab import HIDING, Lab
from tools.asker import Asker
from tools.deadline import Deadline
from tools.evidence import RowsEvidence
from tools.sql.database import Database
from tools.sql.introspect import introspect
from tools.sql.semantics import Semantics
from tools.sql.specs import DatabaseSpec, PolicySpec, SemanticSpec
from tools.sql.statement import run_statement

_ASKER = Asker(id="ann")


class GuardedLab:
    """Runs statements in a lab as `run_statement` does for a desk."""

    def __init__(self, lab: Lab, policy: PolicySpec = HIDING) -> None:
        self.lab = lab
        self._policy = policy
        self._database = Database("shop", DatabaseSpec(), lab.url, _ASKER)
        self._schema = introspect(self._database, policy)

    def rows(self, statement: str) -> tuple[tuple[Any, ...], ...]:
        """What the statement returns under guard; raises ToolError."""
        evidence = run_statement(
            self._database,
            self._schema,
            statement,
            {},
            semantics=Semantics.of(SemanticSpec(), self._schema),
            policy=self._policy,
            asker=_ASKER,
            deadline=Deadline(60),
        )
        return evidence.rows if isinstance(evidence, RowsEvidence) else ()

    def clean_up(self, case: Case) -> None:
        """Take back what a case did to the shop and beyond."""
        if case.undo:
            with closing(self.lab.connect()) as connection:
                self.lab.run(connection, case.undo)
        if {"changes", "writes", "holds"} & set(case.harm):
            self.lab.restore()

    def close(self) -> None:
        """Remove everything."""
        self._database.close()
        self.lab.close()
