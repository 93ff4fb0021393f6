"""Decisions on inferred joins, so that a person or the supervisor is asked once."""

from collections.abc import Sequence

from sqlalchemy import select, update

from crew.store import run_tables
from crew.store.base import StoreBase
from crew.store.records import JoinApproval
from tools.evidence import digest

_approvals = run_tables.join_approvals


class JoinApprovals(StoreBase):
    """Keeps which inferred joins may be used."""

    def decide_join(self, approval: JoinApproval) -> None:
        """Keep a decision; it replaces an earlier one on the same join, in whichever direction that was written."""
        key = _join_key(approval.domain, approval.source, approval.left_columns, approval.right_columns)
        self._put(_approvals, {**approval.model_dump(), "id": key})

    def join_decisions(self, domain: str) -> list[JoinApproval]:
        """All decisions on joins of a domain, oldest first."""
        query = select(_approvals).where(_approvals.c.domain == domain).order_by(_approvals.c.decided_at)
        with self._reading() as connection:
            rows = connection.execute(query).mappings().all()
        return [JoinApproval.model_validate({key: row[key] for key in JoinApproval.model_fields}) for row in rows]

    def join_was_tried(self, domain: str, source: str, left: Sequence[str], right: Sequence[str]) -> None:
        """Keep that the first run of an approved join was fine."""
        key = _join_key(domain, source, left, right)
        with self._writing() as connection:
            connection.execute(update(_approvals).where(_approvals.c.id == key).values(tried_at=self._clock()))


def _join_key(domain: str, source: str, left: Sequence[str], right: Sequence[str]) -> str:
    pairs = zip(left, right, strict=True)
    return digest([domain, source, sorted(sorted(pair) for pair in pairs)])
