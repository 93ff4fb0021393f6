"""`schedule:` in a report's YAML: when it runs, and what happens when that goes wrong."""

from datetime import UTC, date, datetime, timedelta
from typing import Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cronsim import CronSim, CronSimError
from pydantic import Field, field_validator, model_validator

from tools.frozen import Frozen

_LONGEST_WAIT = timedelta(hours=1)


class WorkCalendarSpec(Frozen):
    """Which days are no working days, and what becomes of a run that falls on one."""

    country: str | None = None
    """Whose public holidays count, as in `DE`."""
    subdivision: str | None = None
    """A state's or region's own, as in `BY`."""
    also: tuple[date, ...] = ()
    """Further days that are none."""
    weekends: bool = True
    """Whether the country's weekends (else Saturday and Sunday) are none."""
    on_closed: Literal["skip", "next_workday", "previous_workday"] = "skip"

    @model_validator(mode="after")
    def _is_known(self) -> Self:
        if self.country is None:
            if self.subdivision is not None:
                raise ValueError("`subdivision` belongs to a `country`: name that too")
            return self
        import holidays

        try:
            holidays.country_holidays(self.country, subdiv=self.subdivision, years=2025)
        except NotImplementedError as error:
            raise ValueError(f"no holidays are known for `{self.country}`/`{self.subdivision}`: {error}") from error
        return self


class ScheduleSpec(Frozen):
    """When a report runs."""

    cron: str
    """Five fields, as in `0 7 * * MON` or `30 6 1 * *`; `L` is the last day of a month, `MON#1` its first Monday."""
    time_zone: str = "UTC"
    calendar: WorkCalendarSpec | None = None
    missed: Literal["latest", "all", "skip"] = "latest"
    """Of the runs that were due while nothing ran them: the last one, every one, or none is made up for."""
    window_minutes: float = Field(default=360, gt=0)
    """How long after it could first begin a run may still be tried again."""
    retries: int = Field(default=3, ge=0, le=20)
    retry_wait_seconds: float = Field(default=60, gt=0)
    """Before the first retry; each further one waits twice as long."""

    def next_try(self, attempts: int, *, now: datetime, give_up_at: datetime) -> datetime | None:
        """When what has failed so often is to be tried again; None when it is to be given up."""
        due = now + min(timedelta(seconds=self.retry_wait_seconds) * 2 ** (attempts - 1), _LONGEST_WAIT)
        return due if attempts <= self.retries and due <= give_up_at else None

    @field_validator("time_zone")
    @classmethod
    def _has_known_zone(cls, name: str) -> str:
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ValueError(f"`{name}` is no time zone; write one such as Europe/Berlin") from error
        return name

    @field_validator("cron")
    @classmethod
    def _can_be_read(cls, cron: str) -> str:
        if len(cron.split()) != 5:
            raise ValueError("a cron rule has five fields: minute, hour, day, month, day of the week")
        try:
            next(CronSim(cron, datetime(2025, 1, 1, tzinfo=UTC)))
        except CronSimError as error:
            raise ValueError(f"`{cron}` is no cron rule: {error}") from error
        except StopIteration as error:
            raise ValueError(f"`{cron}` is never due") from error
        return cron

    @model_validator(mode="after")
    def _moves_only_days(self) -> Self:
        is_moved = self.calendar is not None and self.calendar.on_closed != "skip"
        if is_moved and not all(field.isdigit() for field in self.cron.split()[:2]):
            raise ValueError("a run can be moved to another day only when it is due at one time of a day")
        return self
