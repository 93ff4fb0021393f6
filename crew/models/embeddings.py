"""Embedding models that LiteLLM can call, as the callable that the document side is given."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crew.models.failures import describe_failure
from crew.models.keys import missing_key
from crew.models.specs import DeploymentSpec
from tools.documents.embedding import EmbeddingCall, EmbeddingFailed, Vector
from tools.documents.specs import EmbeddingSpec

_PATIENT_TRIES = 5
_LONGEST_PAUSE = 30.0
_QUESTION_SECONDS = 5.0
"""How long a question waits for its vector; then it is searched for by words."""
_WORTH_ANOTHER_TRY = frozenset(
    {"RateLimitError", "InternalServerError", "ServiceUnavailableError", "Timeout", "BrokenOff"}
)


def embedding_call(
    model: str,
    spec: EmbeddingSpec,
    environment: Mapping[str, str],
    *,
    is_patient: bool,
    pause: Callable[[float], None] = time.sleep,
) -> EmbeddingCall:
    """Asks `model`, named as LiteLLM names it, for vectors.

    A patient one, for adding documents, comes back after a failure that may pass, as long as the provider says if it
    does; for a question there is one short try.
    """
    deployment = DeploymentSpec(model=model, api_base=spec.api_base, api_key_env=spec.api_key_env)
    request = _request(deployment, spec, environment)
    request["timeout"] = spec.timeout if is_patient else min(spec.timeout, _QUESTION_SECONDS)

    def call(texts: Sequence[str]) -> list[Vector]:
        if problem := missing_key(deployment, environment):
            raise EmbeddingFailed(f"the embedding model {model} has no key: {problem}")
        for tried in range(1, (_PATIENT_TRIES if is_patient else 1) + 1):
            try:
                return _asked(request, texts)
            except Exception as error:
                failure = describe_failure(model, error)
                if tried == _PATIENT_TRIES or not is_patient or failure.error_class not in _WORTH_ANOTHER_TRY:
                    raise EmbeddingFailed(f"the embedding model {model} did not answer: {failure.reason}") from error
                pause(_seconds_until_next(error, tried))
        raise AssertionError("the last try returns or raises")

    return call


def _request(deployment: DeploymentSpec, spec: EmbeddingSpec, environment: Mapping[str, str]) -> dict[str, Any]:
    request: dict[str, Any] = {"model": deployment.model, "max_retries": 0, "encoding_format": "float"}
    if spec.api_base:
        request["api_base"] = spec.api_base
    if spec.api_key_env:
        request["api_key"] = environment.get(spec.api_key_env)
    elif spec.api_base and deployment.model.startswith("openai/"):
        request["api_key"] = "none"  # local servers take any; the client insists on one
    if spec.dimensions:
        request["dimensions"] = spec.dimensions
    return request


def _asked(request: dict[str, Any], texts: Sequence[str]) -> list[Vector]:
    import litellm

    litellm.suppress_debug_info = True  # as its router does; else it prints advice for each failure
    reply = litellm.embedding(input=list(texts), **request)
    ordered = sorted(reply.data, key=lambda item: item["index"])
    return [[float(number) for number in item["embedding"]] for item in ordered]


def _seconds_until_next(error: Exception, tried: int) -> float:
    """As long as the provider says, else twice as long each time."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    told = str(headers.get("retry-after", ""))
    return min(_LONGEST_PAUSE, float(told) if told.replace(".", "", 1).isdigit() else 2.0 ** (tried - 1))
