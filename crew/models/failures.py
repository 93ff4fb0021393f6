"""What went wrong at a provider, in words for the person who can mend it."""

from crew.models.calls import FailedAttempt
from crew.models.specs import DeploymentSpec

_REASONS = {
    "AuthenticationError": "the key is wrong or missing",
    "PermissionDeniedError": "the key may not use this model",
    "NotFoundError": "the provider knows no such model",
    "RateLimitError": "the provider is over its rate limit",
    "RouterRateLimitError": "left alone for a while after a failure",
    "ContextWindowExceededError": "the prompt is longer than the model takes",
    "ContentPolicyViolationError": "the provider's content policy refused the prompt",
    "BadRequestError": "the provider refused the request",
    "Timeout": "no answer in time",
    "APIConnectionError": "the provider cannot be reached",
    "InternalServerError": "the provider had an internal error",
    "ServiceUnavailableError": "the provider is overloaded",
    "EmptyCompletion": "the provider answered with nothing",
}


class EmptyCompletion(Exception):
    """A success without choices, or with neither text nor tool calls."""


class OfflineModelFailed(RuntimeError):
    """The offline model raised an error: a bug of ours, not a provider's failure."""


def describe_failure(deployment: str, error: Exception) -> FailedAttempt:
    """The failure of one deployment."""
    name = "APIConnectionError" if _is_unreachable(error) else type(error).__name__
    reason = _REASONS.get(name, f"{name}: {str(error)[:200]}")
    return FailedAttempt(deployment=deployment, error_class=name, reason=reason)


def too_long(deployment: DeploymentSpec, prompt_tokens: int) -> FailedAttempt:
    """A deployment that is passed over because the prompt does not fit it."""
    reason = f"the prompt takes about {prompt_tokens} tokens, its context {deployment.context_window}"
    return FailedAttempt(deployment.model, "ContextWindowExceededError", reason)


def _is_unreachable(error: BaseException) -> bool:
    """Whether no connection could be made; LiteLLM reports that as the provider's internal error."""
    import httpx

    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, httpx.ConnectError | ConnectionRefusedError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False
