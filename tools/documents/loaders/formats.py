"""Which loader reads a file: by its suffix, checked against how its content begins."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.documents.document import Content, UnreadableContent

_WHOLE = {
    ".md": "markdown:load_markdown",
    ".markdown": "markdown:load_markdown",
    ".txt": "text:load_text",
    ".text": "text:load_text",
    ".html": "html:load_html",
    ".htm": "html:load_html",
    ".pdf": "pdf:load_pdf",
    ".docx": "word:load_word",
    ".pptx": "slides:load_slides",
    ".xlsx": "tables:load_workbook",
    ".eml": "mail:load_mail",
    ".json": "records:load_json",
}
_IN_PARTS = {
    ".csv": "tables:stream_csv",
    ".jsonl": "records:stream_json_lines",
    ".ndjson": "records:stream_json_lines",
    ".mbox": "mail:stream_mailbox",
}
_OFFICE = (".docx", ".pptx", ".xlsx")
_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0"
_SIGNATURES = {b"%PDF-": ".pdf", b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif", b"\x1f\x8b": ".gz"}
_MOST_BYTES = 100_000_000
_HEAD = 1024


def read_contents(path: Path, suffix: str) -> Iterator[Content]:
    """What a file holds: one content, or several from a file of records, which may be of any size.

    Raises UnreadableContent, with the reason for a person, before the first or between two.
    """
    _check_size_and_signature(path, suffix)
    if suffix in _IN_PARTS:
        stream: Callable[[Path], Iterator[Content]] = _function(_IN_PARTS[suffix])
        yield from stream(path)
        return
    load: Callable[[bytes], Content] = _function(_WHOLE[suffix])
    try:
        yield load(path.read_bytes())
    except RecursionError as error:
        raise UnreadableContent("its content is nested too deeply") from error


def is_read_in_parts(suffix: str) -> bool:
    """Whether files of a suffix are read part by part."""
    return suffix in _IN_PARTS


def _function(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"tools.documents.loaders.{module}"), name)


def _check_size_and_signature(path: Path, suffix: str) -> None:
    if suffix not in _WHOLE and suffix not in _IN_PARTS:
        known = ", ".join([*_WHOLE, *_IN_PARTS])
        raise UnreadableContent(f"files of type `{suffix or 'none'}` are not read; known: {known}")
    if suffix in _WHOLE and path.stat().st_size > _MOST_BYTES:
        raise UnreadableContent(f"it is larger than {_MOST_BYTES // 1_000_000} MB; divide it")
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head.strip() and path.stat().st_size <= _HEAD:
        raise UnreadableContent("it is empty")
    _check_signature(head, suffix)


def _check_signature(head: bytes, suffix: str) -> None:
    for signature, real in _SIGNATURES.items():
        if head.startswith(signature) and suffix != real:
            raise UnreadableContent(f"it is named {suffix} but its content is that of a {real} file; rename it")
    if head.startswith((_ZIP, _OLE)) and suffix not in _OFFICE:
        raise UnreadableContent(f"it is named {suffix} but its content is that of an Office or zip file; rename it")
    if suffix == ".pdf" and b"%PDF-" not in head:
        raise UnreadableContent("it is named .pdf but does not begin as a PDF")
