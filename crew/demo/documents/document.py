"""A document before it has a format."""

from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True)
class Grid:
    """A small table: a heading row and rows of text."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it; the heading may be empty in a letter."""

    heading: str
    blocks: tuple[str | Grid, ...]


@dataclass(frozen=True)
class Document:
    """One document; the ending of `path` (md, html, pdf, docx, eml) says how it is written."""

    path: str
    """Within the folder of documents, with forward slashes."""
    title: str
    date: date
    author: str
    sections: tuple[Section, ...]
    properties: dict[str, str] = field(default_factory=dict)
    """Further front matter, such as `version` and `supersedes`; for mail, `to`."""
    fine_print: str = ""
    """Text in the smallest type at the end; only pages of the intranet have it."""
