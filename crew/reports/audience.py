"""Who may read a report."""

from collections.abc import Iterable

from tools.asker import Asker


def outside(recipients: Iterable[str], audience: Iterable[str]) -> list[str]:
    """The recipients that the audience does not name."""
    named = [entry.casefold() for entry in audience]
    return [recipient for recipient in recipients if not _is_named(recipient.casefold(), named)]


def may_read(asker: Asker, run_as: str, audience: Iterable[str]) -> bool:
    """Whether someone may read a report: its audience, the one whose rights it shows, and auditors."""
    if asker.is_auditor or asker.id == run_as:
        return True
    names = (asker.id, *(f"@{group}" for group in asker.groups))
    return len(outside(names, audience)) < len(names)


def _is_named(name: str, audience: list[str]) -> bool:
    return any(name == entry or (entry.startswith("*@") and name.endswith(entry[1:])) for entry in audience)
