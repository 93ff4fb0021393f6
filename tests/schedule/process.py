"""One scheduler process over a store; each run appends a line to a file, and takes as long as it is told to."""

import signal
import sys
import threading
import time
from datetime import datetime, timedelta
from pathlib import Path

from crew.schedule.scheduler import Pace, Scheduler
from crew.schedule.specs import ScheduleSpec
from crew.store.store import Store


class Appending:
    """Runs a report by appending a line when it begins, and another when it ends."""

    def __init__(self, path: Path, seconds: float) -> None:
        self._path = path
        self._seconds = seconds

    def perform(self, report: str, due_at: datetime) -> str:
        """Append, wait, append."""
        self._append(f"began {report} {due_at.isoformat()}")
        time.sleep(self._seconds)
        self._append(f"ended {report} {due_at.isoformat()}")
        return "done"

    def tell_owner(self, report: str, due_at: datetime, reason: str) -> None:
        """Append why."""
        self._append(f"told {report} {due_at.isoformat()} {reason}")

    def _append(self, line: str) -> None:
        with self._path.open("a") as file:
            file.write(line + "\n")


def main(url: str, path: str, reports: str, seconds: str, grace: str) -> None:
    """Run until SIGTERM."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    rules = {name: ScheduleSpec(cron="0 7 * * *", missed="all") for name in reports.split(",")}
    pace = Pace(sleep=0.1, grace=float(grace), lease=timedelta(seconds=2))
    with Store.open(url) as store:
        has_ended = Scheduler(store, lambda: rules, Appending(Path(path), float(seconds)), pace=pace).run_until(stop)
    sys.stdout.write("ended" if has_ended else "handed back")
    sys.stdout.flush()
    import os

    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:6])
