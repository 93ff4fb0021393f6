"""What a question brings along that is usually found out while answering it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crew.answering.sharing import SharedFetches
from crew.models.recording import Replay
from tasks.plan import Plan
from tools.evidence import Evidence

if TYPE_CHECKING:
    from crew.answering.estimates import PlanEstimate
    from crew.answering.replaying import RecordedStep


@dataclass(frozen=True)
class Prepared:
    """A plan, a language, evidence shared with other questions of the same asker, and recorded completions."""

    plan: Plan | None = None
    """Stands already, so that the supervisor is not asked for one."""
    language: str | None = None
    """Of the answer, whatever the question's."""
    shared: SharedFetches = field(default_factory=SharedFetches)
    history: tuple[dict[str, Any], ...] = ()
    """Earlier turns of the conversation, the oldest first, each with its question in full."""
    earlier: Mapping[str, Evidence] = field(default_factory=dict)
    """Evidence of earlier turns that steps may cite instead of fetching it again, by ids such as `T1.E2`."""
    session: str | None = None
    consent: "Callable[[Plan, PlanEstimate], bool] | None" = None
    """Asked before a plan is carried out; False ends the question there."""
    assumes: bool = False
    """Whether a question that would be asked back is answered in its most probable reading, which is then stated."""
    may_reuse: bool = True
    """Whether kept completions and answers may stand in for new ones, where the configuration allows it."""
    replay: Replay | None = None
    """Completions to take instead of asking models."""
    steps: "Mapping[str, RecordedStep]" = field(default_factory=dict)
    """Steps of the plan that were done before, taken as they were."""
    record_to: Path | None = None
    """A JSON Lines file that every completion is added to."""
