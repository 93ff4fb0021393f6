"""CrewAI's model seam: a `BaseLLM` whose every call goes through our routes.

One instance per role and run. Only CrewAI agents may call it: a role that answers without its agent is refused.
"""

import json
from collections.abc import Callable
from typing import Any, Literal

from crewai.events.types.llm_events import LLMCallType
from crewai.llms.base_llm import BaseLLM, llm_call_context
from pydantic import BaseModel, Field, PrivateAttr

from crew.models.routes import CallContext, Routes
from crew.models.tool_calls import WrongToolCall, checked_calls
from crew.models.tool_schemas import with_free_maps

DONE = "The step's tools have run."
"""What ends an agent's loop in place of a completion."""


class CalledWithoutAgent(RuntimeError):
    """A role's model was called by something other than its agent: a bug in our own flow."""


class RouterLLM(BaseLLM):
    """The model of one role in one run."""

    llm_type: Literal["router"] = "router"
    provider: str = "router"
    routes: Any = Field(exclude=True, repr=False)
    context: Any = Field(exclude=True, repr=False)
    is_done: Callable[[], bool] = Field(default=lambda: False, exclude=True, repr=False)
    """Whether the agent's tools have given what it was asked for, so that the model need not be called again.

    CrewAI's `result_as_answer` would stop after the first of several calls in one reply.
    """
    _routes: Routes = PrivateAttr()
    _context: CallContext = PrivateAttr()
    _wrong_call: WrongToolCall | None = PrivateAttr(default=None)

    def model_post_init(self, _context: Any) -> None:
        """Keep the typed collaborators."""
        self._routes, self._context = self.routes, self.context

    @property
    def wrong_call(self) -> WrongToolCall | None:
        """Why a tool call of the last reply could not be made; a reply with nothing else ends the agent's loop."""
        return self._wrong_call

    def supports_function_calling(self) -> bool:
        """True; otherwise agents fall back to tools written in prose."""
        return True

    def supports_stop_words(self) -> bool:
        """False: stop words matter only for tools written in prose."""
        return False

    def get_context_window_size(self) -> int:
        """Tokens a prompt may take; CrewAI's default of 4096 would cut tool results."""
        return int(self._routes.context_window(self.model) * 0.85)

    def get_input_tokens_count(self, messages: Any, tools: Any = None, response_model: Any = None) -> int:
        """A cautious estimate: one token for four characters."""
        text = messages if isinstance(messages, str) else json.dumps(messages, default=str)
        return (len(text) + len(json.dumps(tools or [], default=str)) + 3) // 4

    def call(
        self,
        messages: Any,
        tools: Any = None,
        callbacks: Any = None,
        available_functions: Any = None,
        from_task: Any = None,
        from_agent: Any = None,
        response_model: type[BaseModel] | None = None,
    ) -> Any:
        """One completion: text, or the list of tool calls for the agent to run."""
        if from_agent is None:
            raise CalledWithoutAgent(f"The model of `{self._context.role}` was called without its agent.")
        if self.is_done():
            return DONE
        tools = with_free_maps(tools or (), from_agent)
        origin = {"from_task": from_task, "from_agent": from_agent}
        with llm_call_context():
            self._emit_call_started_event(
                messages=messages, tools=tools, callbacks=callbacks, available_functions=available_functions, **origin
            )
            try:
                prompt = self._format_messages(messages)
                completion = self._routes.complete(
                    self.model,
                    _request(prompt, tools, response_model),
                    self._context,
                    prompt_tokens=self.get_input_tokens_count(prompt, tools),
                )
            except Exception as error:
                self._emit_call_failed_event(f"{type(error).__name__}: {error}", from_task, from_agent)
                raise
            return self._finish(completion.reply, prompt, from_agent, origin)

    # CrewAI would wrap this in a threefold retry of its own on rate limits; routes own falling back.
    call._crewai_rate_limit_wrapped = True  # type: ignore[attr-defined]

    def _finish(self, reply: Any, messages: Any, agent: Any, origin: dict[str, Any]) -> Any:
        message, usage = reply.choices[0].message, reply.usage.model_dump() if getattr(reply, "usage", None) else {}
        if usage:
            self._track_token_usage_internal(usage)
        calls = list(message.tool_calls or [])
        self._emit_call_completed_event(
            response=[call.model_dump() for call in calls] if calls else message.content,
            call_type=LLMCallType.TOOL_CALL if calls else LLMCallType.LLM_CALL,
            messages=messages,
            usage=usage,
            **origin,
        )
        if not calls:
            return message.content
        usable, self._wrong_call = checked_calls(calls, getattr(agent, "tools", None) or ())
        return usable or DONE


def _request(messages: Any, tools: Any, response_model: type[BaseModel] | None) -> dict[str, Any]:
    request: dict[str, Any] = {"messages": messages}
    if tools:
        request["tools"] = tools
    elif response_model is not None:
        schema = {"name": response_model.__name__, "schema": response_model.model_json_schema(), "strict": False}
        request["response_format"] = {"type": "json_schema", "json_schema": schema}
    return request
