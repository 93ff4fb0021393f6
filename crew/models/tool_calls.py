"""Tool calls as weak models write them: repaired where they are slightly broken, refused in words a model can use."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from tools.errors import ToolError


class WrongToolCall(ToolError):
    """A model asked for a tool it does not have, or with arguments the tool does not take."""


def checked_calls(calls: Sequence[Any], tools: Sequence[Any]) -> tuple[list[Any], WrongToolCall | None]:
    """The calls that can be made, their arguments repaired, and why the first other one cannot."""
    known = {tool.name: tool for tool in tools}
    usable, wrong = [], None
    for call in calls:
        try:
            usable.append(_checked(call, known))
        except WrongToolCall as error:
            wrong = wrong or error
    return usable, wrong


def _checked(call: Any, tools: Mapping[str, Any]) -> Any:
    name = call.function.name
    if name not in tools:
        raise WrongToolCall(f"There is no tool `{name}`. Call one of {', '.join(f'`{each}`' for each in tools)}.")
    arguments = _read(name, call.function.arguments)
    try:
        tools[name].args_schema.model_validate(arguments)
    except ValidationError as error:
        places = "; ".join(f"`{'.'.join(map(str, e['loc']))}`: {e['msg']}" for e in error.errors()[:5])
        takes = ", ".join(f"`{field}`" for field in tools[name].args_schema.model_fields)
        raise WrongToolCall(f"`{name}` takes {takes}. {places}.") from error
    function = call.function.model_copy(update={"arguments": json.dumps(arguments, ensure_ascii=False)})
    return call.model_copy(update={"function": function})


def _read(name: str, arguments: Any) -> dict[str, Any]:
    from json_repair import repair_json

    read: Any = repair_json(arguments, return_objects=True) if isinstance(arguments, str) else arguments
    if not arguments:
        return {}
    if isinstance(read, dict):
        return read
    raise WrongToolCall(f"The arguments of `{name}` are no JSON object: {str(arguments)[:200]}")
