"""Drafting: the supervisor writes sentences with markers, from the evidence alone."""

from typing import Any

from crew.answering.evidence_blocks import evidence_blocks
from crew.answering.prompts import opening_blocks, period_blocks
from crew.answering.run import Run
from crew.answering.state import FlowState, Rejection
from tasks.draft import Draft
from tools.evidence import RowsEvidence


def draft(run: Run, state: FlowState) -> None:
    """Ask for a draft, with the sentences that failed their receipt in view."""
    blocks = {**opening_blocks("draft", "supervisor", state, run.today.isoformat()), **period_blocks(state)}
    blocks["plan"] = {
        "question_kind": state.agreed_plan.question_kind,
        "assumptions": state.agreed_plan.assumptions,
        "not_understood": state.agreed_plan.not_understood,
    }
    blocks["slots"] = [
        {
            "id": slot.id,
            "kind": slot.kind,
            "need": slot.need,
            "is_required": slot.is_required,
            "filled_by": state.filled.get(slot.id, []),
            "is_filled": bool(state.filled.get(slot.id)),
        }
        for slot in state.agreed_plan.slots
    ]
    blocks["evidence"] = evidence_blocks(run.shelf.values(), run.configuration.budgets.evidence_tokens)
    blocks["metrics"] = _metrics(run)
    blocks["conflicts"] = [conflict.model_dump() for conflict in state.conflicts]
    blocks["rejections"] = [_rejection(run, rejection) for rejection in state.rejections]
    state.draft = run.ask("supervisor", "draft", blocks, Draft)
    state.drafts += 1


def _rejection(run: Run, rejection: Rejection) -> dict[str, Any]:
    rules = run.withholding("supervisor")
    if rules is None:
        return rejection.model_dump(include={"sentence", "text", "reasons"})
    reasons = rules.reasons(rejection.reasons, rejection.citations)
    return {"sentence": rejection.sentence, "text": rejection.drafted, "reasons": reasons}


def _metrics(run: Run) -> dict[str, Any]:
    """The metrics that the evidence measures."""
    rows = [piece for piece in run.shelf.values() if isinstance(piece, RowsEvidence)]
    measured = {column.measure for piece in rows for column in piece.columns}
    return {
        name: metric
        for database in run.sources.databases.values()
        for name, metric in database.semantics().spec.metrics.items()
        if name in measured
    }
