"""The section of a domain file, and of `agents.yaml`, that concerns one role."""

from pydantic import Field

from tools.frozen import Frozen


class AgentSpec(Frozen):
    """One role, in CrewAI's own keys (`role`, `goal`, `backstory`, `max_iter`) and ours (`route`, `tools`, `kinds`)."""

    role: str
    goal: str
    backstory: str
    route: str
    tools: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """The kinds of plan step this worker takes; empty for the supervisor and the verifier."""
    max_iter: int = Field(default=6, ge=1, le=26)
    max_retries: int = Field(default=3, ge=0, le=10)


class AgentChange(Frozen):
    """What a domain changes of a role, or, for a role of its own, all of it; a value replaces the default whole."""

    role: str | None = None
    goal: str | None = None
    backstory: str | None = None
    route: str | None = None
    tools: tuple[str, ...] | None = None
    kinds: tuple[str, ...] | None = None
    max_iter: int | None = Field(default=None, ge=1, le=26)
    max_retries: int | None = Field(default=None, ge=0, le=10)
