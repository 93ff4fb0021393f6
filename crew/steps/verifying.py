"""The verifier's part of checking: one call, and one more where it wants a closer look at the evidence."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from crew.answering.evidence_blocks import evidence_blocks
from crew.answering.run import Run
from crew.answering.sharing import SharedFetches
from crew.answering.state import FlowState
from tasks.verdict import Judgement, Look, Verdict
from tools.errors import DeadlinePassed, ToolError
from tools.evidence import Evidence, RowsEvidence
from tools.wording import said


def judgements_of(run: Run, state: FlowState, blocks: dict[str, Any], cited: Iterable[str]) -> dict[int, Judgement]:
    """The verifier's judgement of each sentence in `blocks`, by position, with the cited evidence in view."""
    pieces = [run.shelf[number] for number in dict.fromkeys(cited) if number in run.shelf]
    tokens = run.configuration.budgets.evidence_tokens
    verdict = run.ask("verifier", "verify", blocks | {"evidence": evidence_blocks(pieces, tokens)}, Verdict)
    if looks := [look for look in verdict.looks if any(look.evidence == piece.id for piece in pieces)]:
        shown = evidence_blocks(pieces, tokens, whole={look.evidence for look in looks})
        cut = {block["id"] for block in shown if "rows_shown" in block or "characters_shown" in block}
        looked = [_look(run, state, look, is_cut=look.evidence in cut) for look in looks]
        verdict = run.ask("verifier", "verify", blocks | {"evidence": shown, "looked": looked}, Verdict)
    return {judgement.sentence: judgement for judgement in verdict.judgements}


def _look(run: Run, state: FlowState, look: Look, *, is_cut: bool) -> dict[str, str]:
    piece = run.shelf[look.evidence]
    if look.how == "whole" or not isinstance(piece, RowsEvidence):
        return {"evidence": piece.id, "found": "too large to be shown whole" if is_cut else "shown whole"}
    try:
        again: Evidence = _fetched_anew(run, piece)
    except DeadlinePassed:
        raise
    except ToolError as error:
        return {"evidence": piece.id, "found": f"could not be run again: {error}"}
    if isinstance(again, RowsEvidence) and (again.rows, again.row_count) == (piece.rows, piece.row_count):
        return {"evidence": piece.id, "found": "run again: the same rows"}
    state.warnings.append(said("{evidence}: run again for the verifier, its rows were different.", evidence=piece.id))
    return {"evidence": piece.id, "found": "run again: its rows are different now"}


def _fetched_anew(run: Run, piece: RowsEvidence) -> Evidence:
    return replace(run.fetching, shared=SharedFetches()).statement(piece.source, piece.statement, piece.parameters)
