"""Drafting: the supervisor writes sentences with markers, from the evidence alone."""

from typing import Any

from crew.answering.prompts import opening_blocks, period_blocks
from crew.answering.run import Run
from crew.answering.state import FlowState, Rejection
from crew.answering.suspicion import without_instructions
from tasks.draft import Draft
from tools.evidence import Evidence, RowsEvidence

ROWS_SHOWN = 40


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
    blocks["evidence"] = [evidence_block(piece) for piece in run.shelf.values()]
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


def evidence_block(piece: Evidence) -> dict[str, Any]:
    """A piece of evidence as a prompt shows it: rows capped, with their true count; nothing that gives orders.

    Without the moment it was retrieved, so that the same evidence makes the same prompt.
    """
    shown = piece.model_dump(mode="json", exclude_defaults=True, exclude={"step", "retrieved_at"})
    shown["kind"] = piece.kind
    if isinstance(piece, RowsEvidence) and len(piece.rows) > ROWS_SHOWN:
        shown["rows"] = shown["rows"][:ROWS_SHOWN]
        shown["rows_shown"] = ROWS_SHOWN
    return without_instructions(shown, piece)


def _metrics(run: Run) -> dict[str, Any]:
    return {
        name: metric
        for database in run.sources.databases.values()
        for name, metric in database.semantics().spec.metrics.items()
    }
