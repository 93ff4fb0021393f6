"""The offline model itself: a pure function from a prompt's blocks to a reply."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from pydantic import BaseModel

from crew.models.offline.drafting import draft_answer
from crew.models.offline.joining import over_suggested_joins
from crew.models.offline.material import Material, read_material
from crew.models.offline.planning import plan_question
from crew.models.offline.replanning import replan_question
from crew.models.offline.reply import Reply
from crew.models.offline.rewriting import rewrite_question
from crew.models.offline.verifying import judge_sentences
from crew.models.offline.working import correct_call, next_call


def answer(messages: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]], response_format: Any = None) -> Reply:
    """The reply to a prompt; only its JSON blocks, the tools and the response schema count, not its wording."""
    material = read_material(messages)
    if material.task == "work":
        return next_call(material, _tool_names(tools))
    decide = _DECISIONS.get(material.task)
    if decide is None:
        return Reply(text="The offline analyst answers only prompts that carry a `task` block it knows.")
    return Reply(text=decide(material).model_dump_json(exclude_defaults=True))


_DECISIONS: dict[str, Callable[[Material], BaseModel]] = {
    "plan": partial(over_suggested_joins, plan_question),
    "replan": replan_question,
    "rewrite": rewrite_question,
    "correct": correct_call,
    "draft": draft_answer,
    "verify": judge_sentences,
}


def _tool_names(tools: Sequence[dict[str, Any]]) -> frozenset[str]:
    return frozenset(str(t.get("function", t).get("name", "")) for t in tools)
