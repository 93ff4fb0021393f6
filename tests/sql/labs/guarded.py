"""A lab as an agent sees it: through the guard, under a policy."""

from contextlib import closing
from typing import Any

from tests.sql.labs.cases import Case
from tests.sql.labs.lab import HIDING, Lab
from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.database import Database
from tools.sql.declared import declared_outputs
from tools.sql.guard import check_statement
from tools.sql.introspect import introspect
from tools.sql.policy import apply_policy
from tools.sql.specs import DatabaseSpec, PolicySpec
from tools.sql.statement import bound_parameters

_ASKER = Asker(id="ann")


class GuardedLab:
    """Runs statements in a lab as `run_statement` does for a desk, whatever they join and however odd the rows are."""

    def __init__(self, lab: Lab, policy: PolicySpec = HIDING) -> None:
        self.lab = lab
        self._policy = policy
        self._database = Database("shop", DatabaseSpec(), lab.url, _ASKER)
        self._schema = introspect(self._database, policy)

    def rows(self, statement: str) -> tuple[tuple[Any, ...], ...]:
        """What the statement returns under guard; raises ToolError."""
        checked = check_statement(statement, self._schema, self._schema.dialect, self._policy.allow_functions)
        bound = bound_parameters(checked, {}, _ASKER)
        tree = apply_policy(checked.tree, self._schema, self._policy, _ASKER)
        declared = declared_outputs(checked.tree, self._schema)
        return self._database.fetch(tree, bound, self._policy, Deadline(60), declared).rows

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
