"""What is due runs once, is made up for as told, is tried again within its window, and tells its owner at last."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from crew.errors import CrewError
from crew.schedule.health import HealthFile
from crew.schedule.scheduler import Pace, Scheduler
from crew.schedule.specs import ScheduleSpec
from crew.store.store import Store
from tests.schedule.conftest import Moment

DAY = timedelta(days=1)


class Performing:
    """Remembers what it was to run, and fails as often as it is told to."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.told: list[str] = []
        self.failures = 0

    def perform(self, report: str, due_at: datetime) -> str:
        """Run, or fail."""
        self.ran.append(f"{report} {due_at:%d %H:%M}")
        if self.failures:
            self.failures -= 1
            raise CrewError("The database is away.")
        return "verified"

    def tell_owner(self, report: str, due_at: datetime, reason: str) -> None:
        """Remember it."""
        self.told.append(f"{report} {due_at:%d %H:%M}: {reason}")


@pytest.fixture
def performing() -> Performing:
    """What runs."""
    return Performing()


@pytest.fixture
def scheduler(state: Store, performing: Performing, moment: Moment) -> Callable[..., Scheduler]:
    """Makes a scheduler with one report, `weekly`, or several."""

    def made(*names: str, **rules: object) -> Scheduler:
        spec = ScheduleSpec.model_validate({"cron": "0 7 * * *", **rules})
        book = dict.fromkeys(names or ("weekly",), spec)
        return Scheduler(state, lambda: book, performing, clock=moment)

    return made


def test_a_report_runs_when_it_is_due_and_not_before_or_again(
    scheduler: Callable[..., Scheduler], performing: Performing, moment: Moment
) -> None:
    one = scheduler()
    one.run_due()
    assert performing.ran == []
    moment.now += DAY
    one.run_due()
    one.run_due()

    assert performing.ran == ["weekly 03 07:00"]


def test_a_restart_forgets_nothing(scheduler: Callable[..., Scheduler], performing: Performing, moment: Moment) -> None:
    scheduler().run_due()
    moment.now += DAY
    scheduler().run_due()
    scheduler().run_due()

    assert performing.ran == ["weekly 03 07:00"]


@pytest.mark.parametrize(
    ("missed", "expected"),
    [
        ("latest", ["weekly 05 07:00"]),
        ("all", ["weekly 03 07:00", "weekly 04 07:00", "weekly 05 07:00"]),
        ("skip", []),
    ],
)
def test_missed_runs_are_made_up_for_as_told(
    scheduler: Callable[..., Scheduler],
    state: Store,
    performing: Performing,
    moment: Moment,
    missed: str,
    expected: list[str],
) -> None:
    scheduler(missed=missed).run_due()
    moment.now += 3 * DAY
    scheduler(missed=missed).run_due()

    assert performing.ran == expected
    states = {run.due_at.day: run.state for run in state.due_runs("weekly")}
    assert states == {day: "done" if f"weekly {day:02} 07:00" in expected else "skipped" for day in (3, 4, 5)}


def test_years_of_missed_runs_leave_a_bounded_trace(
    scheduler: Callable[..., Scheduler], state: Store, performing: Performing, moment: Moment
) -> None:
    scheduler(cron="0 * * * *").run_due()
    moment.now += 100 * DAY
    scheduler(cron="0 * * * *").run_due()

    runs = state.due_runs("weekly", limit=1000)
    assert (len(performing.ran), len(runs)) == (1, 101)
    assert "So were 2299 earlier ones" in (runs[-1].detail or "")


def test_a_clock_put_back_runs_nothing_again(
    scheduler: Callable[..., Scheduler], performing: Performing, moment: Moment
) -> None:
    one = scheduler()
    one.run_due()
    moment.now += DAY
    one.run_due()
    moment.now -= timedelta(hours=2)
    one.run_due()
    moment.now += timedelta(hours=2)
    one.run_due()

    assert performing.ran == ["weekly 03 07:00"]


def test_a_failing_run_is_tried_again_with_growing_waits_and_its_owner_is_told_at_last(
    scheduler: Callable[..., Scheduler], state: Store, performing: Performing, moment: Moment
) -> None:
    one = scheduler(retries=2, retry_wait_seconds=60)
    one.run_due()
    moment.now, performing.failures = moment.now + DAY, 99
    waits = []
    for _ in range(3):
        one.run_due()
        (run,) = state.due_runs("weekly")
        if run.retry_at is not None:
            waits.append((run.retry_at - moment.now).total_seconds())
            moment.now = run.retry_at

    assert waits == [60, 120]
    assert len(performing.ran) == 3
    assert performing.told == ["weekly 03 07:00: The database is away."]
    assert state.due_runs("weekly")[0].state == "failed"


