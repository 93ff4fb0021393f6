"""Runs what is due, once, on as many processes as there are: who has claimed a due run in the store has it."""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from crew.delivery.delivering import Deliverer
from crew.delivery.holder import this_process
from crew.delivery.outbox import Outbox
from crew.errors import CrewError, StoreUnavailable
from crew.schedule.book import Book, Rules
from crew.schedule.health import HealthFile
from crew.schedule.specs import ScheduleSpec
from crew.store.schedule_records import DueRunRecord
from crew.store.store import Store, now_utc

_LOG = logging.getLogger(__name__)

_LEASE = timedelta(seconds=60)
_LONGEST_SLEEP = 5.0
"""Seconds between looks at the store, so that a changed clock or a new file is noticed."""


class Performer(Protocol):
    """Does what a due run is for."""

    def perform(self, report: str, due_at: datetime) -> str:
        """Run a report for a due time and post what is to be delivered; doing it again posts nothing twice."""

    def tell_owner(self, report: str, due_at: datetime, reason: str) -> None:
        """Tell who answers for a report that a run of it has failed for good."""


@dataclass(frozen=True)
class Pace:
    """How much at once, and how long things may take."""

    abreast: int = 2
    """Reports that run at the same time."""
    lease: timedelta = _LEASE
    sleep: float = _LONGEST_SLEEP
    grace: float = 25.0
    """Seconds that running reports get to end after SIGTERM, before they are handed back."""


class Scheduler:
    """One process's part in running all schedules of a store."""

    def __init__(
        self,
        store: Store,
        rules: Callable[[], Rules],
        performer: Performer,
        *,
        deliverer: Deliverer | None = None,
        outbox: Outbox | None = None,
        pace: Pace = Pace(),
        clock: Callable[[], datetime] = now_utc,
    ) -> None:
        self._store = store
        self._book = Book(store, rules, clock)
        self._performer = performer
        self._deliverer = deliverer
        self._outbox = outbox
        self._pace = pace
        self._clock = clock
        self._holder = f"{this_process()}:{id(self):x}"
        self._running: dict[Future[None], DueRunRecord] = {}
        self._failures = 0

    def run_due(self) -> int:
        """Run all that is due now, and deliver what waits; returns how many runs failed for good."""
        with ThreadPoolExecutor(self._pace.abreast, thread_name_prefix="report") as pool, self._renewing():
            self._start_waiting(pool, until_none_is_left=True)
        if self._deliverer is not None:
            self._deliverer.deliver_waiting()
        return self._failures

    def run_until(self, stop: threading.Event, health: HealthFile | None = None) -> bool:
        """Run what is due as it comes, until told to stop. True when everything had ended by then.

        What is still running after the grace is handed back, for another process to begin anew; the caller is to end
        this process then, as the work itself cannot be interrupted.
        """
        pool = ThreadPoolExecutor(self._pace.abreast, thread_name_prefix="report")
        with self._renewing():
            while not stop.is_set():
                problem = self._look(pool)
                if health is not None:
                    health.write(self._store, [run.report for run in self._running.values()], problem)
                stop.wait(self._sleep_seconds())
            pool.shutdown(wait=False, cancel_futures=True)
            has_ended = self._end_well()
        if health is not None:
            health.write_stopped()
        return has_ended

    def _look(self, pool: ThreadPoolExecutor) -> str | None:
        """One look at the store; a store that is away for a while is told in the health file, and looked at again."""
        try:
            self._start_waiting(pool)
            if self._outbox is not None:
                self._outbox.look()
        except CrewError as error:
            return str(error)
        return None

    def _start_waiting(self, pool: ThreadPoolExecutor, *, until_none_is_left: bool = False) -> None:
        rules = self._book.note()
        while True:
            self._book.open_due_runs(rules)
            self._forget_ended()
            while len(self._running) < self._pace.abreast:
                run = self._store.claim_due_run(list(rules), holder=self._holder, lease=self._pace.lease)
                if run is None:
                    break
                self._running[pool.submit(self._run, run, rules[run.report])] = run
            if not (until_none_is_left and self._running):
                return
            wait_for(self._running, return_when="FIRST_COMPLETED")

    def _run(self, run: DueRunRecord, spec: ScheduleSpec) -> None:
        if run.attempts > spec.retries + 1:
            self._fail(run, "Each process that ran it ended before it did.")
            return
        if self._clock() > run.give_up_at and run.attempts > 1:
            self._fail(run, f"Its window of {spec.window_minutes:g} minutes is over. {run.detail or ''}".strip())
            return
        try:
            detail = self._performer.perform(run.report, run.due_at)
        except CrewError as error:
            self._again_or_fail(run, spec, str(error))
        except Exception as error:  # noqa: BLE001 - logged with its traceback; the others go on
            _LOG.exception("Report %s, due at %s", run.report, run.due_at)
            self._again_or_fail(run, spec, f"{type(error).__name__}: {error}")
        else:
            self._store.end_due_run(run.id, holder=self._holder, state="done", detail=detail)

    def _again_or_fail(self, run: DueRunRecord, spec: ScheduleSpec, reason: str) -> None:
        next_try = spec.next_try(run.attempts, now=self._clock(), give_up_at=run.give_up_at)
        if next_try is None:
            self._fail(run, reason)
        else:
            self._store.put_off_due_run(run.id, holder=self._holder, until=next_try, detail=reason)

    def _fail(self, run: DueRunRecord, reason: str) -> None:
        self._failures += 1
        if self._store.end_due_run(run.id, holder=self._holder, state="failed", detail=reason):
            self._performer.tell_owner(run.report, run.due_at, reason)

    def _end_well(self) -> bool:
        end = time.monotonic() + self._pace.grace
        wait_for(self._running, timeout=self._pace.grace)
        self._forget_ended()
        for run in self._running.values():
            self._store.put_off_due_run(
                run.id,
                holder=self._holder,
                until=self._clock(),
                detail="Handed back by a process that ended.",
                counts=False,
            )
        has_delivered = self._outbox is None or self._outbox.close(max(0.0, end - time.monotonic()))
        return has_delivered and not self._running

    def _forget_ended(self) -> None:
        self._running = {future: run for future, run in self._running.items() if not future.done()}

    def _sleep_seconds(self) -> float:
        return min(1.0, self._pace.sleep) if self._running else self._pace.sleep

    def _renewing(self) -> "_Renewing":
        return _Renewing(self._renew, self._pace.lease.total_seconds() / 3)

    def _renew(self) -> None:
        for run in list(self._running.values()):
            with suppress(StoreUnavailable):
                self._store.renew_due_run(run.id, holder=self._holder, lease=self._pace.lease)


class _Renewing:
    """A thread that renews leases until the block ends."""

    def __init__(self, renew: Callable[[], None], every: float) -> None:
        self._renew, self._every = renew, every
        self._ended = threading.Event()

    def __enter__(self) -> None:
        threading.Thread(target=self._keep, name="leases", daemon=True).start()

    def __exit__(self, *_exception: object) -> None:
        self._ended.set()

    def _keep(self) -> None:
        while not self._ended.wait(self._every):
            self._renew()
