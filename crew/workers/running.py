"""Runs a worker: takes jobs of its domains from the broker, and looks after those that were lost."""

import logging
import os
import random
import socket
import threading
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from crew.delivery.delivering import Deliverer
from crew.delivery.holder import this_process
from crew.delivery.outbox import Outbox
from crew.errors import CrewError, StoreUnavailable
from crew.settings import Settings
from crew.store.store import Store
from crew.workers.broker import TASK, celery_app, publish, queue_of
from crew.workers.working import JobWorker

_LOG = logging.getLogger(__name__)

_SOON = 2.0
"""Seconds after which a job that found no free slot, or no store, is tried again, about."""
_LOOK = 2.0
"""Seconds between looks for lost jobs and for what is to be sent."""
_GRACE = 10.0
"""Seconds that deliveries in hand get to end."""


def run_worker(
    store: Store,
    settings: Settings,
    folder: Path | None,
    *,
    domains: Sequence[str],
    parallel: int,
    lease: timedelta,
) -> int:
    """Work until SIGTERM, which lets the jobs in hand end first. Returns the exit code."""
    app = celery_app(settings)
    worker = JobWorker(store, settings, folder, holder=this_process(), lease=lease)
    domain_of = {queue_of(domain): domain for domain in domains}

    @app.task(name=TASK, bind=True)
    def job(task: Any, job_id: str) -> None:
        try:
            is_done_with = worker.work(job_id)
        except StoreUnavailable as error:
            _LOG.warning("%s", error)
            is_done_with = False
        if not is_done_with:
            domain = domain_of[task.request.delivery_info["routing_key"]]
            publish(app, job_id, domain, in_seconds=_SOON * random.uniform(0.5, 1.5))  # noqa: S311

    stop = threading.Event()
    outbox = Outbox(store, Deliverer(store, settings, stop=stop))
    sweeper = threading.Thread(
        target=_sweep, args=(store, app, outbox, worker, list(domains), stop), name="sweeper", daemon=True
    )
    sweeper.start()
    try:
        running = app.Worker(
            hostname=f"crosscheck-{os.getpid()}@{socket.gethostname()}",  # two of one name lock each other out
            pool="threads",
            concurrency=parallel,
            queues=list(domain_of),
            loglevel="WARNING",
            quiet=True,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=False,
        )
        running.start()
    finally:
        stop.set()
        outbox.close(_GRACE)
        worker.close()
    return int(running.exitcode or 0)


def _sweep(
    store: Store, app: Any, outbox: Outbox, worker: JobWorker, domains: list[str], stop: threading.Event
) -> None:
    """Tell the broker again of jobs that were lost, send what the jobs have posted, and close what is not used."""
    while not stop.wait(_LOOK):
        worker.close_old_desks()
        try:
            for record in store.jobs_to_publish(domains):
                publish(app, record.id, record.domain)
                store.note_published(record.id)
            outbox.look()
        except CrewError as error:
            _LOG.warning("%s", error)
