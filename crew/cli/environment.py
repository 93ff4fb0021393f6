"""What the program sets in its own environment before the slow libraries are imported."""

import logging
import os
import warnings
from collections.abc import MutableMapping
from pathlib import Path

from crew.quiet import QUIET_AND_OFFLINE

_NOISY_LOGGERS = ("LiteLLM", "LiteLLM Router", "crewai.flow.runtime", "elastic_transport", "sqlglot")
"""They log an error for what was handled; we record that ourselves."""


def prepare_environment(home: Path, environment: MutableMapping[str, str] = os.environ) -> None:
    """Make CrewAI, LiteLLM and the embedding model silent and offline; values a person has set stand."""
    for name, value in QUIET_AND_OFFLINE.items():
        environment.setdefault(name, value)
    environment.setdefault(
        "CREWAI_STORAGE_DIR", str(home / "crewai")
    )  # absolute, or it counts from the user's data folder


def silence_libraries() -> None:
    """Keep warnings and logging of libraries off the terminal."""
    warnings.simplefilter("ignore")
    for name in _NOISY_LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
