"""Report runs, noted before they begin so that none happens twice unseen."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from crew.store import delivery_tables
from crew.store.base import StoreBase
from crew.store.delivery_records import ReportRunRecord
from crew.store.ids import new_id
from crew.store.parcels import empty_parcels_where, holding, is_awaited
from tools.evidence import digest

_reports = delivery_tables.report_runs


class ReportRuns(StoreBase):
    """Keeps when reports ran and how they ended."""

    def claim_report(self, report: str, *, due_at: datetime, run_as: str) -> str | None:
        """Begin a report's run for one due time and return its id; None when it has been claimed already."""
        now = self._clock()
        row = {
            "id": new_id(now),
            "report": report,
            "due_at": due_at,
            "claim": digest([report, due_at.astimezone(UTC).isoformat()]),
            "run_as": run_as,
            "started_at": now,
        }
        try:
            with self._writing() as connection:
                connection.execute(insert(_reports).values(row))
        except IntegrityError:
            return None
        return str(row["id"])

    def finish_report(self, report_run: str, *, status: str, outcome: dict[str, Any] | None = None) -> None:
        """Note how a report's run ended."""
        values = {"status": status, "outcome": outcome, "ended_at": self._clock()}
        with self._writing() as connection:
            connection.execute(update(_reports).where(_reports.c.id == report_run).values(values))

    def report_runs(
        self, report: str | None = None, *, due_at: datetime | None = None, limit: int = 20
    ) -> list[ReportRunRecord]:
        """The latest runs of one report, or of all, newest first; with `due_at` those for that moment."""
        query = select(_reports).order_by(_reports.c.due_at.desc(), _reports.c.id.desc()).limit(limit)
        if report is not None:
            query = query.where(_reports.c.report == report)
        if due_at is not None:
            query = query.where(_reports.c.due_at == due_at)
        with self._reading() as connection:
            rows = connection.execute(query).mappings().all()
        return [ReportRunRecord.model_validate({k: row[k] for k in ReportRunRecord.model_fields}) for row in rows]

    def drop_report_outcomes(self, report: str, *, before: datetime, most: int) -> int:
        """Forget what a report's runs said, and what was delivered of them; returns how many.

        The latest `most` stay, as far as they began since a moment; so does what is still to be delivered of others.
        """
        query = select(_reports.c.id, _reports.c.started_at).where(
            _reports.c.report == report, _reports.c.outcome.is_not(None)
        )
        with self._reading() as connection:
            kept = connection.execute(query.order_by(_reports.c.started_at.desc(), _reports.c.id.desc())).all()
            gone = [row.id for row in kept if row.started_at < before]
            gone += [r.id for r in kept[most:] if r.started_at >= before and not is_awaited(connection, r.id)]
        for one in gone:
            with self._writing() as connection:
                connection.execute(update(_reports).where(_reports.c.id == one).values(outcome=None))
                empty_parcels_where(connection, holding(report_run=one), self._clock())
        return len(gone)
