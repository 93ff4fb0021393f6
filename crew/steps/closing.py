"""Closing: status, terminal reason and explanation, all from what the steps recorded."""

from crew.answering.composing import compose_answer
from crew.answering.run import Run
from crew.answering.state import FlowState


def close(run: Run, state: FlowState) -> None:
    """Compose the answer and store it."""
    answer = compose_answer(run, state)
    state.terminal_reason = answer.terminal_reason
    run.finish(answer)
