"""A step's own limits: how close passages must be, how much is kept, and what its worker's calls may take."""

from collections.abc import Sequence

from crew.answering.run import Run
from tasks.plan import PlanStep, Stop
from tools.errors import ToolError
from tools.evidence import Evidence, NothingFound, PassageEvidence, RowsEvidence
from tools.wording import said

_CLOSENESS = ("cosine", "coverage")
"""Scores between 0 and 1: by meaning, and by the share of the words."""


class TooFar(ToolError):
    """What a search found is less close to it than its step asks for."""


def within(stop: Stop, evidence: Sequence[Evidence]) -> list[Evidence]:
    """What counts of a step's evidence; raises TooFar where passages were found and none of them counts."""
    close = [piece for piece in evidence if _closeness(piece) >= stop.confidence]
    if evidence and not close:
        best = max(_closeness(piece) for piece in evidence)
        raise TooFar(
            said("Of {count} passages none is as close to the search as {least}; the best is {best}.",
                 count=len(evidence), least=stop.confidence, best=round(best, 2))
        )  # fmt: skip
    return [_cut(piece, stop.result_cap) for piece in close[: _pieces_kept(stop, close)]]


def is_spent(run: Run, step: PlanStep) -> bool:
    """Whether the calls of a step's worker have taken what they may."""
    if step.stop.tokens is None:
        return False
    return sum(call.tokens for call in run.calls.calls if call.step == step.id) >= step.stop.tokens


def _closeness(piece: Evidence) -> float:
    if not isinstance(piece, PassageEvidence):
        return 1.0
    scores = [piece.scores[name] for name in _CLOSENESS if name in piece.scores]
    return max(scores, default=1.0)


def _pieces_kept(stop: Stop, close: Sequence[Evidence]) -> int:
    are_passages = any(isinstance(piece, PassageEvidence) for piece in close)
    return stop.result_cap if stop.result_cap and are_passages else len(close)


def _cut(piece: Evidence, most: int | None) -> RowsEvidence | PassageEvidence | NothingFound:
    if most is None or not isinstance(piece, RowsEvidence) or len(piece.rows) <= most:
        return piece
    return piece.model_copy(update={"rows": piece.rows[:most], "truncated": True})
