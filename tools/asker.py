"""Whose question it is."""

from collections.abc import Mapping

from tools.frozen import Frozen

EVERYONE = "*"
GROUP = "@"
"""What begins the name of a group where askers and groups are listed together."""


class Asker(Frozen):
    """The person or service whose rights a question runs with."""

    id: str
    groups: tuple[str, ...] = ()
    is_auditor: bool = False

    def entry_in(self, by_asker: Mapping[str, str]) -> str | None:
        """What is listed for this asker, else for the first of their groups, else for everyone."""
        names = (self.id, *(f"{GROUP}{group}" for group in self.groups), EVERYONE)
        return next((by_asker[name] for name in names if name in by_asker), None)
