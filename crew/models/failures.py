"""What went wrong at a provider, in words for the person who can mend it."""

import json
from collections.abc import Iterator

from crew.models.calls import FailedAttempt
from crew.models.specs import DeploymentSpec
from tools.wording import said, worded

_FORBIDDEN = 403

_REASONS = {
    "AuthenticationError": worded("the key is wrong or missing"),
    "PermissionDeniedError": worded("the key may not use this model"),
    "NotFoundError": worded("the provider knows no such model"),
    "RateLimitError": worded("the provider is over its rate limit"),
    "RouterRateLimitError": worded("left alone for a while after a failure"),
    "ContextWindowExceededError": worded("the prompt is longer than the model takes"),
    "ContentPolicyViolationError": worded("the provider's content policy refused the prompt"),
    "BadRequestError": worded("the provider refused the request"),
    "Timeout": worded("no answer in time"),
    "TooSlow": worded("no answer in time"),
    "APIConnectionError": worded("the provider cannot be reached"),
    "InternalServerError": worded("the provider had an internal error"),
    "ServiceUnavailableError": worded("the provider is overloaded"),
    "BrokenOff": worded("the connection broke off before the reply was complete"),
    "NotJson": worded("the provider's reply is not JSON"),
    "EmptyCompletion": worded("the provider answered with nothing"),
}


class EmptyCompletion(Exception):
    """A success without choices, or with neither text nor tool calls."""


class OfflineModelFailed(RuntimeError):
    """The offline model raised an error: a bug of ours, not a provider's failure."""


def describe_failure(deployment: str, error: Exception) -> FailedAttempt:
    """The failure of one deployment."""
    name = _class_name(error)
    reason = _REASONS.get(name, f"{name}: {str(error)[:200]}")
    return FailedAttempt(deployment=deployment, error_class=name, reason=reason)


def cooling_down(deployment: DeploymentSpec) -> FailedAttempt:
    """A deployment that is passed over because it failed a moment ago."""
    return FailedAttempt(deployment.model, "RouterRateLimitError", _REASONS["RouterRateLimitError"])


def too_long(deployment: DeploymentSpec, prompt_tokens: int) -> FailedAttempt:
    """A deployment that is passed over because the prompt does not fit it."""
    reason = said(
        "the prompt takes about {tokens} tokens, its context {context}",
        tokens=prompt_tokens,
        context=deployment.context_window,
    )
    return FailedAttempt(deployment.model, "ContextWindowExceededError", reason)


def _class_name(error: Exception) -> str:
    """The error's class, or its cause's where LiteLLM calls something else an internal error of the provider."""
    import httpx

    if getattr(error, "status_code", None) == _FORBIDDEN:
        return "PermissionDeniedError"
    if type(error).__name__ != "InternalServerError":
        return type(error).__name__
    for cause in _causes(error):
        if isinstance(cause, httpx.ConnectError):
            return "APIConnectionError"
        if isinstance(cause, httpx.TransportError):
            return "BrokenOff"
        if isinstance(cause, json.JSONDecodeError):
            return "NotJson"
    return type(error).__name__


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause = error.__cause__ or error.__context__
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__
