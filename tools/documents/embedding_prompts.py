"""The words that a sentence-transformers model wants before questions and before passages, as its own settings say."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SETTINGS = "config_sentence_transformers.json"
_QUESTION = ("query",)
_PASSAGE = ("document", "passage", "corpus")
"""The names that sentence-transformers knows prompts by, in its order."""


@dataclass(frozen=True)
class Prompts:
    """What stands before a question and before a passage; empty for most models."""

    question: str = ""
    passage: str = ""

    @property
    def told(self) -> str:
        """Both as one text, empty where both are."""
        return f"{self.question}\n{self.passage}" if self.question or self.passage else ""


def read_prompts(folder: Path) -> Prompts:
    """The prompts that the settings in a model's folder name; none where they are silent."""
    file = folder / _SETTINGS
    told: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    named = told.get("prompts") or {}
    usual = named.get(told.get("default_prompt_name") or "", "")
    return Prompts(question=_first(named, _QUESTION, usual), passage=_first(named, _PASSAGE, usual))


def _first(named: Mapping[str, str], names: tuple[str, ...], usual: str) -> str:
    return next((prompt for name in names if (prompt := named.get(name))), usual)
