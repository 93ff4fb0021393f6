"""What a worker answers after a failure."""

from collections.abc import Mapping
from typing import Any, Literal

from tools.frozen import Frozen


class Reflection(Frozen):
    """A failed attempt and what it taught; earlier ones stay in view of the worker."""

    attempt: int
    tried: str
    error_class: str
    error: str
    nearest: tuple[str, ...] = ()
    missing: str | None = None
    """The name that does not exist, where that is what failed."""
    proposed: str | None = None
    """What the missing name most likely stands for; absent where nothing is likely enough to be taken."""
    schema_changes: tuple[str, ...] = ()
    """What is different about the schema now."""
    advice: str = ""
    """Another way worth trying, such as simpler steps."""


class RetryCorrection(Frozen):
    """The worker's next attempt: a corrected call, or another way, or the admission that there is none."""

    corrected_query: str | None = None
    """A corrected statement or search."""
    parameters: dict[str, Any] = {}
    alternative_strategy: (
        Literal["other_tables", "simpler_steps", "broader_search", "narrower_search", "give_up"] | None
    ) = None
    reason: str = ""


def call_words(query: str, parameters: Mapping[str, Any]) -> str:
    """What tells one call from another: its text, and the values it is made with."""
    return query.strip() + "".join(f"\n:{name} = {parameters[name]}" for name in sorted(parameters))
