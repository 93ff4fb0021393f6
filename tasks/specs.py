"""The section of a domain file, and of `tasks.yaml`, that concerns one task."""

from tools.frozen import Frozen


class TaskSpec(Frozen):
    """The wording of one step's prompt, in CrewAI's own keys."""

    description: str
    expected_output: str
    agent: str


class TaskChange(Frozen):
    """What a domain changes of a task, or, for the task of a role of its own, all of it."""

    description: str | None = None
    expected_output: str | None = None
    agent: str | None = None
