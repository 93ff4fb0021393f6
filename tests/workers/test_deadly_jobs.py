"""A job that kills each worker that takes it ends as failed, and its owner is told, instead of killing for ever."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from crew.store.store import Store

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
        assert "5 workers were lost over it" in (failed.detail or "")
        assert [store.parcel(each.parcel).subject for each in store.deliveries()] == [
            "Report “Revenue by region” could not be made"
        ]
