"""What files of Microsoft Office have in common: a zip of parts, or an older container when locked or old."""

import io
import zlib
from zipfile import BadZipFile, ZipFile

from tools.documents.document import UnreadableContent

_OLE = b"\xd0\xcf\x11\xe0"
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_ROOTS = {"word/": ".docx", "ppt/": ".pptx", "xl/": ".xlsx"}
_MOST_BYTES = 1_000_000_000
"""Unpacked; a file that swells beyond this is not opened."""


def check_office_file(raw: bytes, suffix: str) -> None:
    """Raise UnreadableContent unless bytes are an unlocked Office file of the kind that `suffix` names."""
    if raw.startswith(_OLE):
        if _LOCKED in raw:
            raise UnreadableContent("it is protected by a password; save it without one")
        old = suffix.removesuffix("x")
        raise UnreadableContent(f"it is in the old {old} format, or protected by a password; save it as {suffix}")
    try:
        with ZipFile(io.BytesIO(raw)) as archive:
            entries = archive.infolist()
            _check_parts(archive)
    except (BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise UnreadableContent(f"it is damaged or not a {suffix} file ({type(error).__name__})") from error
    found = {kind for entry in entries for root, kind in _ROOTS.items() if entry.filename.startswith(root)}
    if suffix not in found:
        real = f"that of a {min(found)} file; rename it" if found else "not that of an Office file"
        raise UnreadableContent(f"it is named {suffix} but its content is {real}")


def _check_parts(archive: ZipFile) -> None:
    if sum(entry.file_size for entry in archive.infolist()) > _MOST_BYTES:
        raise UnreadableContent(f"it unpacks to more than {_MOST_BYTES // 1_000_000} MB")
    damaged = archive.testzip()
    if damaged is not None:
        raise UnreadableContent(f"it is damaged: its part {damaged} cannot be unpacked")
