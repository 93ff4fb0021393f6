"""Signs the end of a chain, and writes it to a file outside the database."""

import hashlib
import hmac
import json
import os
import socket
from collections.abc import Iterable
from pathlib import Path

from crew.errors import StoreUnavailable
from crew.store.audit_records import AuditHead, ExportedHead
from crew.store.columns import canonical

_SIGNED_FIELDS = {"run", "event", "sequence", "digest", "at"}


def signature_of(head: AuditHead, key: str) -> str:
    """HMAC-SHA256 over the head's run, event, sequence, digest and moment."""
    content = canonical(head.model_dump(mode="json", include=_SIGNED_FIELDS))
    return hmac.new(key.encode(), content.encode(), hashlib.sha256).hexdigest()


def key_id(key: str) -> str:
    """A name for a key that does not reveal it."""
    return hmac.new(key.encode(), b"crosscheck audit key", hashlib.sha256).hexdigest()[:12]


def export_place(path: Path) -> str:
    """Where an export file lies, told apart from the same path on another machine."""
    return f"{socket.gethostname()}:{path.absolute()}"


def append_to_export(path: Path, heads: Iterable[ExportedHead]) -> None:
    """Append one JSON line per head, safely on disk on return. Raises StoreUnavailable when it cannot be written."""
    lines = "".join(canonical(head.model_dump(mode="json")) + "\n" for head in heads)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, lines.encode())
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise StoreUnavailable(
            f"The audit export {path} cannot be written ({error.strerror}). "
            "Make it writable, or set CROSSCHECK_AUDIT_EXPORT to another file."
        ) from error


def read_export(path: Path) -> list[ExportedHead]:
    """All heads in an export file, in order. Raises StoreUnavailable for a line that is not one, with its number."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    except OSError as error:
        raise StoreUnavailable(f"The audit export {path} cannot be read ({error.strerror}).") from error
    return [_head(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()]


def _head(path: Path, number: int, line: str) -> ExportedHead:
    try:
        return ExportedHead.model_validate(json.loads(line))
    except ValueError as error:
        raise StoreUnavailable(
            f"{path}, line {number}, is not an entry of an audit export; restore the file from a copy."
        ) from error
