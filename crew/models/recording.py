"""Completions as they were given, and finding them again: what makes a run repeatable.

A completion belongs to a request by role, step, attempt and a digest of the prompt's JSON blocks. The wording around
the blocks may change: that is noticed, and warned of.
"""

import hashlib
import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from crew.errors import CrewError
from tasks.blocks import read_blocks
from tools.frozen import Frozen


class NotRecorded(CrewError):
    """A replayed run asks a model for something that its recording does not hold."""


class UnusableRecording(CrewError):
    """A recording cannot be read."""


class RequestKey(Frozen):
    """What tells one request of a run from another."""

    role: str
    step: str
    attempt: int
    """Counted from 1 for each role and step."""
    digest: str
    """sha256 of the blocks of all the prompt's messages."""
    wording: str
    """sha256 of the whole prompt."""


class RecordedToolCall(Frozen):
    """A tool the model asked for."""

    id: str
    name: str
    arguments: str


class RecordedCompletion(Frozen):
    """One completion and the request it answered."""

    request: RequestKey
    deployment: str
    text: str | None = None
    tool_calls: tuple[RecordedToolCall, ...] = ()
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def reply(self) -> Any:
        """The completion as LiteLLM would return it."""
        from litellm.types.utils import ChatCompletionMessageToolCall, Choices, Function, Message, ModelResponse, Usage

        calls = [
            ChatCompletionMessageToolCall(
                id=call.id, type="function", function=Function(name=call.name, arguments=call.arguments)
            )
            for call in self.tool_calls
        ]
        message = Message(role="assistant", content=self.text, tool_calls=calls or None)
        tokens = self.prompt_tokens + self.completion_tokens
        usage = Usage(prompt_tokens=self.prompt_tokens, completion_tokens=self.completion_tokens, total_tokens=tokens)
        return ModelResponse(model=self.deployment, choices=[Choices(index=0, message=message)], usage=usage)


class Replay:
    """Completions of one run, by request. Thread-safe."""

    def __init__(self, completions: Iterable[RecordedCompletion], origin: str, *, is_strict: bool = True) -> None:
        """Without `is_strict` a prompt whose blocks differ takes the completion of its place, with a warning."""
        self._by_place = {_place(c.request): c for c in completions}
        self._loosely = {} if is_strict else {_place(c.request)[:3]: c for c in self._by_place.values()}
        self._origin = origin
        self._lock = threading.Lock()
        self._reworded: dict[str, None] = {}
        self._changed: dict[str, None] = {}

    @property
    def warnings(self) -> list[str]:
        """What a reader of the replayed answer must know."""
        found = []
        if self._reworded:
            found.append(f"The wording of these prompts has changed since the recording: {', '.join(self._reworded)}.")
        if self._changed:
            found.append(f"What these prompts are about has changed since the recording: {', '.join(self._changed)}.")
        return found

    def find(self, request: RequestKey) -> RecordedCompletion:
        """The completion of a request, kept under what was asked now; raises NotRecorded."""
        found = self._by_place.get(_place(request)) or self._loosely.get(_place(request)[:3])
        if found is None:
            raise NotRecorded(f"{self._origin} holds no completion for {_described(request)}.{self._nearest(request)}")
        with self._lock:
            if found.request.digest != request.digest:
                self._changed[f"{request.step} ({request.role})"] = None
            elif found.request.wording != request.wording:
                self._reworded[f"{request.step} ({request.role})"] = None
        return found.model_copy(update={"request": request})

    def _nearest(self, request: RequestKey) -> str:
        same = [c for c in self._by_place.values() if c.request.step == request.step and c.request.role == request.role]
        if any(c.request.attempt == request.attempt for c in same):
            return " What the prompt is about (its JSON blocks) differs from the recording: record the run again."
        return f" It holds {len(same)} for this role and step."


def request_key(role: str, step: str, attempt: int, messages: Sequence[Mapping[str, Any]]) -> RequestKey:
    """The key of a request with these messages."""
    text = "\n".join(str(message.get("content") or "") for message in messages)
    blocks = json.dumps(read_blocks(text), sort_keys=True, ensure_ascii=False)
    return RequestKey(role=role, step=step, attempt=attempt, digest=_sha256(blocks), wording=_sha256(text))


def recorded(request: RequestKey, deployment: str, reply: Any) -> RecordedCompletion:
    """A provider's reply as it is recorded."""
    message, usage = reply.choices[0].message, getattr(reply, "usage", None)
    return RecordedCompletion(
        request=request,
        deployment=deployment,
        text=message.content,
        tool_calls=tuple(
            RecordedToolCall(id=call.id, name=call.function.name or "", arguments=call.function.arguments)
            for call in message.tool_calls or ()
        ),
        prompt_tokens=(usage.prompt_tokens or 0) if usage else 0,
        completion_tokens=(usage.completion_tokens or 0) if usage else 0,
    )


def read_recording(lines: Iterable[str], origin: str) -> list[RecordedCompletion]:
    """The completions of a JSON Lines recording; raises UnusableRecording with the line's number."""
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(RecordedCompletion.model_validate_json(line))
        except ValidationError as error:
            problem = error.errors()[0]
            raise UnusableRecording(f"{origin}, line {number}: {problem['msg']}. Record the run again.") from error
    return found


def _place(request: RequestKey) -> tuple[str, str, int, str]:
    return request.role, request.step, request.attempt, request.digest


def _described(request: RequestKey) -> str:
    return f"step `{request.step}` of the {request.role}, attempt {request.attempt}"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
