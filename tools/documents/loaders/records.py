"""Records such as tickets: JSON Lines, read in parts, and JSON."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, TextIO

from tools.documents.document import Block, Content, Facts, UnreadableContent
from tools.documents.language import detect_language
from tools.documents.loaders.front_matter import read_access
from tools.documents.loaders.parts import Parts, open_text
from tools.documents.loaders.text import decode
from tools.documents.stated import read_date

_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_MOST_CHARACTERS = 16_000_000
"""A longer line is left out, so that memory stays bounded."""
_NAMES = ("id", "key", "number", "ticket")
_TITLES = ("title", "subject", "summary")
_AUTHORS = ("author", "reporter", "created_by", "from", "sender")
_DATES = ("date", "updated", "updated_at", "modified", "created", "created_at", "timestamp")


def stream_json_lines(path: Path) -> Iterator[Content]:
    """Read JSON Lines part by part, each object as one block; lines that are not JSON are left out and told.

    Raises UnreadableContent when most lines of the first part are not JSON.
    """
    parts = Parts()
    with open_text(path) as file:
        for number, line in _lines(file):
            try:
                parts.add(record_block(_parsed(line)))
            except UnreadableContent as error:
                parts.leave_out(f"line {number} {error}")
            if parts.are_full:
                yield parts.take()
    yield parts.take()


def load_json(raw: bytes) -> Content:
    """Read JSON: the objects of a list, or of the longest list within an object, are records; else it is one."""
    decoded = decode(raw)
    parts = Parts()
    for number, record in enumerate(_records(_parsed(decoded.text)), 1):
        try:
            parts.add(record_block(record))
        except UnreadableContent as error:
            parts.leave_out(f"record {number} {error}")
    content = parts.take()
    return content.model_copy(update={"damage": content.damage + decoded.damage})


def record_block(record: object) -> Block:
    """A record as lines of `key: value` below its title; what it states of itself becomes facts.

    Raises UnreadableContent when its `access` is damaged, which must not open it to everyone.
    """
    if not isinstance(record, Mapping):
        return Block(text="" if record is None else str(record))
    fields = {str(key): value for key, value in record.items()}
    by_name = {key.lower(): value for key, value in fields.items()}
    title = _first_text(by_name, _TITLES)
    name = _first_text(by_name, _NAMES)
    heading = " ".join(part for part in (name, title) if part) if title else ""
    shown = {key: value for key, value in fields.items() if not (heading and key.lower() in _TITLES)}
    text = "\n".join(line for key, value in shown.items() if key.lower() != "access" for line in _field(key, value))
    return Block(
        text=text or heading, section=(heading,) if heading else (), facts=_facts(by_name, f"{heading}\n{text}")
    )


def _facts(by_name: Mapping[str, Any], text: str) -> Facts:
    days = (read_date(by_name[key]) for key in _DATES if by_name.get(key))
    day = next((day for day in days if day), None)
    return Facts(
        author=_first_text(by_name, _AUTHORS),
        date=day,
        date_source="stated" if day else "",
        language=detect_language(text),
        access=read_access(by_name),
    )


def _lines(file: TextIO) -> Iterator[tuple[int, str]]:
    """Lines with their numbers; of one that is too long only the beginning, which is then no JSON."""
    for number in count(1):
        line = file.readline(_MOST_CHARACTERS)
        if not line:
            return
        rest = line
        while len(rest) == _MOST_CHARACTERS and not rest.endswith("\n"):
            rest = file.readline(_MOST_CHARACTERS)
        if line.strip():
            yield number, line


def _parsed(text: str) -> Any:
    try:
        parsed = json.loads(text)
        return _with_whole_characters(parsed) if _ESCAPED_HALF.search(text) else parsed
    except (ValueError, RecursionError) as error:
        raise UnreadableContent("is not JSON, or too long") from error


def _with_whole_characters(value: Any) -> Any:
    """A value with a mark for each half of a character, which no index takes."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_with_whole_characters(item) for item in value]
    if isinstance(value, dict):
        return {_with_whole_characters(key): _with_whole_characters(item) for key, item in value.items()}
    return value


def _records(content: Any) -> list[Any]:
    if isinstance(content, list):
        return content
    lists = [value for value in content.values() if _is_records(value)] if isinstance(content, Mapping) else []
    return max(lists, key=len) if lists else [content]


def _is_records(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _first_text(by_name: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    for key in keys:
        value = by_name.get(key)
        if isinstance(value, Mapping):
            value = value.get("name") or value.get("email")
        if isinstance(value, str | int) and str(value).strip():
            return " ".join(str(value).split())
    return None


def _field(key: str, value: object) -> Iterator[str]:
    """The lines of one field; nested objects as `outer.inner`, lists of objects one line each."""
    if isinstance(value, Mapping):
        for inner, content in value.items():
            yield from _field(f"{key}.{inner}", content)
    elif isinstance(value, list) and any(isinstance(item, Mapping) for item in value):
        for item in value:
            yield f"{key}: {'; '.join(_field_words(item))}"
    elif isinstance(value, list):
        if value:
            yield f"{key}: {', '.join(map(str, value))}"
    elif value not in (None, ""):
        yield f"{key}: {value}"


def _field_words(item: object) -> list[str]:
    if not isinstance(item, Mapping):
        return [str(item)]
    return [line for key, value in item.items() for line in _field(str(key), value)]
