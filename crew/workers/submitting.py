"""Hands work to the workers: kept in the store first, so that a broker that is away, or forgets, loses nothing."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from crew.reports.loading import load_report
from crew.schedule.reporting import ReportPerformer
from crew.settings import Settings
from crew.store.store import Store
from crew.workers.broker import celery_app, publish


class Submitter:
    """Keeps jobs and tells the broker of them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._app = celery_app(settings)

    def submit(
        self,
        kind: Literal["ask", "report"],
        *,
        domain: str,
        asker: str,
        request: dict[str, Any],
        key: str | None = None,
    ) -> str:
        """Keep a job, tell the broker, and return the job's id. Raises BrokerUnavailable; the job is kept then too."""
        job = self._store.submit_job(kind, domain=domain, asker=asker, request=request, key=key)
        publish(self._app, job, domain)
        self._store.note_published(job)
        return job


class SubmittingPerformer:
    """Lets workers run what is due."""

    def __init__(self, store: Store, settings: Settings, folder: Path | None = None) -> None:
        self._submitter = Submitter(store, settings)
        self._here = ReportPerformer(store, settings, folder)
        self._settings = settings
        self._folder = folder

    def perform(self, report: str, due_at: datetime) -> str:
        """Submit a job for it; the same due time is the same job."""
        spec = load_report(report, settings=self._settings, folder=self._folder).spec
        moment = due_at.astimezone(UTC).isoformat()
        job = self._submitter.submit(
            "report",
            domain=spec.domain,
            asker=spec.run_as.id,
            request={"report": report, "due_at": moment},
            key=f"report {report} {moment}",
        )
        return f"job {job}"

    def tell_owner(self, report: str, due_at: datetime, reason: str) -> None:
        """It could not even be submitted."""
        self._here.tell_owner(report, due_at, reason)
