"""A clinic with short names, code tables, flags and several dates, asked without a semantic layer."""

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
from tools.sql.introspect import introspect
from tools.sql.schema_block import schema_block
from tools.sql.semantics import Semantics
from tools.sql.specs import CalendarSpec, DatabaseSpec, PolicySpec, SemanticSpec
from tools.sql.statement import run_statement

TODAY = date(2025, 6, 18)
_TABLES = """
CREATE TABLE tbl_ward (ward_cd TEXT PRIMARY KEY, ward_nm TEXT NOT NULL, nbr_beds INTEGER NOT NULL);
CREATE TABLE lk_triage (triage_cd TEXT PRIMARY KEY, triage_desc TEXT NOT NULL);
CREATE TABLE patients (
    pat_id INTEGER PRIMARY KEY, first_nm TEXT NOT NULL, last_nm TEXT NOT NULL, birth_dt DATE NOT NULL,
    ctry_cd TEXT NOT NULL, is_insured BOOLEAN NOT NULL, wt_kg NUMERIC(5, 1) NOT NULL, gp_id INTEGER);
CREATE TABLE stays (
    stay_id INTEGER PRIMARY KEY, pat_id INTEGER NOT NULL REFERENCES patients, ward_cd TEXT NOT NULL REFERENCES tbl_ward,
    admitted_on DATE NOT NULL, discharged_on DATE, triage_cd TEXT NOT NULL REFERENCES lk_triage,
    is_emergency BOOLEAN NOT NULL, cost_eur NUMERIC(8, 2) NOT NULL);
INSERT INTO tbl_ward VALUES ('CAR', 'Cardiology', 20), ('SUR', 'Surgery', 12), ('PED', 'Pediatrics', 8);
INSERT INTO lk_triage VALUES ('R', 'Immediate'), ('Y', 'Urgent'), ('A', 'Admitted');
INSERT INTO patients VALUES
    (1, 'Ada', 'Berg', '1950-03-01', 'DE', 1, 61.5, 7), (2, 'Bo', 'Carls', '1980-07-09', 'FR', 0, 88, NULL),
    (3, 'Cy', 'Dahl', '1975-06-18', 'FR', 1, 102, 7), (4, 'Di', 'Ek', '2015-01-31', 'ES', 1, 30, NULL);
INSERT INTO stays VALUES
    (1, 1, 'CAR', '2024-03-02', '2024-03-12', 'R', 1, 900), (2, 1, 'SUR', '2024-05-04', '2024-05-06', 'Y', 0, 400),
    (3, 2, 'CAR', '2025-06-14', NULL, 'A', 1, 300), (4, 3, 'CAR', '2025-06-16', '2025-06-18', 'Y', 0, 250);
"""


class Clinic:
    """The database, and the offline model asked over it."""

    def __init__(self, path: Path) -> None:
        with sqlite3.connect(path) as connection:
            connection.executescript(_TABLES)
        url = f"sqlite:///{path}"
        self._asker = Asker(id="rosa")
        self._database = Database("clinic", DatabaseSpec(url=url), url, self._asker)
        self._schema = introspect(self._database, PolicySpec(), SemanticSpec())

    def plan(self, question: str, language: str = "en") -> Plan:
        """What the offline model plans."""
        calendar = CalendarSpec()
        found = find_periods(question, TODAY, calendar)
        about = found[0] if found else named_period("last quarter", TODAY, calendar)
        blocks: dict[str, Any] = {
            "task": {"name": "plan", "role": "supervisor"},
            "question": {"text": question, "language": language, "today": TODAY.isoformat()},
            "periods": {"found": found, "comparisons": comparison_periods(about) if about else {}},
            "sources": [{"name": "clinic", "kind": "database"}],
            "schema": {"clinic": schema_block(self._schema)},
            "semantics": {"clinic": SemanticSpec()},
        }
        return Plan.model_validate_json(answer([{"role": "user", "content": render_blocks(blocks)}], []).text or "")

    def rows(self, question: str, language: str = "en") -> list[tuple[Any, ...]] | None:
        """The rows of the planned statement; None where it is not planned."""
        plan = self.plan(question, language)
        if plan.decision != "plan" or plan.steps[0].query is None:
            return None
        semantics = Semantics.of(SemanticSpec(), self._schema)
        compiled = compile_query(plan.steps[0].query, self._schema, semantics)
        found = run_statement(
            self._database, self._schema, compiled.statement, compiled.parameters, semantics=semantics,
            policy=PolicySpec(), asker=self._asker, deadline=Deadline(30),
        )  # fmt: skip
        return [tuple(row) for row in getattr(found, "rows", ())]
