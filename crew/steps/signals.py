"""What searches signalled about a slot, as gaps for the supervisor and as warnings of the answer."""

from collections.abc import Iterator, Sequence

from crew.answering.state import FlowState, Gap, StepOutcome
from tasks.plan import Slot
from tools.documents.freshness import stale_warning
from tools.documents.signals import Signal
from tools.evidence import PassageEvidence
from tools.wording import said


def signalled_gap(state: FlowState, slot: Slot, passages: Sequence[PassageEvidence]) -> Gap | None:
    """What the supervisor must decide on although passages were found: several readings, or only doubtful ones."""
    if slot.id not in state.settled:
        for signal in _signals(_outcomes(state, slot)):
            if signal.kind == "ambiguous":
                return _gap(state, slot, signal.message, "ambiguous", signal.choices)
    if all(_is_warned(passage, "injection_suspected") for passage in passages):
        reason = said("Only passages that read like instructions to the reading model were found.")
        return _gap(state, slot, reason, "injection_suspected")
    stale = [_staleness(passage, slot) for passage in passages]
    if all(stale):
        return _gap(
            state,
            slot,
            said("Only older passages were found ({passages}).", passages=", ".join(filter(None, stale))),
            "stale",
        )
    return None


def incomplete_gap(state: FlowState, slot: Slot, names: Sequence[str]) -> Gap:
    """That of several things asked about some were found and these were not."""
    reason = said("Nothing was found for {names}.", names=", ".join(names))
    return _gap(state, slot, reason, "incomplete", names)


def nothing_gap(state: FlowState, slot: Slot) -> Gap:
    """That a slot stayed empty, why, and every statement and wording that was tried."""
    if not _outcomes(state, slot):
        return _gap(state, slot, said("It was not looked for: the question ended first."), "nothing_found")
    reasons = [outcome.reason for outcome in _outcomes(state, slot) if outcome.reason]
    return _gap(
        state,
        slot,
        " ".join(dict.fromkeys(reasons)) or said("No step of the plan found anything for it."),
        "nothing_found",
    )


def signal_warnings(state: FlowState) -> list[str]:
    """What limited whole searches, and passages older than their slot allows."""
    sources = {step.id: step.source for step in state.agreed_plan.steps}
    return [
        f"{sources.get(name, name)}: {signal.message}"
        for name, outcome in state.outcomes.items()
        for signal in _signals([outcome])
        if signal.passage is None and signal.kind != "nothing_found"
    ]


def stale_warnings(slot: Slot, passages: Sequence[PassageEvidence]) -> list[str]:
    """A warning for every passage older than its slot allows."""
    return [f"{p.id}: {stale}" for p in passages if (stale := stale_warning(p.date, slot.need.no_older_than))]


def _gap(state: FlowState, slot: Slot, reason: str, signal: str, choices: Sequence[str] = ()) -> Gap:
    outcomes = _outcomes(state, slot)
    tried = [reflection.tried for outcome in outcomes for reflection in outcome.reflections]
    tried += [attempt.words for o in outcomes for record in o.searches for attempt in record.attempts]
    return Gap.model_validate(
        {
            "slot": slot.id,
            "reason": reason,
            "signal": signal,
            "tried": list(dict.fromkeys(tried)),
            "choices": list(choices),
            "is_required": slot.is_required,
        }
    )


def _outcomes(state: FlowState, slot: Slot) -> list[StepOutcome]:
    steps = [step.id for step in state.agreed_plan.steps if step.slot == slot.id]
    return [state.outcomes[step] for step in steps if step in state.outcomes]


def _signals(outcomes: Sequence[StepOutcome]) -> Iterator[Signal]:
    return (signal for outcome in outcomes for record in outcome.searches for signal in record.signals)


def _staleness(passage: PassageEvidence, slot: Slot) -> str | None:
    own = next((warning for warning in passage.warnings if warning.startswith("stale:")), None)
    found = own or stale_warning(passage.date, slot.need.no_older_than)
    return f"{passage.document} {found.removeprefix('stale: ')}" if found else None


def _is_warned(passage: PassageEvidence, kind: str) -> bool:
    return any(warning.startswith(f"{kind}:") for warning in passage.warnings)
