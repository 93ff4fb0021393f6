"""What a person sees while a question is being answered."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Progress:
    """A step began or ended; `text` says in plain words what it does or what came of it."""

    step: str
    status: Literal["started", "done", "failed"]
    text: str
    seconds: float | None = None


Listener = Callable[[Progress], None]


def nobody(_: Progress) -> None:
    """The listener for runs that nobody watches."""
