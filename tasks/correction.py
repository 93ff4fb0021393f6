"""What a worker answers after a failure."""

from typing import Any, Literal

from tools.frozen import Frozen


class Reflection(Frozen):
    """A failed attempt and what it taught; earlier ones stay in view of the worker."""

    attempt: int
    tried: str
    error_class: str
    error: str
    nearest: tuple[str, ...] = ()
    schema_changes: tuple[str, ...] = ()


class RetryCorrection(Frozen):
    """The worker's next attempt: a corrected call, or another way, or the admission that there is none."""

    corrected_query: str | None = None
    """A corrected statement or search."""
    parameters: dict[str, Any] = {}
    alternative_strategy: Literal["other_tables", "broader_search", "narrower_search", "give_up"] | None = None
    reason: str = ""
