"""The door to a document index: what any implementation can do."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from typing import Protocol

from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.embedding import Vector
from tools.documents.passages import Passage
from tools.errors import SourceDown, ToolError
from tools.frozen import Frozen
from tools.wording import said

FORMAT = 2
"""Raised whenever passages are cut, analysed or stored differently."""
EVERYONE = "*"
"""The access tag of a document that names no group; a group of that name grants nothing more."""


class IndexUnusable(Exception):
    """An index cannot be opened or written; the message is for a person."""


class IndexMismatch(IndexUnusable):
    """An index was made in another format or with another embedding model, and must be made anew."""


class ModelChanged(IndexMismatch):
    """An index was made with another embedding model than the one configured; it can be searched by words."""


class IndexMissing(IndexUnusable):
    """There is no such index yet."""


class PassagesRefused(IndexUnusable):
    """An index took some documents and refused others; `documents` tells why, by id."""

    def __init__(self, documents: Mapping[str, str]) -> None:
        told = "; ".join(f"{document}: {reason}" for document, reason in documents.items())
        super().__init__(f"The index refused {told}")
        self.documents = dict(documents)


class SearchFailed(ToolError):
    """The index did not answer a search."""


class IndexDown(SearchFailed, SourceDown):
    """The index answers no search at all."""


class IndexReplaced(IndexDown):
    """The index is another one than was opened, which this version of it cannot read."""

    def __init__(self) -> None:
        super().__init__(
            "The document index was made anew in another format since it was opened; go on without it.",
            told=said("The document index was made anew in another format meanwhile; the question went on without it."),
        )


def unanswered(reason: str) -> str:
    """What a person is told of an index that did not answer."""
    return said("The document index did not answer ({reason}); the question went on without it.", reason=reason)


class Manifest(Frozen):
    """How an index was made; a search with anything else would compare what cannot be compared."""

    format: int = FORMAT
    model: str = "none"
    revision: str = ""
    """Tells editions of a model of one name apart; empty where it is not known."""
    dimensions: int = 0

    def is_searched_with(self, other: "Manifest") -> bool:
        """Whether vectors made as `other` says can be compared with those of this index."""
        is_same = not (self.revision and other.revision) or self.revision == other.revision
        return is_same and (self.model, self.dimensions) == (other.model, other.dimensions)


class Filters(Frozen):
    """Which passages a search may return. Applied inside both searches, before their limits.

    `since` and `until` are inclusive and leave out passages without a date. None in `access` means no check at all;
    otherwise only documents open to everyone, or to one of these tags.
    """

    access: tuple[str, ...] | None = ()
    document_types: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None


class Hit(Frozen):
    """A passage and its score in one search: BM25, or the cosine of its vector with the question's."""

    passage: Passage
    score: float


class DocumentCard(Frozen):
    """What the index knows of a document without its text."""

    id: str
    title: str
    type: str = ""
    language: str = ""
    date: str | None = None
    version: str | None = None
    supersedes: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    digest: str = ""
    is_embedded: bool = False


class Health(Frozen):
    """How an index is: where it lies and what state it is in, and what to do where `trouble` says something."""

    place: str
    trouble: str = ""
    remedy: str = ""


class Replacement(Protocol):
    """An index being made to take the place of another, which nobody searches until it does."""

    @property
    def index(self) -> "PassageIndex":
        """The new one, empty at first."""
        ...

    def freeze(self) -> None:
        """Let nobody write to the old index any more, so that nothing is written that would be lost."""
        ...

    def take_over(self) -> None:
        """Let every search find the new index from now on, and remove the old one."""
        ...


