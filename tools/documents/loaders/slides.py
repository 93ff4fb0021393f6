"""Presentations (.pptx)."""

import io
from collections.abc import Iterator
from typing import Any

from tools.documents.document import Block, Content, Facts, UnreadableContent
from tools.documents.loaders.office import check_office_file


def load_slides(raw: bytes) -> Content:
    """Read a presentation: a slide is a page below its title, with its tables and the speaker's notes.

    Raises UnreadableContent when it is locked, old or damaged.
    """
    import pptx
    from pptx.exc import PythonPptxError

    check_office_file(raw, ".pptx")
    try:
        deck = pptx.Presentation(io.BytesIO(raw))
        blocks = [block for number, slide in enumerate(deck.slides, 1) for block in _slide_blocks(slide, number)]
    except (PythonPptxError, KeyError, ValueError, AttributeError, SyntaxError) as error:
        raise UnreadableContent(f"it is damaged or not a .pptx file ({type(error).__name__})") from error
    return Content(blocks=tuple(blocks), facts=_facts(deck.core_properties))


def _slide_blocks(slide: Any, number: int) -> Iterator[Block]:
    heading = slide.shapes.title
    title = " ".join(heading.text_frame.text.split()) if heading is not None else ""
    section = (title,) if title else ()
    texts = [shape for shape in _shapes(slide.shapes) if heading is None or shape.shape_id != heading.shape_id]
    for shape in texts:
        if getattr(shape, "has_table", False):
            rows = [[" ".join(cell.text.split()) for cell in row.cells] for row in shape.table.rows]
            text = "\n".join(" | ".join(row) for row in rows if any(row))
            yield Block(text=text, section=section, page=number, kind="table")
        elif shape.has_text_frame and shape.text_frame.text.strip():
            yield Block(text=_lines(shape.text_frame), section=section, page=number)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = _lines(slide.notes_slide.notes_text_frame)
        if notes:
            yield Block(text=f"Notes: {notes}", section=section, page=number)
    if title and not texts:
        yield Block(text=title, section=section, page=number)


def _shapes(shapes: Any) -> Iterator[Any]:
    """Shapes that may hold text, those within groups too."""
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _lines(frame: Any) -> str:
    return "\n".join(text for paragraph in frame.paragraphs if (text := " ".join(paragraph.text.split())))


def _facts(properties: Any) -> Facts:
    moment = properties.modified or properties.created
    return Facts(
        title=(properties.title or "").strip() or None,
        author=(properties.author or "").strip() or None,
        date=moment.date().isoformat() if moment else None,
        date_source="properties" if moment else "",
    )
