"""When a schedule is due: by the clock on the wall of its time zone, once where that clock is changed."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import takewhile
from typing import Any
from zoneinfo import ZoneInfo

from cronsim import CronSim

from crew.schedule.specs import ScheduleSpec, WorkCalendarSpec

_FARTHEST_MOVE = timedelta(days=20)
"""No holidays last longer."""


def due_after(spec: ScheduleSpec, moment: datetime) -> datetime:
    """The first due time after a moment, in UTC.

    A time that the spring's change of the clock leaves out is due right after it; one that comes twice in autumn is due
    the first time only.
    """
    return next(_due_times(spec, moment))


def due_between(spec: ScheduleSpec, start: datetime, end: datetime) -> list[datetime]:
    """The due times from a moment that is one itself, up to and with another."""
    return [start, *takewhile(lambda due: due <= end, _due_times(spec, start))]


def _due_times(spec: ScheduleSpec, moment: datetime) -> Iterator[datetime]:
    zone = ZoneInfo(spec.time_zone)
    calendar = spec.calendar
    if calendar is None or calendar.on_closed == "skip":
        for due in CronSim(spec.cron, moment.astimezone(zone)):
            is_open = calendar is None or is_working_day(calendar, due.date())
            if is_open and due.astimezone(UTC) > moment:  # begun in autumn's second hour, it starts in the first
                yield due.astimezone(UTC)
        return
    yield from _moved(spec, calendar, moment, zone)


def _moved(spec: ScheduleSpec, calendar: WorkCalendarSpec, moment: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    step = timedelta(days=1 if calendar.on_closed == "next_workday" else -1)
    given: set[date] = set()
    for due in CronSim(spec.cron, (moment - _FARTHEST_MOVE).astimezone(zone)):
        day = due.date()
        while not is_working_day(calendar, day):
            day += step
        placed = due if day == due.date() else _on(day, due, zone)
        if day in given:
            continue
        given.add(day)
        if placed.astimezone(UTC) > moment:
            yield placed.astimezone(UTC)


def _on(day: date, due: datetime, zone: ZoneInfo) -> datetime:
    """The same time of another day; through UTC, so that a time that day leaves out is none."""
    return datetime.combine(day, due.time(), zone).astimezone(UTC).astimezone(zone)


def is_working_day(calendar: WorkCalendarSpec, day: date) -> bool:
    """Whether people work on a day."""
    if day in calendar.also:
        return False
    if calendar.country is None:
        return not (calendar.weekends and day.weekday() >= 5)
    return not _is_closed(calendar.country, calendar.subdivision, calendar.weekends, day)


def _is_closed(country: str, subdivision: str | None, weekends: bool, day: date) -> bool:
    known = _holidays(country, subdivision)
    return day in known or (weekends and known.is_weekend(day))


@lru_cache(maxsize=64)
def _holidays(country: str, subdivision: str | None) -> Any:
    import holidays

    return holidays.country_holidays(country, subdiv=subdivision)
