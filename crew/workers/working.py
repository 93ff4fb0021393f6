"""Does one job: whoever claims it in the store does it, goes on with what a lost worker left, and notes its end."""

import logging
import threading
from collections.abc import Callable
from datetime import date, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

from crew.errors import CrewError
from crew.kept_desks import KeptDesks
from crew.load import load_configuration
from crew.quiet import import_libraries
from crew.reports.loading import load_report
from crew.schedule.reporting import ReportPerformer
from crew.schedule.specs import ScheduleSpec
from crew.settings import Settings
from crew.store.schedule_records import JobRecord
from crew.store.store import Store, now_utc
from crew.stored_answers import stored_answer
from tools.asker import Asker

_LOG = logging.getLogger(__name__)

_MOST_LOST = 5
"""Workers that may be lost over a job before it is taken for what kills them."""


_NEEDED = (
    "crew.assemble",
    "crew.flow",
    "crew.reports.running",
    "crew.reports.render.pages",
    "crew.reports.render.pdf",
    "crew.reports.charts.draw",
    "tools.documents.lance_index",
)


def import_what_jobs_need() -> None:
    """Import once, before any job is taken, so that a job's time and lease are its own."""
    import_libraries()
    for name in _NEEDED:
        import_module(name)


class JobWorker:
    """Works on jobs with one store; may do several at once, in threads."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        folder: Path | None,
        *,
        holder: str,
        lease: timedelta,
        clock: Callable[[], datetime] = now_utc,
    ) -> None:
        self._store = store
        self._settings = settings
        self._folder = folder
        self._holder = holder
        self._lease = lease
        self._clock = clock
        self._desks = KeptDesks(settings, folder)
        self._performer = ReportPerformer(store, settings, folder, desks=self._desks)

    def work(self, job: str) -> bool:
        """Do a job if it is free. False when a source it needs has no free slot, and it is to be tried again soon."""
        record = self._store.claim_job(job, holder=self._holder, lease=self._lease)
        if record is None:
            return True
        if record.attempts > _MOST_LOST and record.attempts > (most := _MOST_LOST + self._retries(record)):
            self._fail(record, f"It was begun {most} times and never came to an end. {record.detail or ''}".strip())
            return True
        full = self._without_slot(record)
        if full is not None:
            detail = f"Waits for a slot of source `{full}`."
            self._store.put_back_job(job, holder=self._holder, detail=detail)
            return False
        with _Holding(self._store, record.id, self._holder, self._lease):
            self._do(record)
        return True

    def close_old_desks(self) -> None:
        """Close desks that were kept for further jobs, once they are old."""
        self._desks.close_old()

    def close(self) -> None:
        """Close the desks that were kept for further jobs."""
        self._desks.close()

    def _do(self, record: JobRecord) -> None:
        try:
            result = self._ask(record) if record.kind == "ask" else self._report(record)
        except CrewError as error:
            self._again_or_fail(record, str(error))
        except Exception as error:  # noqa: BLE001 - logged with its traceback; the worker goes on
            _LOG.exception("Job %s", record.id)
            self._again_or_fail(record, f"{type(error).__name__}: {error}")
        else:
            self._store.end_job(record.id, holder=self._holder, state="done", result=result)

    def _ask(self, record: JobRecord) -> dict[str, Any]:
        request = record.request
        asker = Asker(id=record.asker, groups=tuple(request.get("groups", ())))
        today = date.fromisoformat(request["today"]) if request.get("today") else None
        with self._desks.lent(record.domain, asker=asker, today=today) as desk:
            if record.run is None:
                answer = desk.ask(request["question"], on_run=lambda run: self._note_run(record, run))
            else:
                begun = self._store.run(record.run)
                answer = stored_answer(begun) if begun.answer else desk.resume(begun)
        return {"run": answer.run_id, "status": answer.status, "answer": answer.answer}

    def _report(self, record: JobRecord) -> dict[str, Any]:
        report, due_at = record.request["report"], datetime.fromisoformat(record.request["due_at"])
        return {"status": self._performer.perform(report, due_at)}

    def _again_or_fail(self, record: JobRecord, reason: str) -> None:
        """Let a report be tried again as its schedule says; a question has failed."""
        spec = self._schedule_of(record)
        if spec is not None:
            give_up_at = record.submitted_at + timedelta(minutes=spec.window_minutes)
            next_try = spec.next_try(record.attempts, now=self._clock(), give_up_at=give_up_at)
            if next_try is not None:
                self._store.put_off_job(record.id, holder=self._holder, until=next_try, detail=reason)
                return
        self._fail(record, reason)

    def _retries(self, record: JobRecord) -> int:
        spec = self._schedule_of(record)
        return 0 if spec is None else spec.retries

    def _schedule_of(self, record: JobRecord) -> ScheduleSpec | None:
        if record.kind != "report":
            return None
        try:
            return load_report(record.request["report"], settings=self._settings, folder=self._folder).spec.schedule
        except CrewError:
            return None  # its file is gone or wrong, which no waiting mends

    def _fail(self, record: JobRecord, reason: str) -> None:
        is_mine = self._store.end_job(record.id, holder=self._holder, state="failed", detail=reason)
        if is_mine and record.kind == "report":
            self._performer.tell_owner(
                record.request["report"], datetime.fromisoformat(record.request["due_at"]), reason
            )

    def _note_run(self, record: JobRecord, run: str) -> None:
        self._store.note_job_run(record.id, holder=self._holder, run=run)

    def _without_slot(self, record: JobRecord) -> str | None:
        """The source that has no free slot; its domain says how many jobs may use it at once."""
        try:
            domain = load_configuration(record.domain, settings=self._settings, folder=self._folder).domain
        except CrewError:
            return None  # told when the job opens its desk
        limits = {f"{record.domain}/{source}": limit for source, limit in domain.concurrency.items()}
        return self._store.take_slots(record.id, holder=self._holder, limits=limits, lease=self._lease)


class _Holding:
    """Renews a job's lease until the block ends."""

    def __init__(self, store: Store, job: str, holder: str, lease: timedelta) -> None:
        self._store, self._job, self._holder, self._lease = store, job, holder, lease
        self._ended = threading.Event()

    def __enter__(self) -> None:
        threading.Thread(target=self._renew, name="lease", daemon=True).start()

    def __exit__(self, *_exception: object) -> None:
        self._ended.set()

    def _renew(self) -> None:
        while not self._ended.wait(self._lease.total_seconds() / 3):
            try:
                self._store.renew_job(self._job, holder=self._holder, lease=self._lease)
            except CrewError as error:
                _LOG.warning("The lease of job %s could not be renewed: %s", self._job, error)
