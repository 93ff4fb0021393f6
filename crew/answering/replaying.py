"""Doing a stored run again from what its tools and models returned: the same code must come to the same answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from crew.answer import Answer
from crew.answering.prepared import Prepared
from crew.answering.state import FlowState, StepOutcome
from crew.errors import WrongInput
from crew.models.recording import RecordedCompletion, Replay
from crew.store.records import RunRecord
from crew.store.store import Store
from tools.evidence import Evidence

_COMPARED = ("status", "terminal_reason", "answer", "missing", "assumptions", "choices")


@dataclass(frozen=True)
class RecordedStep:
    """What a step of the plan came to in an earlier run."""

    outcome: StepOutcome
    evidence: tuple[Evidence, ...]


def prepared_from_run(store: Store, record: RunRecord) -> Prepared:
    """What a question brings along to be done again as it was; raises WrongInput when something is no longer kept."""
    state = store.load_state(record.id)
    completions = store.completions(record.id)
    if record.emptied_at is not None or state is None:
        raise WrongInput(f"Run {record.id} cannot be replayed: retention has removed its content.")
    recorded = [RecordedCompletion.model_validate(completion) for completion in completions]
    replay = Replay(recorded, f"Run {record.id}", is_strict=False)
    return Prepared(replay=replay, steps=_steps(FlowState.model_validate(state), store.evidence(record.id)))


def differences(first: Answer, again: Answer) -> list[str]:
    """Where a replayed answer differs from the first one, in words; empty when it is the same."""
    found = [
        f"{name}: {getattr(first, name)!r} before, {getattr(again, name)!r} now"
        for name in _COMPARED
        if getattr(first, name) != getattr(again, name)
    ]
    for name, content in (("sentences", _texts), ("evidence", _digests)):
        if content(first) != content(again):
            found.append(f"{name}: {content(first)} before, {content(again)} now")
    return found


def _steps(state: FlowState, evidence: Sequence[Evidence]) -> dict[str, RecordedStep]:
    by_number = {piece.id: piece for piece in evidence}
    return {
        name: RecordedStep(outcome, tuple(by_number[number] for number in outcome.evidence if number in by_number))
        for name, outcome in state.outcomes.items()
    }


def _texts(answer: Answer) -> list[tuple[str, bool]]:
    return [(sentence.text, sentence.supported) for sentence in (*answer.sentences, *answer.removed)]


def _digests(answer: Answer) -> dict[str, str]:
    return {piece["id"]: piece["sha256"] for piece in answer.evidence}
