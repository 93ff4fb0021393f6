"""Decisions on inferred joins, so that a person or the supervisor is asked once."""

from sqlalchemy import select

from crew.store import tables
from crew.store.base import StoreBase
from crew.store.records import JoinApproval
from tools.evidence import digest

_approvals = tables.join_approvals


class JoinApprovals(StoreBase):
    """Keeps which inferred joins may be used."""

    def decide_join(self, approval: JoinApproval) -> None:
        """Keep a decision; it replaces an earlier one on the same join, in whichever direction that was written."""
        self._put(_approvals, {**approval.model_dump(), "id": _join_key(approval)})

    def join_decisions(self, source: str) -> list[JoinApproval]:
        """All decisions on joins of a source, oldest first."""
        query = select(_approvals).where(_approvals.c.source == source).order_by(_approvals.c.decided_at)
        with self._reading() as connection:
            rows = connection.execute(query).mappings().all()
        return [JoinApproval.model_validate({key: row[key] for key in JoinApproval.model_fields}) for row in rows]


def _join_key(approval: JoinApproval) -> str:
    pairs = zip(approval.left_columns, approval.right_columns, strict=True)
    return digest([approval.source, sorted(sorted(pair) for pair in pairs)])
