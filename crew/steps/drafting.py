"""Drafting: the supervisor writes sentences with markers, from the evidence alone."""

from typing import Any

from crew.answering.prompts import opening_blocks, period_blocks
from crew.answering.run import Run
from crew.answering.state import FlowState, Rejection
from crew.answering.suspicion import without_instructions
from tasks.draft import Draft
from tools.evidence import Evidence, JoinAccount, RowsEvidence

ROWS_SHOWN = 40
_UNSHOWN: Any = {
    **dict.fromkeys(("step", "retrieved_at", "sha256", "scores", "access"), True),
    "computed": {"tables", "joins"},
}


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

    Without the moment it was retrieved and a search's scores, so that the same evidence makes the same prompt, and
    without what says nothing more: joins that lost and multiplied nothing.
    """
    shown = piece.model_dump(mode="json", exclude_defaults=True, exclude=_UNSHOWN)
    shown["kind"] = piece.kind
    if isinstance(piece, RowsEvidence):
        shown["joins"] = [
            account for account, join in zip(shown.get("joins", ()), piece.joins, strict=True) if _tells(join)
        ]
        shown = {key: value for key, value in shown.items() if key != "joins" or value}
    if isinstance(piece, RowsEvidence) and len(piece.rows) > ROWS_SHOWN:
        shown["rows"] = shown["rows"][:ROWS_SHOWN]
        shown["rows_shown"] = ROWS_SHOWN
    return without_instructions(shown, piece)


def _tells(join: JoinAccount) -> bool:
    """Whether a join lost or multiplied rows, or is not known to have done neither."""
    return bool(join.multiplies or join.doubtful_measures or join.unmatched_left != 0 or join.unmatched_right != 0)


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
