"""Steps in plain words, for people who watch or read about a run."""

from collections.abc import Sequence

from crew.answering.state import FlowState, StepOutcome
from tasks.plan import PlanStep
from tools.evidence import Evidence, PassageEvidence, RowsEvidence

_BEGUN = {
    "intake": "Reading the question",
    "plan": "Planning what evidence is needed",
    "gather": "Gathering evidence",
    "assess": "Assessing what was found",
    "replan": "Looking for what is missing",
    "draft": "Writing the answer",
    "check": "Checking every sentence against its evidence",
    "close": "Closing",
}


def step_words(step: str, status: str, state: FlowState | None) -> str:
    """What a step of the flow does, or what came of it."""
    if status == "started" or state is None:
        return _BEGUN[step]
    if status == "ended_early":
        return f"{_BEGUN[step]}: ended early ({state.terminal_reason})"
    return _done_words(step, state)


def outcome_words(step: PlanStep, outcome: StepOutcome, evidence: Sequence[Evidence]) -> str:
    """What became of a step of the plan."""
    if outcome.status != "done":
        return f"{step.worker}: {outcome.status.replace('_', ' ')} ({outcome.reason})"
    rows = sum(e.row_count for e in evidence if isinstance(e, RowsEvidence))
    passages = sum(isinstance(e, PassageEvidence) for e in evidence)
    found = _count(passages, "passage") if passages else _count(rows, "row")
    return f"{step.worker}: {found} from {step.source}"


def _done_words(step: str, state: FlowState) -> str:
    words = {
        "intake": ", ".join(f"{p.words} = {p.start} … {p.end}" for p in state.periods_found),
        "plan": _plan_words(state),
        "gather": _count(len(state.evidence), "piece") + " of evidence so far",
        "assess": _assess_words(state),
        "draft": _count(len(state.draft.sentences) if state.draft else 0, "sentence"),
        "check": f"{sum(s.supported for s in state.sentences)} proved, {len(state.rejections)} rejected",
        "close": (state.terminal_reason or "").replace("_", " "),
    }.get(step, "")
    return f"{_BEGUN[step]}: {words}" if words else _BEGUN[step]


def _plan_words(state: FlowState) -> str:
    if state.plan is None or state.plan.decision != "plan":
        return state.plan.decision if state.plan else ""
    return f"{_count(len(state.plan.slots), 'slot')}, {_count(len(state.plan.steps), 'step')}"


def _assess_words(state: FlowState) -> str:
    filled = sum(bool(pieces) for pieces in state.filled.values())
    words = f"{filled} of {_count(len(state.filled), 'slot')} filled"
    return f"{words}, {_count(len(state.conflicts), 'conflict')}" if state.conflicts else words


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
