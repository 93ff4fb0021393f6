"""A job that kills each worker that takes it ends as failed, and its owner is told, instead of killing for ever."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from crew.settings import Settings
from crew.store.store import Store
from crew.workers.working import JobWorker
from tests.store.builders import Clock

ROOT = Path(__file__).parents[2]


def test_a_job_that_kills_its_workers_ends_as_failed_after_five(
    store_url: str, shop: Path, environment: dict[str, str], domain: str
) -> None:
    request = {"report": "weekly", "due_at": datetime(2025, 10, 20, 7, tzinfo=UTC).isoformat()}
    with Store.open(store_url) as store:
        job = store.submit_job("report", domain=domain, asker="finance", request=request, key=None)
        command = [sys.executable, "-m", "tests.workers.dying", job, "7"]
        done = subprocess.run(
            command, cwd=shop, env={**environment, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
        )

        assert done.stdout.split() == ["-9"] * 5 + ["0"] * 2, done.stderr
        failed = store.job(job)
        assert (failed.state, failed.attempts) == ("failed", 6)
        assert "It was begun 5 times and never came to an end" in (failed.detail or "")
        assert [store.parcel(each.parcel).subject for each in store.deliveries()] == [
            "Report “Revenue by region” could not be made"
        ]


def test_a_failing_report_is_tried_again_as_its_schedule_says_and_then_tells_its_owner(
    state: Store, settings: Settings, shop: Path, domain: str, clock: Clock
) -> None:
    path = shop / "config/reports/weekly.yaml"
    path.write_text(path.read_text() + 'schedule: {cron: "0 7 * * *", retries: 2, retry_wait_seconds: 60}\n')
    away = shop / "shop.sqlite"
    away.rename(shop / "away.sqlite")
    request = {"report": "weekly", "due_at": datetime(2025, 10, 20, 7, tzinfo=UTC).isoformat()}
    job = state.submit_job("report", domain=domain, asker="finance", request=request, key=None)
    state.note_published(job)
    worker = JobWorker(state, settings, shop / "config", holder="worker", lease=timedelta(minutes=1), clock=clock)
    waits = []
    for _ in range(3):
        began = clock.now
        worker.work(job)
        if state.job(job).state == "queued":
            assert state.deliveries() == [], "nobody is told before the last try"
            while not state.jobs_to_publish([domain]):
                clock.now += timedelta(seconds=5)
            waits.append((clock.now - began).total_seconds())
            state.note_published(job)

    first, second = waits
    assert (60 <= first < 100, 120 <= second < 160) == (True, True), waits
    failed = state.job(job)
    assert (failed.state, failed.attempts) == ("failed", 3)
    assert [state.parcel(each.parcel).subject for each in state.deliveries()] == [
        "Report “Revenue by region” could not be made"
    ]


def test_a_report_that_is_well_again_is_made_and_tells_no_one(
    state: Store, settings: Settings, shop: Path, domain: str, clock: Clock
) -> None:
    path = shop / "config/reports/weekly.yaml"
    path.write_text(path.read_text() + 'schedule: {cron: "0 7 * * *"}\n')
    (shop / "shop.sqlite").rename(shop / "away.sqlite")
    request = {"report": "weekly", "due_at": datetime(2025, 10, 20, 7, tzinfo=UTC).isoformat()}
    job = state.submit_job("report", domain=domain, asker="finance", request=request, key=None)
    worker = JobWorker(state, settings, shop / "config", holder="worker", lease=timedelta(minutes=1), clock=clock)
    worker.work(job)
    (shop / "away.sqlite").rename(shop / "shop.sqlite")
    worker.work(job)

    assert (state.job(job).state, state.job(job).attempts) == ("done", 2)
    assert [state.parcel(each.parcel).content["facts"]["status"] for each in state.deliveries()] == ["verified"]
