"""Parses YAML strictly: no duplicate keys, no keys that are not text, no bombs."""

from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from typing import Any

import yaml

from crew.errors import WrongConfiguration

_MAX_BYTES = 2_000_000
_MAX_NODES = 200_000
"""After aliases are expanded."""


def parse_yaml(content: bytes, name: str) -> dict[str, Any]:
    """A YAML document as a mapping; `name` stands in errors. Raises WrongConfiguration.

    What was parsed before is remembered, as a long-lived process reads the same files for each job.
    """
    return deepcopy(_parsed(content, name))


@lru_cache(maxsize=64)
def _parsed(content: bytes, name: str) -> dict[str, Any]:
    if len(content) > _MAX_BYTES:
        raise WrongConfiguration(f"{name} has {len(content):,} bytes; more than {_MAX_BYTES:,} is not read.")
    try:
        loader = yaml.SafeLoader(content.decode())
        root = loader.get_single_node()
        if root is None:
            raise WrongConfiguration(f"{name} is empty.")
        _check_nodes(root, name)
        mapping = loader.construct_document(root)
    except UnicodeDecodeError as error:
        raise WrongConfiguration(f"{name} is not UTF-8 text; save it as UTF-8.") from error
    except yaml.YAMLError as error:
        raise WrongConfiguration(f"{name} is not valid YAML{_where(error)}") from error
    except RecursionError as error:
        raise WrongConfiguration(f"{name} is nested too deeply.") from error
    except ValueError as error:
        raise WrongConfiguration(f"{name} holds a value that YAML cannot read: {error}.") from error
    if not isinstance(mapping, dict):
        raise WrongConfiguration(f"{name} must consist of `key: value` lines, not of a {type(mapping).__name__}.")
    return mapping


def _check_nodes(root: yaml.Node, name: str) -> None:
    sizes: dict[int, int] = {}
    if _size(root, sizes, name) > _MAX_NODES:
        raise WrongConfiguration(f"{name} grows to more than {_MAX_NODES:,} values when its aliases are expanded.")
    _check_keys(root, name, "", set())


def _size(node: yaml.Node, sizes: dict[int, int], name: str) -> int:
    """The number of values below a node with aliases expanded; each node is counted once and remembered."""
    if id(node) not in sizes:
        sizes[id(node)] = _MAX_NODES + 1  # what a node that contains itself amounts to
        sizes[id(node)] = 1 + sum(_size(child, sizes, name) for _, child in _children(node))
    return sizes[id(node)]


def _check_keys(node: yaml.Node, name: str, path: str, seen: set[int]) -> None:
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        _check_mapping(node, name, path)
    for key, child in _children(node):
        _check_keys(child, name, f"{path}.{key}" if path and key else path or key, seen)


def _check_mapping(node: yaml.MappingNode, name: str, path: str) -> None:
    keys: set[str] = set()
    for key, _ in node.value:
        at = f"{name}, line {key.start_mark.line + 1}"
        inside = f" in `{path}`" if path else ""
        if not isinstance(key, yaml.ScalarNode) or key.tag not in ("tag:yaml.org,2002:str", "tag:yaml.org,2002:merge"):
            word = getattr(key, "value", "…")
            raise WrongConfiguration(f"{at}: the key `{word}`{inside} is not read as text. Put it in quotes.")
        if key.value in keys:
            raise WrongConfiguration(f"{at}: the key `{key.value}`{inside} stands there twice. Keep one.")
        keys.add(key.value)


def _children(node: yaml.Node) -> Iterator[tuple[str, yaml.Node]]:
    if isinstance(node, yaml.MappingNode):
        yield from ((str(key.value), value) for key, value in node.value)
    elif isinstance(node, yaml.SequenceNode):
        yield from (("", item) for item in node.value)


def _where(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    if mark is None:
        return f": {problem}."
    return f", line {mark.line + 1}, column {mark.column + 1}: {problem}."
