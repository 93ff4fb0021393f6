"""A database of a test, and the offline model asked over it, without a semantic layer or with a drafted one."""

import sqlite3
from datetime import date
from pathlib import Path
from typing import Any

from crew.models.offline.analyst import answer
from tasks.blocks import render_blocks
from tasks.dates.periods import comparison_periods, find_periods, named_period
from tasks.plan import Plan
from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.compile import compile_query
from tools.sql.database import Database
from tools.sql.draft_semantics import draft_semantics
from tools.sql.introspect import introspect
from tools.sql.looks import Looks
from tools.sql.named_values import with_named_values
from tools.sql.schema_block import schema_block
from tools.sql.semantics import Semantics
from tools.sql.specs import CalendarSpec, DatabaseSpec, PolicySpec, SemanticSpec
from tools.sql.statement import run_statement

TODAY = date(2025, 6, 18)


class Asked:
    """The database, and the offline model asked over it."""

    def __init__(
        self, name: str, path: Path, tables: str, *, is_drafted: bool = False, spec: SemanticSpec | None = None
    ) -> None:
        self._name = name
        with sqlite3.connect(path) as connection:
            connection.executescript(tables)
        url = f"sqlite:///{path}"
        self._asker = Asker(id="rosa")
        self._database = Database(self._name, DatabaseSpec(url=url), url, self._asker)
        self._schema = introspect(self._database, PolicySpec(), SemanticSpec())
        self._spec = draft_semantics(self._schema) if is_drafted else spec or SemanticSpec()
        self._looks = Looks(
            self._database, self._schema, PolicySpec(), self._asker, Deadline(None), seconds=5, max_rows=20
        )

    def plan(self, question: str, language: str = "en") -> Plan:
        """What the offline model plans."""
        calendar = CalendarSpec()
        found = find_periods(question, TODAY, calendar)
        about = found[0] if found else named_period("last quarter", TODAY, calendar)
        blocks: dict[str, Any] = {
            "task": {"name": "plan", "role": "supervisor"},
            "question": {"text": question, "language": language, "today": TODAY.isoformat()},
            "periods": {"found": found, "comparisons": comparison_periods(about) if about else {}},
            "sources": [{"name": self._name, "kind": "database"}],
            "schema": {self._name: schema_block(with_named_values(self._schema, question, self._looks))},
            "semantics": {self._name: self._spec},
        }
        return Plan.model_validate_json(answer([{"role": "user", "content": render_blocks(blocks)}], []).text or "")

    def rows(self, question: str, language: str = "en") -> list[tuple[Any, ...]] | None:
        """The rows of the planned statement; None where it is not planned."""
        plan = self.plan(question, language)
        if plan.decision != "plan" or plan.steps[0].query is None:
            return None
        semantics = Semantics.of(self._spec, self._schema)
        compiled = compile_query(plan.steps[0].query, self._schema, semantics)
        found = run_statement(
            self._database, self._schema, compiled.statement, compiled.parameters, semantics=semantics,
            policy=PolicySpec(), asker=self._asker, deadline=Deadline(30),
        )  # fmt: skip
        return [tuple(row) for row in getattr(found, "rows", ())]
