"""Keeps secrets out of what is written down."""

import re
from collections.abc import Mapping

_NAMES = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$", re.IGNORECASE)
_PASSWORD = re.compile(r"://[^:/@\s]*:([^@/\s]+)@")
_SHORTEST = 6
"""Shorter values occur in ordinary text."""

REDACTED = "[redacted]"


class Redaction:
    """Replaces the environment's keys, tokens and passwords, wherever they occur in a text."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        secrets = {value for name, value in environment.items() if _NAMES.search(name)}
        secrets |= {found for value in environment.values() for found in _PASSWORD.findall(value)}
        longest_first = sorted((s for s in secrets if len(s) >= _SHORTEST), key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    def __call__(self, text: str) -> str:
        """The text without secrets."""
        return self._pattern.sub(REDACTED, text) if self._pattern else text
