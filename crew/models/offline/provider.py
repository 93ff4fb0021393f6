"""The door through which LiteLLM reaches the offline model: provider `offline`."""

import hashlib
import json
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

from crew.models.offline.analyst import answer
from crew.models.offline.reply import Reply

PROVIDER = "offline"
MODEL = "offline/analyst"

_installing = threading.Lock()


def install() -> None:
    """Make `offline/…` known to LiteLLM in this process; calling it again changes nothing."""
    import litellm  # slow import

    with _installing:
        if any(entry["provider"] == PROVIDER for entry in litellm.custom_provider_map):
            return
        litellm.custom_provider_map.append({"provider": PROVIDER, "custom_handler": _door()})
        litellm.utils.custom_llm_setup()
        litellm.register_model({MODEL: _CARD})


_CARD = {
    "input_cost_per_token": 0.0,
    "output_cost_per_token": 0.0,
    "max_input_tokens": 128_000,
    "max_tokens": 16_000,
    "litellm_provider": PROVIDER,
    "mode": "chat",
    "supports_function_calling": True,
    "supports_response_schema": True,
}


def _door() -> Any:
    from litellm import CustomLLM
    from litellm.exceptions import NotFoundError

    class OfflineDoor(CustomLLM):
        def completion(self, model: str, messages: list[dict[str, Any]], *args: Any, **options: Any) -> Any:
            name = model.split("/")[-1]
            if name != "analyst":
                raise NotFoundError(
                    f"There is no offline model `{name}`; the only one is `{MODEL}`.",
                    model=model,
                    llm_provider=PROVIDER,
                )
            asked = options.get("optional_params") or {}
            tools = asked.get("tools") or []
            return _response(model, messages, tools, answer(messages, tools, asked.get("response_format")))

        async def acompletion(self, *args: Any, **options: Any) -> Any:
            return self.completion(*args, **options)

        def streaming(self, *args: Any, **options: Any) -> Iterator[Any]:
            yield from _chunks(self.completion(*args, **options))

        async def astreaming(self, *args: Any, **options: Any) -> AsyncIterator[Any]:  # type: ignore[override]
            for chunk in _chunks(self.completion(*args, **options)):
                yield chunk

    return OfflineDoor()


def _response(model: str, messages: list[dict[str, Any]], tools: list[Any], reply: Reply) -> Any:
    from litellm.types.utils import ChatCompletionMessageToolCall, Choices, Function, Message, ModelResponse, Usage

    said = reply.text or [(c.name, c.arguments) for c in reply.tool_calls]
    digest = hashlib.sha256(_as_json([model, messages, said]).encode()).hexdigest()
    calls = [
        ChatCompletionMessageToolCall(
            id=f"call_{digest[:12]}_{index}",
            type="function",
            function=Function(name=call.name, arguments=_as_json(call.arguments)),
        )
        for index, call in enumerate(reply.tool_calls)
    ]
    message = Message(role="assistant", content=reply.text, tool_calls=calls or None)
    prompt, completion = _tokens(messages) + (_tokens(tools) if tools else 0), _tokens(said)
    return ModelResponse(
        id=f"offline-{digest[:16]}",
        created=0,
        model=model,
        choices=[Choices(finish_reason="tool_calls" if calls else "stop", index=0, message=message)],
        usage=Usage(prompt_tokens=prompt, completion_tokens=completion, total_tokens=prompt + completion),
    )


def _chunks(response: Any) -> Iterator[dict[str, Any]]:
    message, usage = response.choices[0].message, response.usage.model_dump()
    blank = {"text": "", "is_finished": False, "finish_reason": "", "index": 0, "tool_use": None, "usage": None}
    for index, call in enumerate(message.tool_calls or []):
        function = {"name": call.function.name, "arguments": call.function.arguments}
        yield {**blank, "tool_use": {"id": call.id, "type": "function", "index": index, "function": function}}
    if message.content:
        yield {**blank, "text": message.content}
    yield {**blank, "is_finished": True, "finish_reason": response.choices[0].finish_reason, "usage": usage}


def _tokens(content: Any) -> int:
    """About four characters a token, as for English text in the usual vocabularies."""
    text = content if isinstance(content, str) else _as_json(content)
    return max(1, (len(text) + 3) // 4)


def _as_json(content: Any) -> str:
    return json.dumps(content, default=str, sort_keys=True, ensure_ascii=False)
