"""Ids that sort by time, are short enough to type, and may be typed in either case."""

import secrets
from datetime import UTC, datetime

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u
_LOOKALIKES = str.maketrans("ilo", "110")
_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
_TIME_CHARACTERS = 9
_RANDOM_CHARACTERS = 6


def new_id(now: datetime) -> str:
    """An id of 15 characters: milliseconds since 2020 (until the year 3134), then 30 random bits."""
    milliseconds = max(0, int((now - _EPOCH).total_seconds() * 1000))
    return _base32(milliseconds, _TIME_CHARACTERS) + _base32(
        secrets.randbits(5 * _RANDOM_CHARACTERS), _RANDOM_CHARACTERS
    )


def normalised(typed: str) -> str:
    """An id, or the start of one, as it is stored: lower case, with look-alikes put right."""
    return typed.strip().lower().translate(_LOOKALIKES)


def _base32(number: int, characters: int) -> str:
    digits = [_ALPHABET[(number >> 5 * position) & 31] for position in range(characters)]
    return "".join(reversed(digits))
