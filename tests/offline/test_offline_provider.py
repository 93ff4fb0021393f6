"""The offline model behind LiteLLM's own door."""

from typing import Any

import pytest
from rentals import Rentals

from crew.models.offline.provider import MODEL, install
from tasks.blocks import render_blocks
from tasks.plan import Plan

litellm = pytest.importorskip("litellm")


@pytest.fixture
def messages(rentals: Rentals) -> list[dict[str, Any]]:
    install()
    blocks = {"task": {"name": "plan", "role": "supervisor"}, **rentals.blocks("fees by district in 2025")}
    return [{"role": "system", "content": "You plan."}, {"role": "user", "content": render_blocks(blocks)}]


def test_it_is_called_as_any_other_model_without_a_key(messages: list[dict[str, Any]]) -> None:
    response = litellm.completion(model=MODEL, messages=messages, response_format={"type": "json_object"})

    assert Plan.model_validate_json(response.choices[0].message.content).decision == "plan"
    assert response.usage.prompt_tokens > response.usage.completion_tokens > 0


def test_the_same_prompt_gets_the_same_reply_id_and_token_counts(messages: list[dict[str, Any]]) -> None:
    one, two = (litellm.completion(model=MODEL, messages=messages) for _ in range(2))

    assert (one.id, one.choices, one.usage) == (two.id, two.choices, two.usage)


def test_a_stream_brings_the_same_text(messages: list[dict[str, Any]]) -> None:
    whole = litellm.completion(model=MODEL, messages=messages).choices[0].message.content

    parts = [c.choices[0].delta.content or "" for c in litellm.completion(model=MODEL, messages=messages, stream=True)]

    assert "".join(parts) == whole


def test_tool_calls_come_as_any_model_sends_them(rentals: Rentals) -> None:
    install()
    blocks = {"step": None, "slot": {"id": "p", "kind": "passage", "need": {"about": "helmets"}}}
    tools = [{"type": "function", "function": {"name": "search_documents", "parameters": {"type": "object"}}}]
    prompt = render_blocks({"task": {"name": "work", "role": "x"}, **rentals.blocks("helmets"), **blocks})

    response = litellm.completion(model=MODEL, messages=[{"role": "user", "content": prompt}], tools=tools)

    (call,) = response.choices[0].message.tool_calls
    assert (call.function.name, call.function.arguments) == ("search_documents", '{"words": "helmets"}')
    assert response.choices[0].finish_reason == "tool_calls"


def test_an_offline_model_of_another_name_does_not_exist(messages: list[dict[str, Any]]) -> None:
    with pytest.raises(litellm.exceptions.NotFoundError, match="the only one is `offline/analyst`"):
        litellm.completion(model="offline/oracle", messages=messages)


def test_installing_twice_adds_one_provider() -> None:
    install()
    install()

    assert [e["provider"] for e in litellm.custom_provider_map].count("offline") == 1
