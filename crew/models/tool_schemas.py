"""The schemas in which models are shown tools."""

from collections.abc import Sequence
from typing import Any


def with_free_maps(tools: Sequence[dict[str, Any]], agent: Any) -> list[dict[str, Any]]:
    """The tools with their own arguments' schemas, where those hold a map of any keys.

    CrewAI closes every object for providers' strict mode, which knows no such maps: a model that keeps to it could
    then never give a statement its parameters.
    """
    own = {tool.name: tool.args_schema.model_json_schema() for tool in getattr(agent, "tools", None) or ()}
    return [_opened(tool, own.get(tool.get("function", {}).get("name"))) for tool in tools]


def _opened(tool: dict[str, Any], schema: dict[str, Any] | None) -> dict[str, Any]:
    if schema is None or not _has_free_map(schema):
        return tool
    function = {key: value for key, value in tool["function"].items() if key != "strict"}
    return {**tool, "function": {**function, "parameters": schema}}


def _has_free_map(part: Any) -> bool:
    if isinstance(part, list):
        return any(map(_has_free_map, part))
    if not isinstance(part, dict):
        return False
    is_free = part.get("type") == "object" and "properties" not in part and part.get("additionalProperties", True)
    return bool(is_free) or any(map(_has_free_map, part.values()))
