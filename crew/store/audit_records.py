"""What the store hands back of a run's signed log."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from tools.frozen import Frozen


class AuditRow(Frozen):
    """One row of a run's audit log."""

    run: str
    sequence: int = Field(ge=1)
    at: datetime
    event: str
    facts: dict[str, Any]
    previous: str
    digest: str


class AuditHead(Frozen):
    """The end of a run's chain at the moment it was closed; `signature` is None when there was no key."""

    run: str
    number: int
    event: str
    sequence: int
    digest: str
    at: datetime
    signature: str | None = None
    key_id: str | None = None
    exported_to: str | None = None
    """Machine and file of the export that has it."""


class ExportedHead(AuditHead):
    """One line of an export file."""

    store: str
    """The store it was closed in, without password."""


class Problem(Frozen):
    """One way in which a run's log does not prove what it should."""

    run: str
    kind: Literal["row", "cut", "head", "signature", "unsigned", "export", "record", "payload"]
    sequence: int | None = None
    message: str
