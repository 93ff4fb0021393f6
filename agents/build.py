"""Builds a role's CrewAI agent from its spec."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from agents.specs import AgentSpec

if TYPE_CHECKING:
    from crewai import Agent


def build_agent(spec: AgentSpec, llm: Any, tools: Sequence[Any] = (), preamble: str = "") -> "Agent":
    """An agent for one task of one run; CrewAI agents cannot run two tasks at once.

    `llm` is the role's model for this run; `preamble` is the domain's own wording, added to the backstory.
    """
    from crewai import Agent

    return Agent(
        role=spec.role.strip(),
        goal=spec.goal.strip(),
        backstory=" ".join(part for part in (spec.backstory.strip(), preamble.strip()) if part),
        llm=llm,
        tools=list(tools),
        max_iter=spec.max_iter,
        max_retry_limit=0,
        allow_delegation=False,
        verbose=False,
        cache=False,
    )
