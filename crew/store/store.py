"""The door to our own state."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from crew.store.audit import AuditLog
from crew.store.base import AuditKeeping
from crew.store.completions import Completions
from crew.store.deliveries import Deliveries
from crew.store.engine import create_store_engine
from crew.store.evidence import EvidenceFile
from crew.store.jobs import Jobs
from crew.store.joins import JoinApprovals
from crew.store.marks import Marks
from crew.store.parcels import Parcels
from crew.store.rates import Rates
from crew.store.reports import ReportRuns
from crew.store.retention import Retention
from crew.store.runs import Runs
from crew.store.schedules import Schedules
from crew.store.schema import bring_up_to_date
from crew.store.sessions import Sessions
from crew.store.spending import Spending
from crew.store.states import FlowStates
from crew.store.steps import Steps


def now_utc() -> datetime:
    """The present moment."""
    return datetime.now(UTC)


class Store(
    Runs,
    Steps,
    EvidenceFile,
    FlowStates,
    AuditLog,
    Retention,
    Sessions,
    JoinApprovals,
    ReportRuns,
    Parcels,
    Deliveries,
    Schedules,
    Jobs,
    Completions,
    Spending,
    Rates,
    Marks,
):
    """Our own state: runs with their steps, calls and evidence, the audit log, sessions, approvals, cache and reports.

    Each method is one short transaction; a store may be used from several threads, and several processes may open the
    same database. Every method raises StoreUnavailable when the database cannot be reached, read or written.
    """

    @classmethod
    def open(
        cls,
        url: str,
        *,
        audit_key: str | None = None,
        audit_export: Path | None = None,
        clock: Callable[[], datetime] = now_utc,
    ) -> Self:
        """Open the state at a SQLAlchemy address and bring its tables up to date.

        Without `audit_key` the audit log's heads are kept unsigned; `audit_export` is the file they are appended to.
        Raises StoreUnavailable, naming the setting to change, when the database cannot be used or is newer than we are.
        """
        engine = create_store_engine(url)
        bring_up_to_date(engine)
        return cls(engine, AuditKeeping(audit_key, audit_export), clock)

    def close(self) -> None:
        """Give all connections back."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        """The open store."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """Close it."""
        self.close()
