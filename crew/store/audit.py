"""The audit log of each run, and whether it still proves what happened."""

from typing import Any

from sqlalchemy import Connection, select

from crew.store import run_tables
from crew.store.audit_records import AuditHead, AuditRow, Problem
from crew.store.base import StoreBase
from crew.store.signing import export_place, read_export
from crew.store.verification import Kept, problems_of


class AuditLog(StoreBase):
    """Appends to the log and verifies it."""

    def append_audit(self, run: str, event: str, facts: dict[str, Any] | None = None) -> None:
        """Add an event of one's own to the run's log. Facts outlive retention: no content, only names and digests."""
        with self._writing_run(run) as connection:
            self._log(connection, run, event, facts or {})

    def audit(self, run: str) -> list[AuditRow]:
        """The run's log, in order."""
        with self._reading() as connection:
            return _rows(connection, run)

    def audit_heads(self, run: str) -> list[AuditHead]:
        """The ends of the run's chain as they were signed, oldest first; they outlive an erased run."""
        with self._reading() as connection:
            return _heads(connection, run)

    def verify(self, run: str) -> list[Problem]:
        """Everything that speaks against the run's log and records; empty when they prove what happened.

        Looks at the chain, its signed heads, the export file, and every record the chain vouches for. A run that is
        still going on has no head yet, so that a cut tail shows only through its records.
        """
        export = self._keeping.export
        with self._snapshot() as connection:
            kept = Kept(
                run=run,
                rows=_rows(connection, run),
                heads=_heads(connection, run),
                exported=[line for line in read_export(export) if line.run == run] if export else [],
                export_place=export_place(export) if export else None,
                key=self._keeping.key,
                records=_records(connection, run),
                payloads=_payloads(connection, run),
            )
        return problems_of(kept)

    def missing_runs(self) -> list[Problem]:
        """Runs of this store that the export file knows and that are gone without having been erased."""
        if self._keeping.export is None:
            return []
        lines = [line for line in read_export(self._keeping.export) if line.store == self.address]
        erased = {line.run for line in lines if line.event == "run_erased"}
        with self._reading() as connection:
            stored = set(connection.execute(select(run_tables.runs.c.id)).scalars())
        gone = sorted({line.run for line in lines} - erased - stored)
        message = "The export file knows this run; the store does not."
        return [Problem(run=run, kind="export", message=message) for run in gone]


def _rows(connection: Connection, run: str) -> list[AuditRow]:
    query = select(run_tables.audit).where(run_tables.audit.c.run == run).order_by(run_tables.audit.c.sequence)
    return [AuditRow.model_validate(dict(row)) for row in connection.execute(query).mappings()]


def _heads(connection: Connection, run: str) -> list[AuditHead]:
    heads = run_tables.audit_heads
    query = select(heads).where(heads.c.run == run).order_by(heads.c.number)
    return [AuditHead.model_validate(dict(row)) for row in connection.execute(query).mappings()]


def _records(connection: Connection, run: str) -> dict[str, list[dict[str, Any]]]:
    found = {}
    for table in (
        run_tables.runs,
        run_tables.steps,
        run_tables.model_calls,
        run_tables.evidence,
        run_tables.completions,
        run_tables.marks,
    ):
        key = table.c.id if table is run_tables.runs else table.c.run
        found[table.name] = [dict(row) for row in connection.execute(select(table).where(key == run)).mappings()]
    return found


def _payloads(connection: Connection, run: str) -> dict[str, Any]:
    payloads = run_tables.evidence_payloads
    query = select(payloads.c.id, payloads.c.payload).where(payloads.c.run == run)
    return {row.id: row.payload for row in connection.execute(query)}
