"""Adds an entry to a YAML file as a person would: everything that stands there keeps its place and its comments."""

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from crew.configuration.yaml_text import yaml_lines
from crew.errors import WrongConfiguration


def with_entry(text: str, path: Sequence[str], key: str, entry: Mapping[str, Any], *, name: str) -> str:
    """The text with `key: entry` at the end of the mapping at `path`; parts of the path that are missing are added.

    `name` is the file's name in errors. Raises WrongConfiguration where the key is there already, or where a mapping is
    written on one line, so that nothing can be added without rewriting it.
    """
    mapping, missing = _deepest(yaml.compose(text, yaml.SafeLoader), path, name)
    if not missing and key in {each.value for each, _ in mapping.value}:
        raise WrongConfiguration(f"{name}: `{'.'.join([*path, key])}` is there already. Choose another name.")
    if mapping.flow_style:
        where = ".".join(path[: len(path) - len(missing)])
        raise WrongConfiguration(
            f"{name}: `{where}` is written on one line in braces. Write it with one key a line, so that an entry can "
            "be added without changing the rest."
        )
    added: Mapping[str, Any] = {key: entry}
    for part in reversed(missing):
        added = {part: added}
    indent = mapping.value[0][0].start_mark.column if mapping.value else 0
    lines = text.splitlines()
    at = _end_of(mapping, lines)
    inserted = list(yaml_lines(added, indent))
    return "\n".join([*lines[:at], *inserted, *lines[at:]]) + "\n"


def _deepest(root: yaml.Node | None, path: Sequence[str], name: str) -> tuple[yaml.MappingNode, list[str]]:
    """The deepest mapping of the path that is there, and the parts of the path that are not."""
    node, missing = root, list(path)
    while missing:
        found = next((value for key, value in getattr(node, "value", []) if key.value == missing[0]), None)
        if not isinstance(found, yaml.MappingNode):
            break
        node = found
        missing.pop(0)
    if not isinstance(node, yaml.MappingNode):
        raise WrongConfiguration(f"{name} holds no `key: value` lines to add to.")
    return node, missing


def _end_of(mapping: yaml.MappingNode, lines: Sequence[str]) -> int:
    """The line after the mapping's last entry, before empty lines and comments that belong to what follows."""
    at = min(mapping.end_mark.line, len(lines))
    if at < len(lines) and mapping.end_mark.column and not mapping.value:
        at += 1
    while at > mapping.start_mark.line + 1 and not lines[at - 1].split("#")[0].strip():
        at -= 1
    return at
