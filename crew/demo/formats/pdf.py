"""Documents as PDF."""

import io
from html import escape
from typing import TYPE_CHECKING

from crew.demo.documents.document import Document, Grid

if TYPE_CHECKING:
    from reportlab.platypus import Flowable


def as_pdf(document: Document) -> bytes:
    """The document as PDF, the same bytes each time; its date is the file's creation date."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import SimpleDocTemplate

    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, pagesize=A4, invariant=1).build(_flow(document))
    return _with_properties(buffer, document)


def _flow(document: Document) -> "list[Flowable]":
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, Spacer

    styles = getSampleStyleSheet()
    body = styles["BodyText"]
    flow: list[Flowable] = [
        Paragraph(escape(document.title), styles["Title"]),
        Paragraph(f"Date: {document.date.isoformat()}", body),
        Paragraph(f"Issued by: {escape(document.author)}", body),
    ]
    for number, section in enumerate(document.sections, 1):
        flow += [Spacer(1, 8), Paragraph(f"{number}. {escape(section.heading)}", styles["Heading2"])]
        for block in section.blocks:
            flow += [_table(block) if isinstance(block, Grid) else Paragraph(escape(block), body), Spacer(1, 8)]
    return flow


def _table(grid: Grid) -> "Flowable":
    from reportlab.lib import colors
    from reportlab.platypus import Table

    return Table([grid.heading, *grid.rows], style=[("GRID", (0, 0), (-1, -1), 0.5, colors.grey)], hAlign="LEFT")


def _with_properties(pdf: io.BytesIO, document: Document) -> bytes:
    """The same file with its own title, author and date: reportlab dates reproducible files to the year 2000."""
    from pypdf import PdfWriter

    writer = PdfWriter(clone_from=pdf)
    dated = f"D:{document.date:%Y%m%d}090000Z"
    writer.add_metadata(
        {"/Title": document.title, "/Author": document.author, "/CreationDate": dated, "/ModDate": dated}
    )
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
