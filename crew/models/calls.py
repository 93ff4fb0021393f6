"""What the model calls of one run cost, and what they may still cost."""

import threading
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Protocol

from tools.errors import ToolError


class BudgetSpent(ToolError):
    """The question's tokens or money are used up."""


@dataclass(frozen=True)
class FailedAttempt:
    """A deployment that did not answer, and why, in words for a person."""

    deployment: str
    error_class: str
    reason: str


@dataclass(frozen=True)
class ModelCall:
    """One completion: who asked, which deployment answered, what it cost, which ones failed on the way."""

    id: str
    step: str
    role: str
    route: str
    deployment: str | None
    prompt_tokens: int
    completion_tokens: int
    cost_usd: Decimal | None
    """None where no price is known."""
    seconds: float
    outcome: str
    """answered, failed, or abandoned (its late reply is discarded)."""
    failures: tuple[FailedAttempt, ...] = ()

    @property
    def tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens


class CallSink(Protocol):
    """Where calls are written: an intent before each, and what became of it."""

    def begin(self, call_id: str, *, step: str, role: str, route: str) -> None:
        """Note that a call is about to be made."""

    def settle(self, call: ModelCall) -> None:
        """Note what became of it."""


@dataclass
class CallLog:
    """All calls of one run. Thread-safe."""

    sink: CallSink
    token_budget: int
    cost_budget: Decimal | None = None
    calls: list[ModelCall] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _reserved: dict[str, int] = field(default_factory=dict)
    _count: int = 0

    def begin(self, *, step: str, role: str, route: str, prompt_tokens: int) -> str:
        """Reserve the prompt's tokens and note the call; raises BudgetSpent when they no longer fit."""
        with self._lock:
            used = self.tokens + sum(self._reserved.values())
            if used + prompt_tokens > self.token_budget:
                raise BudgetSpent(
                    f"The question may use {self.token_budget} tokens; {used} are used and the next prompt needs "
                    f"{prompt_tokens}. Answer from what has been found."
                )
            if self.cost_budget is not None and self.cost >= self.cost_budget:
                raise BudgetSpent(f"The question may cost {self.cost_budget} US dollars, and that is spent.")
            self._count += 1
            call_id = f"c{self._count}"
            self._reserved[call_id] = prompt_tokens
        self.sink.begin(call_id, step=step, role=role, route=route)
        return call_id

    def settle(self, call: ModelCall) -> None:
        """Replace a reservation by what the call really took."""
        with self._lock:
            self._reserved.pop(call.id, None)
            self.calls.append(call)
        self.sink.settle(call)

    @property
    def tokens(self) -> int:
        """Tokens of all settled calls."""
        return sum(call.tokens for call in self.calls)

    @property
    def cost(self) -> Decimal:
        """US dollars of all settled calls that have a price."""
        return sum((call.cost_usd for call in self.calls if call.cost_usd is not None), Decimal(0))
