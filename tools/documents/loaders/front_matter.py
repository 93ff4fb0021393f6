"""The YAML block at the head of a Markdown file, and the same in a file beside any document."""

from collections.abc import Mapping
from typing import Any

import yaml

from tools.documents.document import Facts, UnreadableContent
from tools.documents.stated import read_date

_FENCE = "---"


def split_front_matter(text: str) -> tuple[Facts, str]:
    """The facts in front matter and the text after it; raises UnreadableContent when it is not valid YAML."""
    lines = text.split("\n")
    if lines[0].strip() != _FENCE:
        return Facts(), text
    ends = [i for i, line in enumerate(lines[1:], 1) if line.strip() in (_FENCE, "...")]
    if not ends:
        return Facts(), text
    return read_facts("\n".join(lines[1 : ends[0]])), "\n".join(lines[ends[0] + 1 :])


def read_facts(text: str) -> Facts:
    """Facts from YAML; unknown keys are passed over.

    Raises UnreadableContent when it is not a mapping, since a damaged `access` must not open a document to everyone.
    """
    try:
        stated = yaml.safe_load(text) or {}
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise UnreadableContent(f"its front matter is not valid YAML: {_first_line(error)}") from error
    if not isinstance(stated, dict):
        raise UnreadableContent("its front matter is not a mapping of keys to values")
    return _facts({str(key).strip().lower(): value for key, value in stated.items()})


def read_access(stated: Mapping[str, Any]) -> tuple[str, ...]:
    """The groups that `access` names, none when the key is absent; raises UnreadableContent when it is damaged."""
    if "access" not in stated:
        return ()
    groups = _texts(stated["access"])
    if not groups:
        raise UnreadableContent("its `access` names no group; remove the key or name the groups that may read it")
    return groups


def _facts(stated: dict[str, Any]) -> Facts:
    day = read_date(stated.get("date") or stated.get("updated") or stated.get("published"))
    return Facts(
        title=_text(stated.get("title")),
        author=_text(stated.get("author") or stated.get("authors")),
        date=day,
        date_source="stated" if day else "",
        type=_text(stated.get("type")),
        language=_text(stated.get("language") or stated.get("lang")),
        version=_text(stated.get("version")),
        supersedes=_texts(stated.get("supersedes") or stated.get("replaces")),
        access=read_access(stated),
    )


def _text(value: object) -> str | None:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or None
    return None if value is None or isinstance(value, dict) else str(value).strip() or None


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, dict):
        raise UnreadableContent("its `access` or `supersedes` is a mapping; write a list")
    values = value if isinstance(value, list) else [] if value is None else str(value).split(",")
    return tuple(text for text in (str(v).strip() for v in values) if text)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
