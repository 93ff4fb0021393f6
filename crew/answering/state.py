"""The flow's typed state: what has been decided and found, never rows or passages themselves."""

from typing import Literal

from pydantic import BaseModel

from crew.answer import ConflictOut, ReceiptLineOut, SentenceOut, TerminalReason
from crew.answering.searches import SearchRecord
from tasks.correction import Reflection
from tasks.draft import Draft
from tasks.plan import Plan
from tools.terms import Period

EARLY_ENDS: tuple[TerminalReason, ...] = ("budget", "deadline", "loop", "cancelled", "failed")
"""Reasons that cut a question off before its path was walked."""

LONGEST_QUESTION = 4000
"""Characters of a question that are read."""

StepStatus = Literal["done", "nothing_found", "failed", "skipped", "not_needed", "cancelled"]


class Trace(BaseModel):
    """One executed step of the flow, and where it led."""

    step: str
    label: str


class StepOutcome(BaseModel):
    """What became of one step of the plan."""

    step: str
    status: StepStatus
    evidence: list[str] = []
    retries: int = 0
    reason: str | None = None
    reflections: list[Reflection] = []
    searches: list[SearchRecord] = []
    is_source_down: bool = False
    """Its source does not answer, whatever it is asked."""
    is_going_round: bool = False
    """Its worker only came back to calls that were made."""
    seconds: float = 0.0


class Gap(BaseModel):
    """A slot that is not filled, or by doubtful passages alone, why, and what was tried."""

    slot: str
    reason: str
    signal: Literal["nothing_found", "incomplete", "ambiguous", "stale", "injection_suspected"] = "nothing_found"
    tried: list[str] = []
    choices: list[str] = []
    """For `ambiguous`: the words of a search for each reading; for `incomplete`: the names that were not found."""
    is_required: bool = True


class Rejection(BaseModel):
    """A sentence that failed its receipt."""

    sentence: int
    text: str
    reasons: list[str]
    drafted: str = ""
    """The sentence as it was drafted, with markers instead of figures."""
    citations: list[str] = []


class FlowState(BaseModel):
    """Everything the flow needs to continue in another process."""

    id: str = ""
    question: str = ""
    standalone: str | None = None
    """A follow-up, written anew so that it stands alone."""
    language: str = "en"
    periods_found: list[Period] = []
    default_period: Period | None = None
    comparisons: dict[str, Period] = {}
    trail: list[Trace] = []
    plan: Plan | None = None
    plan_choice: str = ""
    """Why the last plan's way was taken, where there were several."""
    round: int = 0
    outcomes: dict[str, StepOutcome] = {}
    evidence: list[str] = []
    filled: dict[str, list[str]] = {}
    gaps: list[Gap] = []
    assumed: str = ""
    """What would have been asked back, where the plan goes on with the most probable reading instead."""
    settled: list[str] = []
    """Slots whose ambiguity the supervisor was asked to settle."""
    completed: list[str] = []
    """Slots for whose missing names the supervisor was asked to search once more."""
    judged: list[str] = []
    """Sentences, with citations, that the verifier has found supported; a redraft that keeps them asks no more."""
    receipt: list[ReceiptLineOut] = []
    conflicts: list[ConflictOut] = []
    draft: Draft | None = None
    drafts: int = 0
    searches_for_draft: int = 0
    only_repeats: bool = False
    """Whether the last plan for what is missing had nothing but steps that were done."""
    rejections: list[Rejection] = []
    sentences: list[SentenceOut] = []
    removed: list[SentenceOut] = []
    warnings: list[str] = []
    missing: list[str] = []
    terminal_reason: TerminalReason | None = None
    failure: str = ""

    @property
    def is_loop(self) -> bool:
        """Whether what is missing stays so because further attempts only repeated earlier ones."""
        open_slots = {gap.slot for gap in self.gaps if gap.is_required}
        steps = [step for step in (self.plan.steps if self.plan else ()) if step.slot in open_slots]
        rounds = [self.outcomes[step.id].is_going_round for step in steps if step.id in self.outcomes]
        return bool(open_slots) and (self.only_repeats or any(rounds))

    @property
    def agreed_plan(self) -> Plan:
        """The plan; a step that needs one runs only after it was made."""
        if self.plan is None:
            raise LookupError("The flow reached a step that needs a plan before there was one.")
        return self.plan
