"""Keeps CrewAI, LiteLLM and the embedding model silent and offline, and leaves trying again to us.

Without these settings they send telemetry, fetch price lists, ask questions on a terminal, wait at exit, and take over
signals. `OTEL_SDK_DISABLED` is not among them: it would silence an operator's own tracing too.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

QUIET_AND_OFFLINE = {
    "CREWAI_DISABLE_TELEMETRY": "true",
    "CREWAI_DISABLE_TRACKING": "true",
    "CREWAI_TRACING_ENABLED": "false",
    "CREWAI_DISABLE_VERSION_CHECK": "true",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_TELEMETRY": "False",
    "LITELLM_LOG": "ERROR",
    "DEFAULT_MAX_RETRIES": "0",
    "ANONYMIZED_TELEMETRY": "False",
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "TRANSFORMERS_VERBOSITY": "error",
}
"""Environment variables, as far as a person has not set them."""


def import_libraries() -> None:
    """Import CrewAI and LiteLLM, which read these settings once, and leave the environment as it was."""
    with _settings_in_place():
        for name in ("crewai", "litellm.router", "litellm.litellm_core_utils.default_encoding"):
            import_module(name)


@contextmanager
def _settings_in_place() -> Iterator[None]:
    before = dict(os.environ)
    for name, value in QUIET_AND_OFFLINE.items():
        os.environ.setdefault(name, value)
    try:
        yield
    finally:
        for name in set(os.environ) - set(before):
            del os.environ[name]
        os.environ.update(before)