def test_a_run_that_succeeds_in_the_end_tells_no_one(
    scheduler: Callable[..., Scheduler], state: Store, performing: Performing, moment: Moment
) -> None:
    one = scheduler()
    one.run_due()
    moment.now, performing.failures = moment.now + DAY, 1
    assert one.run_due() == 0
    moment.now += timedelta(minutes=2)
    one.run_due()

    assert performing.told == []
    assert state.due_runs("weekly")[0].state == "done"


def test_nothing_is_tried_again_after_its_window(
    scheduler: Callable[..., Scheduler], performing: Performing, moment: Moment
) -> None:
    one = scheduler(retries=20, retry_wait_seconds=60, window_minutes=5)
    one.run_due()
    moment.now, performing.failures = moment.now + DAY, 99
    for _ in range(10):
        one.run_due()
        moment.now += timedelta(minutes=4)

    assert len(performing.ran) == 2
    assert len(performing.told) == 1


def test_a_failing_report_holds_no_other_up(
    scheduler: Callable[..., Scheduler], performing: Performing, moment: Moment
) -> None:
    one = scheduler("weekly", "monthly", "daily", retries=0)
    one.run_due()
    moment.now, performing.failures = moment.now + DAY, 1
    assert one.run_due() == 1

    assert sorted(name.split()[0] for name in performing.ran) == ["daily", "monthly", "weekly"]
    assert len(performing.told) == 1


def test_a_paused_report_waits_and_is_not_made_up_for(
    scheduler: Callable[..., Scheduler], state: Store, performing: Performing, moment: Moment
) -> None:
    scheduler().run_due()
    state.pause_schedule("weekly", by="anna")
    moment.now += 2 * DAY
    scheduler().run_due()
    assert performing.ran == []
    state.resume_schedule("weekly", next_due=datetime(2026, 3, 5, 7, tzinfo=UTC))
    scheduler().run_due()
    assert performing.ran == []
    moment.now += DAY
    scheduler().run_due()

    assert performing.ran == ["weekly 05 07:00"]


def test_changed_rules_count_from_now_on(
    scheduler: Callable[..., Scheduler], performing: Performing, moment: Moment
) -> None:
    scheduler().run_due()
    scheduler(cron="0 9 * * *").run_due()
    moment.now += timedelta(hours=1, minutes=1)
    scheduler(cron="0 9 * * *").run_due()

    assert performing.ran == ["weekly 02 09:00"]


def test_what_a_lost_process_had_begun_is_run_anew_once_its_lease_is_over(
    scheduler: Callable[..., Scheduler], state: Store, performing: Performing, moment: Moment
) -> None:
    one = scheduler()
    one.run_due()
    moment.now += DAY
    due = state.due_schedules()
    assert len(due) == 1
    one._book.open_due_runs(one._book.note())
    claimed = state.claim_due_run(["weekly"], holder="gone", lease=timedelta(minutes=1))
    assert claimed is not None
    one.run_due()
    assert performing.ran == []
    moment.now += timedelta(minutes=2)
    one.run_due()

    assert performing.ran == ["weekly 03 07:00"]
    assert not state.end_due_run(claimed.id, holder="gone", state="done", detail="too late")


def test_a_run_whose_processes_all_died_fails_at_last_and_tells_its_owner(
    scheduler: Callable[..., Scheduler], state: Store, performing: Performing, moment: Moment
) -> None:
    one = scheduler(retries=1)
    one.run_due()
    moment.now += DAY
    one._book.open_due_runs(one._book.note())
    for _ in range(2):
        assert state.claim_due_run(["weekly"], holder="gone", lease=timedelta(minutes=1)) is not None
        moment.now += timedelta(minutes=2)
    one.run_due()

    assert performing.ran == []
    assert state.due_runs("weekly")[0].state == "failed"
    assert performing.told == ["weekly 03 07:00: Each process that ran it ended before it did."]


def test_a_watcher_reads_how_it_goes_while_it_runs_and_after(
    state: Store, performing: Performing, moment: Moment, tmp_path: Path
) -> None:
    problems, stop, health = ["The store is away."], threading.Event(), HealthFile(tmp_path / "health.json")

    def rules() -> dict[str, ScheduleSpec]:
        if problems:
            raise CrewError(problems[0])
        return {"weekly": ScheduleSpec(cron="0 7 * * *")}

    def is_told(status: str) -> bool:
        end = time.monotonic() + 30
        while (health.read() or {}).get("status") != status and time.monotonic() < end:
            time.sleep(0.01)
        return (health.read() or {}).get("status") == status

    running = Scheduler(state, rules, performing, pace=Pace(sleep=0.01), clock=moment)
    thread = threading.Thread(target=running.run_until, args=(stop, health))
    thread.start()
    try:
        assert is_told("unwell")
        assert (health.read() or {})["problem"] == "The store is away."
        problems.clear()
        assert is_told("well")
        assert (health.read() or {})["next_due"] == "2026-03-03T07:00:00+00:00"
    finally:
        stop.set()
        thread.join(30)
    assert is_told("stopped")
