"""What is delivered: a subject, a summary for people in a hurry, and files."""

import hashlib
from typing import Any

from pydantic import Field

from crew.store.delivery_records import ParcelFileRecord, ParcelRecord
from tools.frozen import Frozen


class ParcelFile(Frozen):
    """One file, by its name and its format (`html`, `pdf`, `markdown`, `json`, …)."""

    name: str = Field(pattern=r"^[\w][\w .\-]*$", max_length=150)
    format: str
    media_type: str
    content: bytes

    @property
    def sha256(self) -> str:
        """The digest of its content."""
        return hashlib.sha256(self.content).hexdigest()


class Parcel(Frozen):
    """The same parcel goes to every receiver; each takes the formats it wants."""

    key: str = Field(max_length=200)
    """The same for the same thing, however often it is made: a second parcel with it is the first."""
    report: str
    subject: str
    summary: str
    """A few sentences of plain text."""
    owner: str = ""
    """Who answers for it; told when it fails."""
    facts: dict[str, Any] = {}
    """What a program wants to know of it, such as its status."""
    files: tuple[ParcelFile, ...] = ()

    def of_formats(self, formats: tuple[str, ...]) -> tuple[ParcelFile, ...]:
        """The files in these formats, in the order the formats were named."""
        return tuple(file for wanted in formats for file in self.files if file.format == wanted)

    def as_records(self) -> tuple[ParcelRecord, list[ParcelFileRecord]]:
        """How it is stored."""
        content = {"summary": self.summary, "facts": self.facts}
        record = ParcelRecord(key=self.key, report=self.report, owner=self.owner, subject=self.subject, content=content)
        files = [
            ParcelFileRecord(**file.model_dump(), size=len(file.content), sha256=file.sha256) for file in self.files
        ]
        return record, files


def parcel_of(record: ParcelRecord, files: list[ParcelFileRecord]) -> Parcel | None:
    """A stored parcel; None once retention has emptied it."""
    if record.subject is None or record.content is None:
        return None
    return Parcel(
        key=record.key,
        report=record.report,
        owner=record.owner,
        subject=record.subject,
        summary=record.content["summary"],
        facts=record.content["facts"],
        files=tuple(
            ParcelFile(name=file.name, format=file.format, media_type=file.media_type, content=file.content or b"")
            for file in files
        ),
    )
