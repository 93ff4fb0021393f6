"""JSON as it is printed: nothing out of rows, documents and models moves a cursor or turns the reading order."""

import json
import re
from typing import Any

_UNSEEN = re.compile(r"[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""What JSON itself lets stand: control characters beyond ASCII, line separators and marks of reading order."""


def json_text(value: Any, *, indent: int | None = 2) -> str:
    """A value, or a data class of ours, as JSON; what cannot be seen is escaped, so that it reads back the same."""
    is_ours = hasattr(value, "model_dump_json")
    text = value.model_dump_json(indent=indent) if is_ours else json.dumps(value, ensure_ascii=False, indent=indent)
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
