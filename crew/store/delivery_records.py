"""What the store hands back of reports that were run, and of their delivery."""

from datetime import datetime
from typing import Any

from tools.frozen import Frozen


class ReportRunRecord(Frozen):
    """One due time of a report; without a status it is running, or its process was killed."""

    id: str
    report: str
    due_at: datetime
    run_as: str
    started_at: datetime
    ended_at: datetime | None = None
    status: str | None = None
    outcome: dict[str, Any] | None = None


class ParcelRecord(Frozen):
    """Something to deliver; subject and content are None once retention has removed them."""

    id: str = ""
    key: str
    report: str
    owner: str
    created_at: datetime | None = None
    subject: str | None
    content: dict[str, Any] | None
    emptied_at: datetime | None = None


class ParcelFileRecord(Frozen):
    """One file of a parcel."""

    name: str
    format: str
    media_type: str
    size: int
    sha256: str
    content: bytes | None


class DeliveryDraft(Frozen):
    """A delivery that is to be made."""

    channel: str
    destination: str
    target: dict[str, Any]
    """The target's spec; it names variables of the environment, never what they hold."""


class DeliveryRecord(DeliveryDraft):
    """One parcel to one receiver: `queued`, `sending`, `delivered`, `failed` or `unknown`."""

    id: str
    parcel: str
    key: str
    state: str
    attempts: int = 0
    retry_at: datetime | None = None
    lease_until: datetime | None = None
    created_at: datetime
    settled_at: datetime | None = None
    detail: str | None = None


class AttemptRecord(Frozen):
    """One attempt to deliver; without an outcome it is in flight, or its process was killed."""

    delivery: str
    number: int
    holder: str
    begun_at: datetime
    settled_at: datetime | None = None
    outcome: str | None = None
    detail: str | None = None
