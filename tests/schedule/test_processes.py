"""Several processes on one store: each due time runs once, and none is lost when a process ends, well or not."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import create_engine, text

from crew.store.store import Store

ROOT = Path(__file__).parents[2]


def start(url: str, lines: Path, reports: str, *, seconds: float = 0.05, grace: float = 5) -> subprocess.Popen[bytes]:
    """A scheduler process."""
    command = [sys.executable, "-m", "tests.schedule.process", url, str(lines), reports, str(seconds), str(grace)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)


def make_due(url: str, reports: str, days: int) -> None:
    """Note schedules whose next due time lies some days back."""
    from crew.schedule.book import rules_digest
    from crew.schedule.specs import ScheduleSpec

    digest = rules_digest(ScheduleSpec(cron="0 7 * * *", missed="all"))
    first = datetime.now(UTC).replace(hour=7, minute=0, second=0, microsecond=0) - timedelta(days=days)
    with Store.open(url) as store:
        store.note_schedules(dict.fromkeys(reports.split(","), (digest, first)))


def wait_until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Wait, but not for ever."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def began(lines: Path) -> list[str]:
    """The runs that began."""
    return [line for line in lines.read_text().splitlines() if line.startswith("began")] if lines.exists() else []


def ended(lines: Path) -> list[str]:
    """The runs that ended."""
    return [line for line in lines.read_text().splitlines() if line.startswith("ended")] if lines.exists() else []


def count_open(url: str) -> int:
    """Runs that wait or go on."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT count(*) FROM due_runs WHERE state IN ('waiting', 'running')")).scalar()
    engine.dispose()
    return int(found or 0)


def test_several_processes_run_each_due_time_once(store_url: str, lines: Path) -> None:
    reports = "a,b,c,d"
    make_due(store_url, reports, days=3)
    processes = [start(store_url, lines, reports) for _ in range(3)]
    try:
        wait_until(lambda: len(ended(lines)) >= 12 and count_open(store_url) == 0)
    finally:
        for process in processes:
            process.terminate()
    assert [process.wait(30) for process in processes] == [0, 0, 0]

    assert len(began(lines)) == len(set(began(lines))) == len(ended(lines))


def test_a_process_told_to_end_ends_its_run_first(store_url: str, lines: Path) -> None:
    make_due(store_url, "a", days=1)
    process = start(store_url, lines, "a", seconds=1.5)
    wait_until(lambda: began(lines) != [])
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=30)

    assert (process.returncode, output) == (0, b"ended")
    assert len(ended(lines)) == 1


def test_a_run_that_would_take_too_long_is_handed_back(store_url: str, lines: Path) -> None:
    make_due(store_url, "a", days=1)
    process = start(store_url, lines, "a", seconds=60, grace=0.3)
    wait_until(lambda: began(lines) != [])
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=30)

    assert (process.returncode, output) == (0, b"handed back")
    with Store.open(store_url) as store:
        states = [(run.state, run.attempts) for run in store.due_runs("a")]
    assert ("waiting", 0) in states


def test_a_killed_process_s_run_is_taken_up_by_another(store_url: str, lines: Path) -> None:
    make_due(store_url, "a", days=0 if datetime.now(UTC).hour >= 7 else 1)
    first = start(store_url, lines, "a", seconds=60)
    wait_until(lambda: began(lines) != [])
    first.kill()
    first.wait()
    second = start(store_url, lines, "a")
    try:
        wait_until(lambda: len(ended(lines)) >= 1)
    finally:
        second.terminate()
        second.wait(30)

    assert len(began(lines)) >= 2
