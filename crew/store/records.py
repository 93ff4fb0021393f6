"""What the store hands back of runs and conversations: one value per row, ready for JSON."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal

from tools.frozen import Frozen


class RunRecord(Frozen):
    """One question and what became of it; `status` is None while it runs or after it was killed."""

    id: str
    domain: str
    asker: str
    session: str | None = None
    question: str | None
    question_kind: str = ""
    language: str = ""
    status: str | None = None
    terminal_reason: str | None = None
    started_at: datetime
    ended_at: datetime | None = None
    today: date | None = None
    settings_digest: str = ""
    answer: dict[str, Any] | None = None
    explanation: str | None = None
    usage: dict[str, Any] | None = None
    emptied_at: datetime | None = None
    """When retention removed question, answer and evidence."""


class StepRecord(Frozen):
    """One step that ended; `name` is the flow's step, or the plan's step such as `s1`."""

    run: str = ""
    sequence: int = 0
    name: str
    worker: str | None = None
    source: str | None = None
    status: str
    retries: int = 0
    started_at: datetime
    ended_at: datetime
    summary: dict[str, Any] | None = None


class CallIntent(Frozen):
    """A model call that is about to be made."""

    step: str
    role: str
    route: str
    request_digest: str | None = None
    """A digest of the prompt, by which a call that a crash interrupted is recognised when it is repeated."""


class CallSettlement(Frozen):
    """How a model call ended."""

    outcome: Literal["answered", "failed", "abandoned", "refused", "interrupted"]
    deployment: str | None = None
    """The deployment that really answered."""
    provider_model: str | None = None
    fallbacks: tuple[dict[str, Any], ...] = ()
    """Deployments that were tried before it: `{"deployment": …, "error": …}`."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: Decimal | None = Decimal(0)
    """In US dollars; None where no price is known."""
    seconds: float = 0.0
    error: str | None = None


class CallRecord(Frozen):
    """One model call; without an outcome it is in flight, or its process was killed."""

    run: str
    sequence: int
    step: str
    role: str
    route: str
    request_digest: str | None = None
    repeats: int | None = None
    """The sequence of the interrupted call that this one repeats."""
    begun_at: datetime
    settled_at: datetime | None = None
    outcome: str | None = None
    deployment: str | None = None
    provider_model: str | None = None
    fallbacks: tuple[dict[str, Any], ...] | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: Decimal | None = None
    seconds: float | None = None
    error: str | None = None


class MarkRecord(Frozen):
    """What a person said of a run's answer."""

    run: str
    sequence: int
    at: datetime
    marked_by: str
    verdict: Literal["right", "wrong", "approved", "rejected"]
    why: str | None = None
    """None once retention has removed it."""


class EvidenceRecord(Frozen):
    """Evidence as it was filed; `payload` is None once retention has removed it."""

    run: str
    id: str
    sequence: int
    sha256: str
    kind: str
    source: str
    filed_at: datetime
    head: dict[str, Any]
    payload: dict[str, Any] | None = None


class CostTotal(Frozen):
    """What model calls used. Cost in US dollars, exact; seconds are summed over calls, not elapsed."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: Decimal = Decimal(0)
    unpriced: int = 0
    """Calls that ended and whose price is not known; `cost` leaves them out."""
    seconds: float = 0.0


class SessionRecord(Frozen):
    """A conversation of one asker with one domain."""

    id: str
    asker: str
    domain: str
    started_at: datetime
    used_at: datetime


class TurnRecord(Frozen):
    """One question of a session; texts are None once retention has removed them."""

    session: str = ""
    sequence: int = 0
    run: str | None = None
    at: datetime
    question: str | None
    standalone: str | None = None
    answer: str | None = None
    context: dict[str, Any] | None = None


class JoinApproval(Frozen):
    """A decision on an inferred join; columns as in `tools.sql.schema.Join`."""

    domain: str
    source: str
    left_columns: tuple[str, ...]
    right_columns: tuple[str, ...]
    is_approved: bool
    decided_by: str
    """The asker's id."""
    role: Literal["person", "supervisor"]
    """Whether the asker decided, or the supervisor's plan for a question of theirs."""
    decided_at: datetime
    run: str | None = None
    """The run whose plan approved it."""
    confidence: float | None = None
    """What the join was inferred with at the time."""
    tried_at: datetime | None = None
    """When its first run was found to be fine."""
