"""PDF files, page by page."""

import io
import re
from collections.abc import Iterator
from datetime import datetime

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from tools.documents.document import Block, Content, Facts, UnreadableContent
from tools.documents.loaders.quiet import noted
from tools.documents.loaders.sections import Sections

_NOTED = 3
_NUMBERED = re.compile(r"^(\d+(?:\.\d+)*)\.?\s+[A-ZÀ-Þ][^.!?]{2,80}$")
_CAPITALS = re.compile(r"^(?=.*[A-Z]{3})[A-Z0-9 &,'’/()–-]{4,80}$")


def load_pdf(raw: bytes) -> Content:
    """Read a PDF's text with its page numbers; raises UnreadableContent when locked, damaged or only pictures."""
    try:
        with noted("pypdf") as notes:
            reader = PdfReader(io.BytesIO(raw))
            if reader.is_encrypted and not reader.decrypt(""):
                raise UnreadableContent("it is protected by a password; save it without one")
            pages = [page.extract_text() or "" for page in reader.pages]
            facts = _facts(reader)
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, OSError, RecursionError) as error:
        raise UnreadableContent(f"it is damaged or not a PDF ({type(error).__name__})") from error
    if not any(page.strip() for page in pages):
        raise UnreadableContent("it holds no text, only pictures; put it through text recognition (OCR) first")
    empty = [str(number) for number, page in enumerate(pages, 1) if not page.strip()]
    warnings = [f"no text on page {', '.join(empty)}"] if empty else []
    warnings += [f"mended while reading: {'; '.join(list(notes)[:_NOTED])}"] if notes else []
    return Content(blocks=tuple(_blocks(pages)), facts=facts, warnings=tuple(warnings))


def _blocks(pages: list[str]) -> Iterator[Block]:
    sections = Sections()
    for number, page in enumerate(pages, 1):
        for paragraph in _paragraphs(page, sections):
            yield Block(text=paragraph[1], section=paragraph[0], page=number)


def _paragraphs(page: str, sections: Sections) -> Iterator[tuple[tuple[str, ...], str]]:
    lines: list[str] = []
    for line in [*map(str.strip, page.splitlines()), ""]:
        level = _heading_level(line)
        if (not line or level) and lines:
            yield sections.path, _joined(lines)
            lines = []
        if level:
            sections.enter(level, line)
        elif line:
            lines.append(line)


def _heading_level(line: str) -> int:
    numbered = _NUMBERED.match(line)
    if numbered:
        return 2 + numbered.group(1).count(".")
    return 2 if _CAPITALS.match(line) else 0


def _joined(lines: list[str]) -> str:
    text = "\n".join(lines)
    text = re.sub(r"(?<=[a-zß-ÿ])-\n(?=[a-zß-ÿ])", "", text)
    return re.sub(r"(?<![.:!?])\n(?![-•*\d])", " ", text)


def _facts(reader: PdfReader) -> Facts:
    properties = reader.metadata
    if not properties:
        return Facts()
    day = _day(properties.modification_date) or _day(properties.creation_date)
    return Facts(
        title=(properties.title or "").strip() or None,
        author=(properties.author or "").strip() or None,
        date=day,
        date_source="properties" if day else "",
    )


def _day(moment: datetime | None) -> str | None:
    return moment.date().isoformat() if moment else None
