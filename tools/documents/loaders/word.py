"""Word documents (.docx)."""

import io
import re
from zipfile import BadZipFile

import docx
from docx.document import Document as WordDocument
from docx.opc.exceptions import PackageNotFoundError
from docx.table import Table
from docx.text.hyperlink import Hyperlink
from docx.text.paragraph import Paragraph

from tools.documents.document import Block, BlockKind, Content, Facts, UnreadableContent
from tools.documents.loaders.office import check_office_file
from tools.documents.loaders.sections import Sections

_HEADING = re.compile(r"^heading (\d)$", re.IGNORECASE)


def load_word(raw: bytes) -> Content:
    """Read a .docx file; raises UnreadableContent when it is locked, in the old .doc format, or damaged."""
    check_office_file(raw, ".docx")
    try:
        word = docx.Document(io.BytesIO(raw))
    except (PackageNotFoundError, BadZipFile, KeyError, ValueError, SyntaxError) as error:
        raise UnreadableContent(f"it is damaged or not a .docx file ({type(error).__name__})") from error
    sections, blocks = Sections(), []
    kind: BlockKind
    for item in word.iter_inner_content():
        if isinstance(item, Table):
            text, kind = _table_text(item), "table"
        else:
            text, kind = _paragraph_text(item).strip(), "paragraph"
            if text and (level := _heading_level(item.style.name if item.style else "")):
                sections.enter(level, text)
                continue
        if text:
            blocks.append(Block(text=text, section=sections.path, kind=kind))
    return Content(blocks=tuple(blocks), facts=sections.facts.or_else(_facts(word)))


def _paragraph_text(paragraph: Paragraph) -> str:
    """A paragraph's text, links included, without what Word does not show."""
    inner = (
        run for item in paragraph.iter_inner_content() for run in (item.runs if isinstance(item, Hyperlink) else [item])
    )
    return "".join(run.text for run in inner if not run.font.hidden)


def _heading_level(style: str | None) -> int:
    if (style or "").lower() == "title":
        return 1
    found = _HEADING.match(style or "")
    return int(found.group(1)) if found else 0


def _table_text(table: Table) -> str:
    rows = [[" ".join(map(_paragraph_text, cell.paragraphs)).strip() for cell in row.cells] for row in table.rows]
    return "\n".join(" | ".join(row) for row in rows if any(row))


def _facts(word: WordDocument) -> Facts:
    properties = word.core_properties
    moment = properties.modified or properties.created
    return Facts(
        title=properties.title.strip() or None,
        author=properties.author.strip() or None,
        date=moment.date().isoformat() if moment else None,
        date_source="properties" if moment else "",
        version=properties.version.strip() or None,
    )
