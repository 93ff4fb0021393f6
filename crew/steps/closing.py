"""Closing: status, terminal reason and explanation, all from what the steps recorded."""

from crew.composing import compose_answer
from crew.run import Run
from crew.state import FlowState


def close(run: Run, state: FlowState) -> None:
    """Compose the answer and store it."""
    answer = compose_answer(run, state)
    state.terminal_reason = answer.terminal_reason
    run.finish(answer)
