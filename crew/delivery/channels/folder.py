"""Delivery into a folder: whole files or none, never half of one."""

import os
from pathlib import Path

from crew.delivery.errors import NotDelivered
from crew.delivery.parcel import Parcel
from crew.delivery.specs import FolderTarget


def write_to_folder(parcel: Parcel, target: FolderTarget) -> str:
    """Write the parcel's files; one written before with the same name is replaced in one step."""
    folder = Path(target.path).expanduser()
    files = parcel.of_formats(target.formats)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            _write_whole(folder / file.name, file.content)
    except OSError as error:
        can_help = not isinstance(error, NotADirectoryError | PermissionError | FileExistsError)
        message = f"{folder} cannot be written ({error.strerror}). Make it writable, or change `path`."
        raise NotDelivered(message, can_help_to_wait=can_help) from error
    return f"{len(files)} files in {folder}"


def _write_whole(path: Path, content: bytes) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
