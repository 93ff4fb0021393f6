"""How long it takes to find what is due among many schedules in the store, beside working out each rule's due time.

Usage: scripts/bench/schedules.py [--schedules N] [--due N] [--store URL]
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from crew.schedule.book import Book
from crew.schedule.due import due_after
from crew.schedule.specs import ScheduleSpec, WorkCalendarSpec
from crew.store.store import Store

ROUNDS = 5
MOMENT = datetime(2026, 3, 2, 6, 30, tzinfo=UTC)


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schedules", type=int, default=10_000)
    parser.add_argument("--due", type=int, default=10, help="how many of them are due")
    parser.add_argument("--store", help="the address of an empty database; by default a new SQLite file")
    given = parser.parse_args()
    rules = {f"report-{number:05}": _rule(number, given.due) for number in range(given.schedules)}
    with tempfile.TemporaryDirectory() as folder:
        now = [MOMENT - timedelta(hours=1)]
        with Store.open(given.store or f"sqlite:///{folder}/state.sqlite", clock=lambda: now[0]) as store:
            book = Book(store, lambda: rules, lambda: now[0])
            noting = _seconds(book.note, rounds=1)
            again = _seconds(book.note)
            now[0] = MOMENT + timedelta(minutes=31)
            finding = _seconds(store.due_schedules)
            found = len(store.due_schedules())
            computing = _seconds(lambda: [due_after(spec, now[0]) for spec in rules.values()], rounds=1)
            opening = _seconds(lambda: book.open_due_runs(rules), rounds=1)
            ran = len(store.due_runs(limit=given.schedules))
    print(f"{given.schedules} schedules, {found} due, {ran} runs opened")
    print(f"finding what is due: 1/{computing / finding:.0f} of working out every rule anew ({finding * 1e3:.1f} ms)")
    print(
        f"noting all rules for the first time: {noting / computing:.1f} times that, unchanged: {again / computing:.2f}"
    )
    print(f"opening the due runs: {opening / computing:.2f} times that")


def _rule(number: int, due: int) -> ScheduleSpec:
    zone = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC")[number % 4]
    if number < due:
        return ScheduleSpec(cron="0 7 * * *", time_zone="UTC")
    hour = 12 + number % 6 if zone == "UTC" else number % 24
    calendar = WorkCalendarSpec(country="DE") if number % 5 == 0 else None
    return ScheduleSpec(cron=f"{number % 60} {hour} L * *", time_zone=zone, calendar=calendar)


def _seconds(work: Callable[[], object], *, rounds: int = ROUNDS) -> float:
    """The fastest of some rounds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


if __name__ == "__main__":
    main()
