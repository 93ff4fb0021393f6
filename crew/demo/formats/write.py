"""Chooses a document's format by the ending of its path."""

from collections.abc import Callable
from pathlib import PurePosixPath

from crew.demo.documents.document import Document
from crew.demo.formats.mail import as_mail
from crew.demo.formats.markdown import as_markdown
from crew.demo.formats.page import as_page
from crew.demo.formats.pdf import as_pdf
from crew.demo.formats.word import as_word

_FORMATS: dict[str, Callable[[Document], bytes]] = {
    ".md": as_markdown,
    ".html": as_page,
    ".pdf": as_pdf,
    ".docx": as_word,
    ".eml": as_mail,
}


def as_bytes(document: Document) -> bytes:
    """The document in the format its path asks for."""
    return _FORMATS[PurePosixPath(document.path).suffix](document)
