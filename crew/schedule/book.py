"""Which reports have a schedule, kept in step with their files."""

import threading
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache

from crew.schedule.due import due_after, due_between
from crew.schedule.specs import ScheduleSpec
from crew.store.schedule_records import DueRunDraft, ScheduleRecord
from crew.store.store import Store
from tools.evidence import digest

Rules = Mapping[str, ScheduleSpec]
"""The schedule of each report that has one."""

_MOST_MADE_UP = 100
"""Missed runs of one report that `missed: all` makes up for; older ones are skipped."""
_MOST_NOTED = 100
"""Skipped runs that get a row of their own."""
_PUNCTUAL_SECONDS = 300
"""Within so many seconds of its due time a run counts as none that was missed."""


class Book:
    """Notes in the store when reports are due, and turns due times that have come into runs that wait."""

    def __init__(self, store: Store, rules: Callable[[], Rules], clock: Callable[[], datetime]) -> None:
        self._store = store
        self._rules = rules
        self._clock = clock
        self._noted: dict[str, str] = {}
        self._lock = threading.Lock()

    def note(self) -> Rules:
        """Read the rules, note what is new or changed in them, and return them."""
        rules = self._rules()
        digests = {report: rules_digest(spec) for report, spec in rules.items()}
        with self._lock:
            changed = {report for report in rules if self._noted.get(report) != digests[report]}
            if changed:
                now = self._clock()
                self._store.note_schedules({name: (digests[name], due_after(rules[name], now)) for name in changed})
                self._noted.update({name: digests[name] for name in changed})
        return rules

    def open_due_runs(self, rules: Rules) -> int:
        """Let every due time that has come wait for someone to run it. Returns how many schedules have moved on."""
        moved = 0
        for seen in self._store.due_schedules():
            spec = rules.get(seen.report)
            if spec is not None and seen.next_due is not None:
                moved += self._open(seen, seen.next_due, spec)
        return moved

    def _open(self, seen: ScheduleRecord, first: datetime, spec: ScheduleSpec) -> bool:
        now = self._clock()
        due = due_between(spec, first, now)
        return self._store.advance_schedule(seen, due_after(spec, now), drafts_of(seen.report, spec, due, now))


def drafts_of(report: str, spec: ScheduleSpec, due: list[datetime], now: datetime) -> list[DueRunDraft]:
    """What becomes of due times that have come: those to run, and those that were missed and are skipped."""
    give_up_at = now + timedelta(minutes=spec.window_minutes)
    wanted = set(_wanted(spec, due, now))
    skipped = [moment for moment in due if moment not in wanted]
    unnoted = len(skipped) - _MOST_NOTED
    drafts = [DueRunDraft(report=report, due_at=moment, give_up_at=give_up_at) for moment in due if moment in wanted]
    for moment in skipped[-_MOST_NOTED:]:
        detail = f"Missed, and skipped as `missed: {spec.missed}` says."
        if unnoted > 0 and moment == skipped[-_MOST_NOTED]:
            detail += f" So were {unnoted} earlier ones."
        drafts.append(DueRunDraft(report=report, due_at=moment, give_up_at=give_up_at, state="skipped", detail=detail))
    return drafts


@lru_cache(maxsize=20_000)
def rules_digest(spec: ScheduleSpec) -> str:
    """By which changed rules are known."""
    return digest(spec.model_dump(mode="json"))


def _wanted(spec: ScheduleSpec, due: list[datetime], now: datetime) -> list[datetime]:
    if spec.missed == "all":
        return due[-_MOST_MADE_UP:]
    last = due[-1]
    is_punctual = (now - last).total_seconds() <= _PUNCTUAL_SECONDS
    return [last] if spec.missed == "latest" or is_punctual else []
