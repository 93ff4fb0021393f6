"""A small file that tells a watcher whether the scheduler lives, and what it is at."""

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from crew.delivery.holder import this_process
from crew.errors import StoreUnavailable, WrongInput
from crew.store.store import Store, now_utc


class HealthFile:
    """Written at each look at the store, whole or not at all."""

    def __init__(self, path: Path, clock: Callable[[], datetime] = now_utc) -> None:
        self.path = path
        self._clock = clock

    def write(self, store: Store, running: Sequence[str], problem: str | None) -> None:
        """Tell what goes on."""
        status = "unwell" if problem else "well"
        counts: dict[str, Any] = {"status": status, "problem": problem, "running": sorted(running)}
        with suppress(StoreUnavailable):
            next_due = store.next_due_time()
            counts["next_due"] = next_due.isoformat() if next_due else None
            counts["failed"] = [
                f"{run.report} {run.due_at.isoformat()}" for run in store.due_runs(state="failed", limit=5)
            ]
            counts["unknown_deliveries"] = len(store.deliveries(state="unknown"))
        self._put(counts)

    def write_stopped(self) -> None:
        """Tell that the process has ended as it was told to."""
        self._put({"status": "stopped"})

    def read(self) -> dict[str, Any] | None:
        """What was written last, or None."""
        try:
            content: dict[str, Any] = json.loads(self.path.read_text())
        except (OSError, ValueError):
            return None
        return content

    def age(self) -> float | None:
        """Seconds since it was written, or None."""
        content = self.read()
        return None if content is None else (self._clock() - datetime.fromisoformat(content["at"])).total_seconds()

    def _put(self, content: dict[str, Any]) -> None:
        whole = {"at": self._clock().isoformat(), "process": this_process(), **content}
        part = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(whole, indent=2) + "\n")
            part.replace(self.path)
        except OSError as error:
            raise WrongInput(f"--health-file {self.path} cannot be written: {error.strerror}.") from error
