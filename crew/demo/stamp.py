"""What a folder's demo was made from, kept beside it, so that a second run can tell what is already there."""

import hashlib
from pathlib import Path

from pydantic import ValidationError

from crew.errors import WrongInput
from tools.frozen import Frozen

_NAME = "demo-stamp.json"


class Made(Frozen):
    """Something made by one version of the demo from one seed; without contents it is unfinished."""

    version: int
    seed: int
    contents: dict[str, int | str] = {}
    """Row counts by table, or digests by document."""


class Stamp(Frozen):
    """The documents in a folder, and the databases made from here, by file name or by address without password."""

    documents: Made | None = None
    databases: dict[str, Made] = {}


def read_stamp(out: Path) -> Stamp:
    """The stamp in a folder, empty when there is none. Raises WrongInput when it cannot be read."""
    path = out / _NAME
    if not path.exists():
        return Stamp()
    try:
        return Stamp.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise WrongInput(f"{path} is damaged. Delete the folder {out}, or name another with `--out`.") from error


def write_stamp(out: Path, stamp: Stamp) -> None:
    """Leave a stamp in a folder."""
    out.mkdir(parents=True, exist_ok=True)
    (out / _NAME).write_text(stamp.model_dump_json(indent=2) + "\n", encoding="utf-8")


def digest(content: bytes) -> str:
    """The sha256 of a document."""
    return hashlib.sha256(content).hexdigest()
