"""What the store hands back: one value per row, ready for JSON."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal

from pydantic import Field

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


class AuditRow(Frozen):
    """One row of a run's audit log."""

    run: str
    sequence: int = Field(ge=1)
    at: datetime
    event: str
    facts: dict[str, Any]
    previous: str
    digest: str


class AuditHead(Frozen):
    """The end of a run's chain at the moment it was closed; `signature` is None when there was no key."""

    run: str
    number: int
    event: str
    sequence: int
    digest: str
    at: datetime
    signature: str | None = None
    key_id: str | None = None
    exported_to: str | None = None
    """Machine and file of the export that has it."""


class ExportedHead(AuditHead):
    """One line of an export file."""

    store: str
    """The store it was closed in, without password."""


class Problem(Frozen):
    """One way in which a run's log does not prove what it should."""

    run: str
    kind: Literal["row", "cut", "head", "signature", "unsigned", "export", "record", "payload"]
    sequence: int | None = None
    message: str


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


class ReportRunRecord(Frozen):
    """One due time of a report; without a status it is running, or its process was killed."""

    id: str
    report: str
    due_at: datetime
    run_as: str
    started_at: datetime
    ended_at: datetime | None = None
    status: str | None = None
    outcome: dict[str, Any] | None = None


class ParcelRecord(Frozen):
    """Something to deliver; subject and content are None once retention has removed them."""

    id: str = ""
    key: str
    report: str
    owner: str
    created_at: datetime | None = None
    subject: str | None
    content: dict[str, Any] | None
    emptied_at: datetime | None = None


class ParcelFileRecord(Frozen):
    """One file of a parcel."""

    name: str
    format: str
    media_type: str
    size: int
    sha256: str
    content: bytes | None


class DeliveryDraft(Frozen):
    """A delivery that is to be made."""

    channel: str
    destination: str
    target: dict[str, Any]
    """The target's spec; it names variables of the environment, never what they hold."""


class DeliveryRecord(DeliveryDraft):
    """One parcel to one receiver: `queued`, `sending`, `delivered`, `failed` or `unknown`."""

    id: str
    parcel: str
    key: str
    state: str
    attempts: int = 0
    retry_at: datetime | None = None
    lease_until: datetime | None = None
    created_at: datetime
    settled_at: datetime | None = None
    detail: str | None = None


class AttemptRecord(Frozen):
    """One attempt to deliver; without an outcome it is in flight, or its process was killed."""

    delivery: str
    number: int
    holder: str
    begun_at: datetime
    settled_at: datetime | None = None
    outcome: str | None = None
    detail: str | None = None


class ScheduleRecord(Frozen):
    """When a report is due next."""

    report: str
    digest: str
    next_due: datetime | None
    paused_at: datetime | None = None
    paused_by: str | None = None


class DueRunDraft(Frozen):
    """A due time that has come; `skipped` is noted only, so that it is seen."""

    report: str
    due_at: datetime
    state: Literal["waiting", "skipped"] = "waiting"
    give_up_at: datetime
    detail: str | None = None


class DueRunRecord(Frozen):
    """One due time of a report: `waiting`, `running`, `done`, `failed` or `skipped`."""

    id: str
    report: str
    due_at: datetime
    state: str
    attempts: int
    holder: str | None = None
    lease_until: datetime | None = None
    retry_at: datetime | None = None
    give_up_at: datetime
    began_at: datetime | None = None
    ended_at: datetime | None = None
    detail: str | None = None


class JobRecord(Frozen):
    """Work for any machine: `queued`, `running`, `done` or `failed`."""

    id: str
    kind: Literal["ask", "report"]
    domain: str
    asker: str
    key: str | None = None
    request: dict[str, Any]
    state: str
    attempts: int
    holder: str | None = None
    lease_until: datetime | None = None
    submitted_at: datetime
    published_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    run: str | None = None
    """The run, or the report's run, that it is about."""
    result: dict[str, Any] | None = None
    detail: str | None = None
