"""What the store hands back of what is due, and of work that machines take from each other."""

from datetime import datetime
from typing import Any, Literal

from tools.frozen import Frozen


class ScheduleRecord(Frozen):
    """When a report is due next."""

    report: str
    digest: str
    next_due: datetime | None
    paused_at: datetime | None = None
    paused_by: str | None = None


class DueRunDraft(Frozen):
    """A due time that has come; `skipped` is noted only, so that it is seen."""

    report: str
    due_at: datetime
    state: Literal["waiting", "skipped"] = "waiting"
    give_up_at: datetime
    detail: str | None = None


class DueRunRecord(Frozen):
    """One due time of a report: `waiting`, `running`, `done`, `failed` or `skipped`."""

    id: str
    report: str
    due_at: datetime
    state: str
    attempts: int
    holder: str | None = None
    lease_until: datetime | None = None
    retry_at: datetime | None = None
    give_up_at: datetime
    began_at: datetime | None = None
    ended_at: datetime | None = None
    detail: str | None = None


class JobRecord(Frozen):
    """Work for any machine: `queued`, `running`, `done` or `failed`."""

    id: str
    kind: Literal["ask", "report"]
    domain: str
    asker: str
    key: str | None = None
    request: dict[str, Any]
    state: str
    attempts: int
    holder: str | None = None
    lease_until: datetime | None = None
    submitted_at: datetime
    published_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    run: str | None = None
    """The run, or the report's run, that it is about."""
    result: dict[str, Any] | None = None
    detail: str | None = None