class PassageIndex(Protocol):
    """Passages on disk or on a server, searchable by words and by vector.

    Searches raise SearchFailed, or DeadlinePassed when the deadline ends them. Equal scores are ordered by passage id.
    Additions and removals are seen by searches after `refresh`; they raise IndexUnusable, and PassagesRefused when
    the other documents were written.
    """

    @property
    def manifest(self) -> Manifest:
        """How this index was made."""
        ...

    def add(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Add passages, or put them in place of those with the same ids; a vector for each or none at all.

        A document counts as there once its first passage is.
        """
        ...

    def replace(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Put passages in place of all that the index holds of other editions of their documents.

        An edition is told by its digest. Each document is given whole, or by its first passage after the others were
        added. When the process ends in the middle, the old first passage still stands, which shows the document to be
        out of date.
        """
        ...

    def remove(self, documents: Iterable[str]) -> None:
        """Remove all passages of these documents."""
        ...

    def refresh(self) -> None:
        """Make all changes searchable."""
        ...

    def documents(self, deadline: Deadline | None = None) -> Sequence[DocumentCard]:
        """One card for each document, ordered by id."""
        ...

    def passages_of(self, document: str, deadline: Deadline | None = None) -> Sequence[Passage]:
        """A document's passages in reading order; empty when there is no such document."""
        ...

    def vectors_of(self, document: str) -> Mapping[str, Vector]:
        """The vectors of a document's passages by their search text."""
        ...

    def written(self, document: str, digest: str, *, embedded: bool) -> int:
        """How many passages of an edition of a document are there, the first not counted; `embedded`, with vectors."""
        ...

    def lexical(self, query: str, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages that share words with a query, best BM25 first."""
        ...

    def nearest(self, vector: Vector, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages whose vectors are nearest, highest cosine first."""
        ...

    def count(self) -> int:
        """The number of passages."""
        ...

    def replacement(self, wanted: Manifest) -> AbstractContextManager[Replacement]:
        """A new index that can take this one's place; the block's end discards it unless it has."""
        ...

    def health(self) -> Health:
        """How the index is; never raises."""
        ...

    def notes(self) -> Sequence[str]:
        """What went wrong since the last look and was got over, such as a node that did not answer."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


def access_of(asker: Asker) -> tuple[str, ...]:
    """The access tags an asker holds: the groups, and `user:<id>`."""
    return (*(group for group in asker.groups if group != EVERYONE), f"user:{asker.id}")


def may_read(access: Sequence[str], held: Sequence[str] | None) -> bool:
    """Whether the holder of access tags may read a document with these; None holds all."""
    return held is None or not access or bool(set(access) & set(held))


def check_manifest(found: Manifest, wanted: Manifest, where: str) -> None:
    """Raise IndexMismatch unless an index was made as it will be searched.

    Lexical search works on every index of the same format.
    """
    if found.format != wanted.format:
        raise IndexMismatch(
            f"{where} has format {found.format}, not {wanted.format} as needed here: rebuild it with "
            "`crosscheck documents reindex --read`."
        )
    if wanted.dimensions and not found.is_searched_with(wanted):
        configured = f"`{wanted.model}`" if wanted.model != found.model else "another edition of it"
        raise ModelChanged(
            f"{where} was made with the model `{found.model}`, but {configured} is configured: rebuild it with "
            "`crosscheck documents reindex`."
        )


def check_comparable(now: Manifest, opened: Manifest) -> None:
    """Raise SearchFailed for a search by vector when an index was made anew with another model since it was opened."""
    if not now.is_searched_with(opened):
        raise SearchFailed(
            "The document index was made anew with another model since it was opened; search by words.",
            told=said("The document index was made anew with another model since it was opened."),
        )


def check_writable(now: Manifest, opened: Manifest) -> None:
    """Raise IndexUnusable for vectors of the model that an index was made with before."""
    if not now.is_searched_with(opened):
        raise IndexUnusable("The document index was made anew with another model since it was opened. Begin anew.")


def digests_of(passages: Sequence[Passage]) -> dict[str, str]:
    """The digest of each document that passages belong to."""
    return {passage.document: passage.digest for passage in passages}


_LANGUAGE_FIELDS = {
    "en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese",
    "nl": "dutch", "zh": "cjk", "ja": "cjk", "ko": "cjk",
}  # fmt: skip
OTHER_FIELD = "other"
FIELDS = (*dict.fromkeys(_LANGUAGE_FIELDS.values()), OTHER_FIELD)
"""The fields by analysis: stemming for seven languages, bigrams for Chinese, Japanese and Korean, or plain words."""


def field_of(language: str) -> str:
    """The field a passage's text is indexed in, by its language."""
    return _LANGUAGE_FIELDS.get(re.split(r"[-_]", language.lower())[0], OTHER_FIELD)
