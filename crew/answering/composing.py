"""Puts an answer together from what the steps recorded, and settles its status."""

import time
from typing import Any

from crew.answer import Answer, Status, StepOut, TerminalReason
from crew.answering.explaining import explain
from crew.answering.localised import NOT_PROVED, in_its_language
from crew.answering.run import Run
from crew.answering.state import EARLY_ENDS, FlowState
from crew.answering.usage import usage
from crew.answering.wording import readings, synonyms_of
from tasks.needs import need_words
from tasks.plan import Plan, Slot
from tools.evidence import RowsEvidence
from tools.sql.drift import assumed_names
from tools.wording import said, worded

ASKED_DIFFERS = worded("Asked and computed differ for {evidence}: {differences}")


def compose_answer(run: Run, state: FlowState) -> Answer:
    """The answer of a finished flow."""
    plan = state.plan or Plan(decision="decline", message=state.failure)
    status = answer_status(state)
    answer = Answer(
        run_id=run.id,
        domain=run.configuration.name,
        asker=run.asker.id,
        question=run.asked,
        standalone=state.standalone,
        question_kind=plan.question_kind,
        language=state.language,
        today=run.today.isoformat(),
        status=status,
        terminal_reason=_terminal_reason(state, status),
        answer=_text(state, plan, status),
        assumptions=[
            *plan.assumptions,
            *_readings(run, state),
            *_restrictions(run, state),
            *assumed_names(state.warnings),
        ],
        missing=_missing(state),
        warnings=_warnings(run, state),
        choices=list(plan.choices),
        sentences=state.sentences,
        removed=state.removed,
        receipt=state.receipt,
        evidence=[_evidence_out(run, number) for number in state.evidence],
        conflicts=state.conflicts,
        usage=usage(run, state, time.monotonic() - run.started),
        steps=_steps(state, plan),
        models=_models(run),
    )
    return in_its_language(answer.model_copy(update={"explanation": explain(answer)}))


def _readings(run: Run, state: FlowState) -> list[str]:
    return [f"“{reading.words}” = {reading.means}" for reading in readings(state, synonyms_of(run))]


def answer_status(state: FlowState) -> Status:
    """The status that the receipt's two halves, conflicts and gaps allow."""
    reason = state.terminal_reason
    if reason in ("clarify", "declined", "failed"):
        return {"clarify": "clarify", "declined": "declined", "failed": "failed"}[reason]  # type: ignore[return-value]
    proved = [sentence for sentence in state.sentences if sentence.supported and sentence.citations]
    if not proved:
        return "no_evidence"
    if reason in EARLY_ENDS:
        return "partly_verified"
    if state.removed:
        return "needs_review"
    doubts = (
        state.conflicts
        or _missing(state)
        or any(line.mismatches for line in state.receipt)
        or (state.plan is not None and state.plan.not_understood)
        or assumed_names(state.warnings)
        or state.assumed
    )
    return "partly_verified" if doubts else "verified"


def _terminal_reason(state: FlowState, status: Status) -> TerminalReason:
    if state.terminal_reason is not None:
        return state.terminal_reason
    if state.is_loop and status in ("partly_verified", "no_evidence"):
        return "loop"
    return {"verified": "answered", "no_evidence": "no_evidence"}.get(status, "answered_partly")  # type: ignore[return-value]


def _text(state: FlowState, plan: Plan, status: Status) -> str:
    if status == "failed":
        return state.failure
    if status in ("clarify", "declined"):
        return plan.message
    if status == "no_evidence":
        return " ".join([NOT_PROVED, *_missing(state)])
    return " ".join(sentence.text for sentence in state.sentences)


def _missing(state: FlowState) -> list[str]:
    gaps = [f"{gap.slot}: {gap.reason}" for gap in state.gaps if gap.is_required]
    untold = [
        f"{slot.id}: "
        + said("evidence was found ({need}), but no proved sentence tells it.", need=need_words(slot.need))
        for slot in _untold(state)
    ]
    return list(dict.fromkeys([*state.missing, *gaps, *untold]))


def _untold(state: FlowState) -> list[Slot]:
    """Required slots with evidence that no proved sentence cites: dropped on the way, or not reached any more."""
    if state.plan is None or not (state.sentences or state.terminal_reason in EARLY_ENDS):
        return []
    cited = {number for sentence in state.sentences for number in sentence.citations}
    return [
        s for s in state.plan.slots if s.is_required and state.filled.get(s.id) and not cited & set(state.filled[s.id])
    ]


def _restrictions(run: Run, state: FlowState) -> list[str]:
    """That policy let only some rows of a table be counted, said for every table an answer rests on."""
    filtered = {table.lower() for table in run.configuration.policy.row_filters}
    pieces = [run.shelf[number] for number in state.evidence]
    tables = [t for e in pieces if e.kind != "passage" and e.computed for t in e.computed.tables]
    return [
        said("Of {table}, only the rows that {asker} may see.", table=table, asker=run.asker.id)
        for table in dict.fromkeys(tables)
        if table.lower() in filtered
    ]


def _warnings(run: Run, state: FlowState) -> list[str]:
    cited = {evidence for sentence in state.sentences for evidence in sentence.citations}
    mismatches = [
        said(ASKED_DIFFERS, evidence=", ".join(line.evidence), differences="; ".join(line.mismatches))
        for line in state.receipt
        if line.mismatches and cited & set(line.evidence)
    ]
    words = [
        said("Not understood in the question: {word}", word=word)
        for word in (state.plan.not_understood if state.plan else ())
    ]
    failures = {
        said("{deployment} did not answer: {reason}", deployment=f.deployment, reason=f.reason)
        for call in run.calls.calls
        for f in call.failures
    }
    replayed = run.prepared.replay.warnings if run.prepared.replay else []
    return list(dict.fromkeys([*words, *mismatches, *state.warnings, *run.warnings, *replayed, *sorted(failures)]))


def _evidence_out(run: Run, number: str) -> dict[str, Any]:
    piece = run.shelf[number]
    out = piece.model_dump(mode="json") | {"sha256": piece.sha256}
    if isinstance(piece, RowsEvidence):
        out["computed_terms"] = out["computed"]
        out["computed"] = piece.computed.words
        out["join_keys"] = [c.source or c.name for c in piece.columns if c.role == "key"]
    elif piece.kind == "nothing_found" and piece.computed is not None:
        out["computed"] = piece.computed.words
    return out


def _steps(state: FlowState, plan: Plan) -> list[StepOut]:
    return [
        StepOut(
            id=step.id,
            worker=step.worker,
            source=step.source,
            slot=step.slot,
            status=state.outcomes[step.id].status if step.id in state.outcomes else "skipped",
            retries=state.outcomes[step.id].retries if step.id in state.outcomes else 0,
            evidence=state.outcomes[step.id].evidence if step.id in state.outcomes else [],
            reason=state.outcomes[step.id].reason if step.id in state.outcomes else None,
        )
        for step in plan.steps
    ]


def _models(run: Run) -> list[dict[str, Any]]:
    return [
        {
            "step": call.step,
            "role": call.role,
            "route": call.route,
            "deployment": call.deployment,
            "outcome": call.outcome,
            "failures": [{"deployment": f.deployment, "reason": f.reason} for f in call.failures],
        }
        for call in run.calls.calls
    ]
