"""Marks: what people say of a run's answer, kept with who said it and when."""

from sqlalchemy import insert, select

from crew.store import run_tables
from crew.store.base import StoreBase
from crew.store.records import MarkRecord, RunRecord
from tools.asker import Asker

_marks = run_tables.marks

SETTLED = ("approved", "rejected")
"""Verdicts that settle an answer which needs review."""


class Marks(StoreBase):
    """Keeps and finds marks."""

    def mark_run(self, run: str, by: Asker, verdict: str, why: str) -> int:
        """Keep a person's verdict on a run, sealed by its log, and return its number. Raises UnknownRun."""
        with self._writing_run(run) as connection:
            sequence = self._next(connection, _marks, _marks.c.run == run)
            row = {
                "run": run,
                "sequence": sequence,
                "at": self._clock(),
                "marked_by": by.id,
                "verdict": verdict,
                "why": why,
            }
            connection.execute(insert(_marks).values(row))
            key = (_marks.c.run == run) & (_marks.c.sequence == sequence)
            facts = {"key": str(sequence), "verdict": verdict}
            self._log_record(connection, _marks, key, event="run_marked", facts=facts)
        return sequence

    def marks(self, run: str) -> list[MarkRecord]:
        """What people said of a run, in order."""
        query = select(_marks).where(_marks.c.run == run).order_by(_marks.c.sequence)
        with self._reading() as connection:
            return [MarkRecord.model_validate(dict(row)) for row in connection.execute(query).mappings()]

    def runs_to_review(self, asker: Asker, *, domain: str | None = None) -> list[RunRecord]:
        """Runs that need review and that no one has settled, oldest first: one's own, for an auditor everyone's."""
        runs = run_tables.runs
        settled = select(_marks.c.run).where(_marks.c.verdict.in_(SETTLED))
        query = select(runs).where(runs.c.status == "needs_review", runs.c.id.not_in(settled))
        if not asker.is_auditor:
            query = query.where(runs.c.asker == asker.id)
        if domain is not None:
            query = query.where(runs.c.domain == domain)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(runs.c.started_at)).mappings()
            return [RunRecord.model_validate(dict(row)) for row in rows]
