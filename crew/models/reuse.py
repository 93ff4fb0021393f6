"""Completions of identical requests, answered again without asking a model where a route allows it."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Protocol

from crew.models.recording import RecordedCompletion, RequestKey
from crew.models.specs import RouteSpec


class CompletionCache(Protocol):
    """Where completions are kept for one asker."""

    def find(self, identity: str) -> RecordedCompletion | None:
        """The completion of an identical request; None when there is none or its time is over."""

    def keep(self, identity: str, completion: RecordedCompletion, hours: float) -> None:
        """Keep a completion for some hours."""


def identity_of(route: RouteSpec, request: Mapping[str, Any]) -> str:
    """A digest of all that decides a completion: deployments, their parameters, and the whole request."""
    content = {
        "deployments": [deployment.model_dump(mode="json") for deployment in route.deployments],
        "temperature": route.temperature,
        "max_tokens": route.max_tokens,
        "request": request,
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


def as_answer_to(completion: RecordedCompletion, key: RequestKey) -> RecordedCompletion:
    """A kept completion as the answer to another request with the same content."""
    return completion.model_copy(update={"request": key})
