"""Writes plain values as YAML that a person likes to edit; what it writes, `crew.load` reads back the same."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_PLAIN = re.compile(r"[A-Za-z_/][\w./()*+@=<>-]*( [\w./()*+@=<>-]+)*")
_NOT_TEXT = re.compile(r"(?i)y|n|yes|no|true|false|on|off|null")
_LINE = 110
"""Columns that a short entry may take on one line."""


def yaml_lines(mapping: Mapping[str, Any], indent: int = 0) -> Iterator[str]:
    """A mapping of texts, numbers, lists and mappings, a line each or nested by two spaces."""
    pad = " " * indent
    for key, value in mapping.items():
        short = f"{pad}{scalar(key)}: {_flow(value)}"
        if not isinstance(value, Mapping | list | tuple) or (_is_small(value) and len(short) <= _LINE) or not value:
            yield short
        elif isinstance(value, Mapping):
            yield f"{pad}{scalar(key)}:"
            yield from yaml_lines(value, indent + 2)
        else:
            yield f"{pad}{scalar(key)}:"
            yield from (f"{pad}  - {_flow(item)}" for item in value)


def scalar(value: object) -> str:
    """One value; text stays bare where YAML reads it back as the same text, else it is quoted."""
    if not isinstance(value, str):
        return json.dumps(value)
    if _PLAIN.fullmatch(value) and not _NOT_TEXT.fullmatch(value):
        return value
    return json.dumps(value, ensure_ascii=not value.isprintable())


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_flow, value))}]"
    return scalar(value)


def _is_small(value: Mapping[str, Any] | Sequence[Any]) -> bool:
    """Whether nothing is nested in it but lists of plain values."""
    inner = value.values() if isinstance(value, Mapping) else value
    return not any(isinstance(each, Mapping) for each in inner)
