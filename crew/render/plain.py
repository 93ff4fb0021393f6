"""Makes text that comes from rows, documents and models harmless to print."""

import re

_SPACE = re.compile(r"\r\n|[\r\n\t\u2028\u2029]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Control characters, among them the escape that starts terminal commands, and marks that reverse the reading order."""


def plain(text: object) -> str:
    """One line without control characters: each becomes `�`, line ends and tabs become spaces."""
    return _CONTROL.sub("�", _SPACE.sub(" ", str(text)))


def shortened(text: str, length: int) -> str:
    """At most `length` characters, the last an ellipsis where some were cut."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 step`, `1,204 steps`; `many` where the plural is not formed with an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
