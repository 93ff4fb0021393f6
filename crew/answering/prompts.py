"""Prompts: a task's wording, then its material in JSON blocks."""

from typing import Any

from crew.answering.state import FlowState
from tasks.blocks import render_blocks
from tasks.specs import TaskSpec


def prompt(task: TaskSpec, blocks: dict[str, Any]) -> str:
    """What an agent is asked: the task in CrewAI's own terms, and the blocks it may read."""
    return f"{task.description.strip()}\n\nExpected: {task.expected_output.strip()}\n\n{render_blocks(blocks)}"


def opening_blocks(name: str, role: str, state: FlowState, today: str) -> dict[str, Any]:
    """The blocks every prompt begins with."""
    return {
        "task": {"name": name, "role": role},
        "question": {"text": state.question, "language": state.language, "today": today},
    }


def period_blocks(state: FlowState) -> dict[str, Any]:
    """The dates that the question's words were resolved to."""
    return {
        "periods": {
            "found": [p.model_dump(mode="json") for p in state.periods_found],
            "default": state.default_period.model_dump(mode="json") if state.default_period else None,
            "comparisons": {name: p.model_dump(mode="json") for name, p in state.comparisons.items()},
        }
    }
