"""The chain of digests behind a run's audit log, and the seals by which it vouches for other rows."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, insert, select

from crew.store import run_tables
from crew.store.audit_records import AuditRow
from crew.store.columns import canonical

PAYLOADS: dict[str, tuple[str, ...]] = {
    "runs": ("question", "answer", "explanation"),
    "steps": ("summary",),
    "model_calls": ("fallbacks", "error"),
    "evidence": (),
    "completions": ("completion",),
    "marks": ("why",),
}
"""Columns that retention may empty, by table; they are sealed apart from the rest."""

_NEVER_SEALED = {"emptied_at"}


def append_row(connection: Connection, *, run: str, event: str, facts: dict[str, Any], at: datetime) -> AuditRow:
    """Add a row to a run's chain. The caller holds the run's lock."""
    last = connection.execute(
        select(run_tables.audit.c.sequence, run_tables.audit.c.digest)
        .where(run_tables.audit.c.run == run)
        .order_by(run_tables.audit.c.sequence.desc())
        .limit(1)
    ).first()
    sequence, previous = (last.sequence + 1, last.digest) if last else (1, first_link(run))
    row = AuditRow(
        run=run,
        sequence=sequence,
        at=at.astimezone(UTC),
        event=event,
        facts=facts,
        previous=previous,
        digest=row_digest(previous, sequence=sequence, at=at, event=event, facts=facts),
    )
    connection.execute(insert(run_tables.audit).values(row.model_dump()))
    return row


def row_digest(previous: str, *, sequence: int, at: datetime, event: str, facts: dict[str, Any]) -> str:
    """sha256 of the previous digest followed by the row as canonical JSON."""
    content = {"sequence": sequence, "at": at.astimezone(UTC).isoformat(), "event": event, "facts": facts}
    return hashlib.sha256((previous + canonical(content)).encode()).hexdigest()


def first_link(run: str) -> str:
    """What stands for the previous digest in a run's first row, so that no chain can pass for another run's."""
    return _digest({"run": run})


def seal(table: str, row: Mapping[Any, Any] | RowMapping) -> dict[str, Any]:
    """Digests of a stored row: `head` over what stays, `payload` over what retention may empty."""
    payloads = PAYLOADS[table]
    head = {key: _plain(value) for key, value in row.items() if key not in payloads and key not in _NEVER_SEALED}
    sealed: dict[str, Any] = {"record": table, "head": _digest(head)}
    if payloads:
        sealed["payload"] = _digest([row[key] for key in payloads])
    return sealed


def _digest(content: Any) -> str:
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def _plain(value: Any) -> Any:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value
