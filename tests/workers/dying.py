"""Takes up one job in one process after another, each of which dies over it, as the kernel kills what eats memory."""

import os
import signal
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from crew.schedule.reporting import ReportPerformer
from crew.settings import Settings
from crew.store.store import Store
from crew.workers.working import JobWorker

_LEASE = timedelta(seconds=0.5)


def main(job: str, times: str) -> None:
    """Print how each process ended."""
    ReportPerformer.perform = _die  # type: ignore[method-assign]
    for number in range(int(times)):
        process = os.fork()
        if process == 0:
            _work(job, number)
        _, status = os.waitpid(process, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()
        time.sleep(_LEASE.total_seconds() * 1.5)


def _work(job: str, number: int) -> None:
    settings = Settings.read()
    with Store.open(settings.store_url) as store:
        JobWorker(store, settings, Path("config"), holder=f"worker {number}", lease=_LEASE).work(job)
    os._exit(0)


def _die(*_arguments: Any) -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


if __name__ == "__main__":
    main(*sys.argv[1:3])
