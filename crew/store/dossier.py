"""Everything that is stored of one run, in one value: for export, explanation and audit."""

from crew.store.audit_records import AuditHead, AuditRow, Problem
from crew.store.records import CallRecord, CostTotal, EvidenceRecord, MarkRecord, RunRecord, StepRecord
from crew.store.store import Store
from tools.frozen import Frozen


class Verification(Frozen):
    """Whether a run's log still proves what happened."""

    run: str
    rows: int
    is_signed: bool
    """True when the latest head of the log carries a signature; whether it is right, `problems` says."""
    problems: tuple[Problem, ...]


class Dossier(Frozen):
    """A run with all that belongs to it."""

    schema_version: int = 1
    run: RunRecord
    cost: CostTotal
    steps: tuple[StepRecord, ...]
    calls: tuple[CallRecord, ...]
    evidence: tuple[EvidenceRecord, ...]
    marks: tuple[MarkRecord, ...] = ()
    audit: tuple[AuditRow, ...]
    audit_heads: tuple[AuditHead, ...]
    verification: Verification


def dossier_of(store: Store, run: RunRecord) -> Dossier:
    """Collect and verify one run."""
    return Dossier(
        run=run,
        cost=store.cost(run.id),
        steps=tuple(store.steps(run.id)),
        calls=tuple(store.calls(run.id)),
        evidence=tuple(store.evidence_records(run.id)),
        marks=tuple(store.marks(run.id)),
        audit=tuple(store.audit(run.id)),
        audit_heads=tuple(store.audit_heads(run.id)),
        verification=verification_of(store, run.id),
    )


def verification_of(store: Store, run: str) -> Verification:
    """Verify one run's log and records."""
    heads = store.audit_heads(run)
    return Verification(
        run=run,
        rows=len(store.audit(run)),
        is_signed=bool(heads) and heads[-1].signature is not None,
        problems=tuple(store.verify(run)),
    )
