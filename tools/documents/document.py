"""A document as loaded: its text in blocks, and what is known about it."""

from typing import Literal

from tools.frozen import Frozen

BlockKind = Literal["paragraph", "table"]


class Facts(Frozen):
    """What a document says of itself, in front matter, a mail header, file properties or its first lines.

    `date` is ISO 8601 (`2025-03-01`). `access` lists the groups that may read it; empty means everyone.
    """

    title: str | None = None
    author: str | None = None
    date: str | None = None
    date_source: Literal["stated", "properties", ""] = ""
    type: str | None = None
    language: str | None = None
    version: str | None = None
    supersedes: tuple[str, ...] = ()
    access: tuple[str, ...] = ()

    def or_else(self, other: "Facts") -> "Facts":
        """These facts, completed by another's where these are silent."""
        known = {k: v for k, v in self.model_dump().items() if v}
        return Facts.model_validate(other.model_dump() | known)


class Block(Frozen):
    """A stretch of text that belongs together, below the headings of `section`.

    `facts` are those of a record or mail that is one of many in a file; they stand before the file's own.
    """

    text: str
    section: tuple[str, ...] = ()
    page: int | None = None
    kind: BlockKind = "paragraph"
    facts: Facts | None = None


class Content(Frozen):
    """What a loader reads from one file, or from one part of a large one; `damage` is what it could not read."""

    blocks: tuple[Block, ...]
    facts: Facts = Facts()
    warnings: tuple[str, ...] = ()
    damage: tuple[str, ...] = ()


class Document(Frozen):
    """One document of a folder; `id` is its path within the folder, `digest` the sha256 of its bytes.

    `damage` says what of the file could not be read, in words for a person.
    """

    id: str
    digest: str
    title: str
    type: str
    language: str
    author: str | None = None
    date: str | None = None
    date_source: str = ""
    version: str | None = None
    supersedes: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    blocks: tuple[Block, ...]
    warnings: tuple[str, ...] = ()
    damage: tuple[str, ...] = ()


class Unreadable(Frozen):
    """A file that could not be read, and why, in words for a person."""

    id: str
    reason: str


class UnreadableContent(Exception):
    """A loader cannot read a file; the message says why, for a person."""
