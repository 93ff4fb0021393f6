"""Whose question it is."""

from tools.frozen import Frozen


class Asker(Frozen):
    """The person or service whose rights a question runs with."""

    id: str
    groups: tuple[str, ...] = ()
    is_auditor: bool = False
