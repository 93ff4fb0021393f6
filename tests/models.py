"""A model whose replies a test writes down, behind LiteLLM's own door; the only fake in the suite.

It is reached as `scripted/<anything>` and tells roles apart by the `task` block of the prompt. A call that no test
planned fails.
"""

import json
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from crew.models.offline.analyst import answer as offline_answer
from tasks.blocks import read_blocks

Reply = Callable[[dict[str, Any]], Any]


class UnplannedCall(AssertionError):
    """The program asked a model for something no test had written down."""


@dataclass
class ScriptedModels:
    """Replies by task (`plan`, `work`, `draft`, …), each used once, in order."""

    replies: dict[str, deque[Reply]] = field(default_factory=lambda: defaultdict(deque))
    offline: set[str] = field(default_factory=set)
    seen: list[dict[str, Any]] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    tools: list[list[dict[str, Any]]] = field(default_factory=list)
    """What each worker was offered to call."""

    def will_reply(self, task: str, *replies: Any) -> None:
        """Reply to the next prompts of a task with JSON of these values (or what they return for the blocks)."""
        for reply in replies:
            self.replies[task].append(reply if callable(reply) else lambda _blocks, reply=reply: reply)

    def will_call(self, tool: str, **arguments: Any) -> None:
        """Reply to the next prompt of a worker with one tool call."""
        self.will_reply("work", {"tool_calls": [(tool, arguments)]})

    def leave_to_offline(self, *tasks: str) -> None:
        """Let the offline analyst answer these tasks."""
        self.offline |= set(tasks)

    def prompts(self, task: str) -> list[dict[str, Any]]:
        """The blocks of every prompt of a task so far."""
        return [blocks for blocks in self.seen if blocks["task"]["name"] == task]

    def wordings(self, task: str) -> list[str]:
        """The whole text of every prompt of a task so far."""
        return [text for text, blocks in zip(self.heard, self.seen, strict=True) if blocks["task"]["name"] == task]

    def completion(self, messages: list[dict[str, Any]], parameters: dict[str, Any]) -> Any:
        """Text, or `{"tool_calls": [...]}`, for one request."""
        text = "\n".join(str(message.get("content") or "") for message in messages)
        blocks = read_blocks(text)
        self.seen.append(blocks)
        self.heard.append(text)
        if parameters.get("tools"):
            self.tools.append(parameters["tools"])
        task = blocks["task"]["name"]
        if self.replies[task]:
            return self.replies[task].popleft()(blocks)
        if task in self.offline:
            return offline_answer(messages, parameters.get("tools"), parameters.get("response_format"))
        raise UnplannedCall(f"No reply was planned for `{task}`.")


def install(models: ScriptedModels) -> None:
    """Register the models with LiteLLM as the provider `scripted`, in place of earlier ones."""
    import litellm
    from litellm import CustomLLM

    class Provider(CustomLLM):
        def completion(self, model: str, messages: list[Any], *_: Any, optional_params: Any = None, **__: Any) -> Any:
            return _response(model, models.completion(messages, optional_params or {}), len(str(messages)) // 4)

    litellm.custom_provider_map[:] = [m for m in litellm.custom_provider_map if m["provider"] != "scripted"]
    litellm.custom_provider_map.append({"provider": "scripted", "custom_handler": Provider()})
    litellm.utils.custom_llm_setup()


def _response(model: str, reply: Any, prompt_tokens: int) -> Any:
    from litellm.types.utils import ChatCompletionMessageToolCall, Choices, Function, Message, ModelResponse, Usage

    if isinstance(reply, BaseException):
        raise reply
    text = getattr(reply, "text", None)
    calls = getattr(reply, "tool_calls", None) or (reply.get("tool_calls") if isinstance(reply, dict) else None) or []
    if text is None and not calls:
        text = reply if isinstance(reply, str) else json.dumps(_plain(reply))
    made = [
        ChatCompletionMessageToolCall(
            id=f"call_{i}", type="function", function=Function(name=name, arguments=_as_json(arguments))
        )
        for i, (name, arguments) in enumerate(calls)
    ]
    message = Message(role="assistant", content=text, tool_calls=made or None)
    usage = Usage(prompt_tokens=prompt_tokens, completion_tokens=100, total_tokens=prompt_tokens + 100)
    return ModelResponse(
        id="scripted", created=0, model=model, choices=[Choices(index=0, message=message)], usage=usage
    )


def _as_json(arguments: Any) -> str:
    """Arguments as a provider sends them; a text stands as it is, however broken."""
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def _plain(reply: Any) -> Any:
    return reply.model_dump(mode="json") if hasattr(reply, "model_dump") else reply
