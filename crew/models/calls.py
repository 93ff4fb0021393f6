"""The model calls of one run: what each was, what it cost, and which ones failed on the way."""

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Protocol

from crew.models.budget import Budget, CallRequest, Reservation
from crew.models.recording import RecordedCompletion, Replay, RequestKey, request_key
from crew.models.reuse import CompletionCache


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
    completion: RecordedCompletion | None = None
    is_reused: bool = False
    """Whether the completion comes from a recording or the store, and no model was asked."""

    @property
    def tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens


class CallSink(Protocol):
    """Where calls are written: an intent before each, and what became of it."""

    def begin(self, call_id: str, *, request: CallRequest) -> None:
        """Note that a call is about to be made; raises BudgetSpent when a budget that runs share is used up."""

    def settle(self, call: ModelCall) -> None:
        """Note what became of it."""


@dataclass
class CallLog:
    """All calls of one run. Thread-safe."""

    sink: CallSink
    budget: Budget
    replay: Replay | None = None
    """Where completions come from when the run is replayed."""
    reuse: CompletionCache | None = None
    """Where completions of identical requests are kept; None asks every time."""
    calls: list[ModelCall] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _reserved: dict[str, Reservation] = field(default_factory=dict)
    _attempts: Counter[tuple[str, str]] = field(default_factory=Counter)
    _count: int = 0

    def key_for(self, role: str, step: str, messages: Sequence[Any]) -> RequestKey:
        """The next request's key; each call counts as an attempt of its role and step."""
        with self._lock:
            self._attempts[role, step] += 1
            attempt = self._attempts[role, step]
        return request_key(role, step, attempt, messages)

    def begin(self, request: CallRequest) -> tuple[str, Reservation]:
        """Reserve the most that a call may take and note it; raises BudgetSpent when that no longer fits."""
        with self._lock:
            granted = self.budget.grant(request, self.tokens, self.cost, list(self._reserved.values()))
            self._count += 1
            call_id = f"c{self._count}"
            self._reserved[call_id] = granted
        try:
            self.sink.begin(call_id, request=request)
        except BaseException:
            with self._lock:
                del self._reserved[call_id]
            raise
        return call_id, granted

    def settle(self, call: ModelCall) -> None:
        """Replace a reservation by what the call really took."""
        with self._lock:
            self._reserved.pop(call.id, None)
            self.calls = [known for known in self.calls if known.id != call.id] + [call]
        self.sink.settle(call)

    def settle_late(self, call: ModelCall) -> None:
        """Add the cost of a reply that nobody waited for any more, as a call of its own when another has answered."""
        with self._lock:
            known = next((c for c in self.calls if c.id == call.id), None)
            if known is not None and known.outcome == "abandoned":
                self.calls = [call if c.id == call.id else c for c in self.calls]
            else:
                self._count += 1
                call = replace(call, id=f"c{self._count}", failures=())
                self.calls.append(call)
                known = None
        if known is None:
            self.sink.begin(call.id, request=CallRequest(call.step, call.role, call.route, 0, 0, Decimal(0)))
        self.sink.settle(call)

    @property
    def tokens(self) -> int:
        """Tokens of all settled calls."""
        return sum(call.tokens for call in self.calls)

    @property
    def cost(self) -> Decimal:
        """US dollars of all settled calls that have a price."""
        return sum((call.cost_usd for call in self.calls if call.cost_usd is not None), Decimal(0))
