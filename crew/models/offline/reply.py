"""What the offline model answers."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ToolCall:
    """One call the model asks for."""

    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """Text, or tool calls; never both."""

    text: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
