"""The answer: the JSON contract that every surface prints, stores and returns.

Keys may be added, none renamed. Decimals are strings.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Status = Literal["verified", "partly_verified", "needs_review", "clarify", "declined", "no_evidence", "failed"]
TerminalReason = Literal[
    "answered",
    "answered_partly",
    "no_evidence",
    "clarify",
    "declined",
    "budget",
    "deadline",
    "loop",
    "failed",
    "cancelled",
]

EXIT_CODES: dict[Status, int] = {
    "verified": 0,
    "partly_verified": 10,
    "needs_review": 11,
    "clarify": 12,
    "declined": 13,
    "no_evidence": 14,
    "failed": 20,
}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class FigureOut(_Part):
    """A value that code placed in a sentence."""

    text: str
    value: str
    unit: str | None = None
    evidence: str
    row_key: dict[str, Any] = {}
    column: str | None = None
    calculation: str | None = None


class CalculationOut(_Part):
    """A calculation that code evaluated."""

    id: str
    operation: str
    operands: list[str]
    value: str
    unit: str | None = None


class SentenceOut(_Part):
    """A sentence of the answer with its half of the receipt."""

    text: str
    citations: list[str] = []
    supported: bool
    reason: str | None = None
    judged_by: Literal["code", "verifier"] = "code"
    figures: list[FigureOut] = []
    calculations: list[CalculationOut] = []


class ConflictValueOut(_Part):
    """One side of a conflict."""

    value: str
    evidence: str
    date: str | None = None


class ConflictOut(_Part):
    """Sources that disagree, and which is believed by which rule."""

    about: str
    values: list[ConflictValueOut]
    preferred: str | None = None
    rule: str


class UsageOut(_Part):
    """What the answer cost."""

    model_calls: int = 0
    critical_path_calls: int = 0
    statements: int = 0
    searches: int = 0
    rows: int = 0
    tokens: int = 0
    cost_usd: str = "0"
    seconds: float = 0.0
    reused_completions: int = 0
    """Of the model calls, those answered from a recording or the store."""
    reused_fetches: int = 0
    """Statements and searches that another question had made already."""
    by_step: list[dict[str, Any]] = []


class StepOut(_Part):
    """A step of the plan as it went."""

    id: str
    worker: str
    source: str
    status: Literal["done", "nothing_found", "failed", "skipped", "not_needed", "cancelled"]
    retries: int = 0
    evidence: list[str] = []
    slot: str = ""
    reason: str | None = None


class ReceiptLineOut(_Part):
    """What was asked of a slot beside what was computed for it."""

    slot: str
    evidence: list[str] = []
    asked: str
    computed: str
    mismatches: list[str] = []


class Answer(_Part):
    """What a person gets back."""

    schema_version: Literal[1] = 1
    run_id: str
    domain: str
    asker: str
    question: str
    standalone: str | None = None
    """A follow-up as it was answered, written anew so that it stands alone."""
    reused_from: str | None = None
    """The earlier run whose answer this is; its statements were run again and returned the same."""
    question_kind: str = ""
    language: str = "en"
    today: str
    status: Status
    terminal_reason: TerminalReason
    answer: str
    assumptions: list[str] = []
    missing: list[str] = []
    warnings: list[str] = []
    explanation: str = ""
    choices: list[str] = []
    sentences: list[SentenceOut] = []
    removed: list[SentenceOut] = []
    receipt: list[ReceiptLineOut] = []
    evidence: list[dict[str, Any]] = []
    conflicts: list[ConflictOut] = []
    usage: UsageOut = UsageOut()
    steps: list[StepOut] = []
    models: list[dict[str, Any]] = []
    """Each deployment that answered, with fallbacks and errors on the way."""
