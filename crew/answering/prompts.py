"""Prompts: a task's wording, then its material in JSON blocks."""

from typing import Any

from crew.answering.state import FlowState
from tasks.blocks import render_blocks
from tasks.plan import Need
from tasks.specs import TaskSpec
from tools.sql.semantics import Semantics
from tools.sql.slicing import Slice, sliced_spec
from tools.sql.specs import SemanticSpec


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


def semantics_shown(semantics: Semantics, shown: Slice) -> SemanticSpec:
    """What the semantic layer says of the part of a schema that a prompt shows."""
    if not shown.tables_left_out:
        return semantics.spec
    return sliced_spec(semantics, [table.name for table in shown.schema.tables])


def need_words(need: Need) -> str:
    """A slot's need as text, for finding the tables that it is about."""
    filters = [f"{condition.column} {' '.join(map(str, condition.values))}" for condition in need.filters]
    return " ".join(filter(None, (need.about, *need.measures, *need.entities, *need.grain, *filters)))
