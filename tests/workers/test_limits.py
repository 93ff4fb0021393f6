"""A source that has no free slot is waited for, and a job that waits counts as one that was never begun."""

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from crew.schedule.reporting import ReportPerformer
from crew.settings import Settings
from crew.store.store import Store
from crew.workers.working import JobWorker

MINUTE = timedelta(minutes=1)


def submit(store: Store, domain: str, day: int) -> str:
    """A run of the report."""
    request = {"report": "weekly", "due_at": datetime(2025, 10, day, tzinfo=UTC).isoformat()}
    return store.submit_job("report", domain=domain, asker="finance", request=request, key=None)


def test_a_job_beyond_the_limit_of_its_source_waits_in_the_queue(
    state: Store, settings: Settings, shop: Path, domain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = shop / f"config/domains/{domain}.yaml"
    path.write_text(path.read_text() + "concurrency: {shop: 1}\n")
    begun, go_on = threading.Event(), threading.Event()

    def slow(_performer: ReportPerformer, _report: str, _due_at: datetime) -> str:
        begun.set()
        assert go_on.wait(60)
        return "verified"

    monkeypatch.setattr(ReportPerformer, "perform", slow)
    first, second = submit(state, domain, 1), submit(state, domain, 2)
    workers = [JobWorker(state, settings, shop / "config", holder=name, lease=MINUTE) for name in ("one", "other")]
    working = threading.Thread(target=workers[0].work, args=(first,))
    working.start()
    assert begun.wait(60)

    assert not workers[1].work(second), "it is to be tried again soon"
    waiting = state.job(second)
    assert (waiting.state, waiting.attempts) == ("queued", 0)
    assert f"{domain}/shop" in (waiting.detail or "")

    go_on.set()
    working.join(60)
    assert workers[1].work(second)
    assert [state.job(job).state for job in (first, second)] == ["done", "done"]
