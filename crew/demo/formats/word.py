"""Documents as Word files."""

import io
import zipfile
from datetime import datetime, time

from crew.demo.documents.document import Document, Grid

_ZIP_DATE = (1980, 1, 1, 0, 0, 0)


def as_word(document: Document) -> bytes:
    """The document as DOCX, the same bytes each time; its date is the file's `created` property."""
    import docx

    word = docx.Document()
    written_at = datetime.combine(document.date, time(9))
    properties = word.core_properties
    properties.title, properties.author = document.title, document.author
    properties.created = properties.modified = written_at
    properties.last_modified_by, properties.comments = document.author, ""
    word.add_heading(document.title, level=0)
    for section in document.sections:
        if section.heading:
            word.add_heading(section.heading, level=1)
        for block in section.blocks:
            if isinstance(block, Grid):
                _add_grid(word, block)
            else:
                word.add_paragraph(block)
    buffer = io.BytesIO()
    word.save(buffer)
    return _with_fixed_dates(buffer)


def _add_grid(word, grid: Grid) -> None:  # type: ignore[no-untyped-def]  # docx is imported only where a file is written
    table = word.add_table(rows=0, cols=len(grid.heading), style="Table Grid")
    for row in (grid.heading, *grid.rows):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text


def _with_fixed_dates(buffer: io.BytesIO) -> bytes:
    """The same archive without the moment at which its members were packed."""
    packed = io.BytesIO()
    with zipfile.ZipFile(buffer) as source, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(zipfile.ZipInfo(name, _ZIP_DATE), source.read(name), zipfile.ZIP_DEFLATED)
    return packed.getvalue()
