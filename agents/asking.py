"""Asking an agent for structured output, in a way that survives weak models."""

import json
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

if TYPE_CHECKING:
    from crewai import Agent

M = TypeVar("M", bound=BaseModel)


class UnusableReply(Exception):
    """A model's reply did not fit the schema, also after it was shown what was wrong."""


def ask_for(agent: "Agent", prompt: str, output: type[M]) -> M:
    """The agent's reply as `output`: parsed, repaired, or after one corrective round; raises UnusableReply.

    The schema stands in the prompt, because not every provider shows it to the model.
    """
    schema = json.dumps(_lean(output.model_json_schema()), ensure_ascii=False)
    request = f"{prompt}\n\nReply with one JSON object for this schema and nothing else:\n{schema}"
    reply = _reply(agent, request, output)
    try:
        return parse_reply(reply, output)
    except ValidationError as error:
        again = f"{request}\n\nYour last reply did not fit the schema:\n{reply[:2000]}\n{_problems(error)}"
    try:
        return parse_reply(_reply(agent, again, output), output)
    except ValidationError as error:
        raise UnusableReply(f"The reply does not fit `{output.__name__}`. {_problems(error)}") from error


def parse_reply(text: str, output: type[M]) -> M:
    """Parse a reply, fenced or slightly broken JSON included; raises ValidationError."""
    from json_repair import repair_json

    try:
        return output.model_validate_json(text)
    except ValidationError:
        return output.model_validate(repair_json(text, return_objects=True))


def _lean(schema: Any) -> Any:
    """A schema without the titles that pydantic makes out of names, which would be a third of it."""
    if isinstance(schema, list):
        return [_lean(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _lean(part) for key, part in schema.items() if key != "title" or not isinstance(part, str)}


def _reply(agent: "Agent", request: str, output: type[BaseModel]) -> str:
    from crewai.lite_agent import LiteAgentOutput

    result = agent.kickoff(request, response_format=output)
    if not isinstance(result, LiteAgentOutput):
        raise TypeError("An agent was asked from inside an event loop; ask it from a thread.")
    return result.raw


def _problems(error: ValidationError) -> str:
    places = (f"`{'.'.join(map(str, e['loc']))}`: {e['msg']}" for e in error.errors()[:8])
    return "; ".join(places)
