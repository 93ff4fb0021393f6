"""What a question brings along that is usually found out while answering it."""

from dataclasses import dataclass, field

from crew.answering.sharing import SharedFetches
from tasks.plan import Plan


@dataclass(frozen=True)
class Prepared:
    """A plan, a language, and evidence shared with other questions of the same asker."""

    plan: Plan | None = None
    """Stands already, so that the supervisor is not asked for one."""
    language: str | None = None
    """Of the answer, whatever the question's."""
    shared: SharedFetches = field(default_factory=SharedFetches)
