"""What the program sets in its own environment before the slow libraries are imported."""

import logging
import os
import warnings
from collections.abc import MutableMapping
from pathlib import Path

_QUIET_AND_OFFLINE = {
    "CREWAI_DISABLE_TELEMETRY": "true",
    "CREWAI_DISABLE_TRACKING": "true",
    "CREWAI_TRACING_ENABLED": "false",
    "CREWAI_DISABLE_VERSION_CHECK": "true",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_TELEMETRY": "False",
    "LITELLM_LOG": "ERROR",
    "ANONYMIZED_TELEMETRY": "False",
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "TRANSFORMERS_VERBOSITY": "error",
}
"""Without these the libraries send telemetry, fetch price lists, ask questions on a terminal, and wait at exit.
`OTEL_SDK_DISABLED` is not among them: it would silence an operator's own tracing too."""

_NOISY_LOGGERS = ("LiteLLM", "LiteLLM Router", "crewai.flow.runtime")
"""They log an error for each fallback that was handled; we record those ourselves."""


def prepare_environment(home: Path, environment: MutableMapping[str, str] = os.environ) -> None:
    """Make CrewAI, LiteLLM and the embedding model silent and offline; values a person has set stand."""
    for name, value in _QUIET_AND_OFFLINE.items():
        environment.setdefault(name, value)
    environment.setdefault(
        "CREWAI_STORAGE_DIR", str(home / "crewai")
    )  # absolute, or it counts from the user's data folder


def silence_libraries() -> None:
    """Keep warnings and logging of libraries off the terminal."""
    warnings.simplefilter("ignore")
    for name in _NOISY_LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def silence_panels() -> None:
    """Stop CrewAI's panels, which go to stdout even when nothing asks for them. Imports CrewAI: slow."""
    from crewai.events.event_listener import event_listener
    from rich.console import Console

    event_listener.formatter.verbose = False
    event_listener.formatter.console = Console(quiet=True)
