"""The pieces a PDF is laid out from: headings, sentences, tiles, charts, tables, and boxes for what stands against."""

import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

from reportlab.lib.colors import Color
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Image, KeepTogether, Paragraph, Spacer, Table, TableStyle

from crew.answer import SentenceOut
from crew.render.plain import shortened
from crew.render.words import MARKS, standing
from crew.reports.charts.pictures import as_png
from crew.reports.document import ChartOut, SectionOut, TableOut, TileOut
from crew.reports.render.fonts import marked_up, strong
from crew.reports.render.pdf_styles import COLOURS, MARK_COLOURS, STYLES, TONES
from crew.reports.render.words import Words

MARGIN = 18 * mm
WIDTH = A4[0] - 2 * MARGIN
_HIGHEST = 220 * mm
"""Of a chart: with its title and note it must fit a page."""
LONGEST = 1500
"""Characters of one paragraph; a longer one is cut with an ellipsis, the other formats have all of it."""


def tiles(tiles: list[TileOut], words: Words) -> Iterator[Flowable]:
    """The headline figures, four to a row."""
    for start in range(0, len(tiles), 4):
        row = tiles[start : start + 4]
        width = WIDTH / 4
        cells = [[_tile(tile, words) for tile in row]]
        yield Table(cells, colWidths=[width] * len(row), style=_TILES, hAlign="LEFT")
        yield Spacer(0, 6)


def heading(text: str, place: str, after: str = "") -> Paragraph:
    """A heading that the outline lists."""
    heading = Paragraph(marked_up(text, is_bold=True) + after, STYLES["heading"])
    heading.outline_place = (place, text)
    return heading


def sentence_line(sentence: SentenceOut) -> Flowable:
    """A sentence with its mark, its figures in bold, and its evidence."""
    html = marked_up(sentence.text)
    for figure in sorted({figure.text for figure in sentence.figures}, key=len, reverse=True):
        shown = re.escape(marked_up(figure))
        html = re.sub(rf"(?<![\w>]){shown}(?![\w<])", r"<b>\g<0></b>", html)
    cited = f" <font size=7.5 color='#5b6774'>[{', '.join(sentence.citations)}]</font>" if sentence.citations else ""
    kind = standing(sentence)
    return marked(MARKS[kind], kind, html + cited)


def marked(mark: str, kind: str, html: str) -> Flowable:
    """A line behind a mark."""
    sign = Paragraph(f'<font color="{MARK_COLOURS[kind]}">{marked_up(mark, is_bold=True)}</font>', STYLES["body"])
    return Table(
        [[sign, Paragraph(html, STYLES["body"])]], colWidths=[5 * mm, WIDTH - 5 * mm], style=PLAIN, hAlign="LEFT"
    )


def picture(chart: ChartOut, language: str) -> Flowable:
    """A chart with its title."""
    image = Image(io.BytesIO(as_png(chart, language)))
    scale = min(WIDTH / image.imageWidth, _HIGHEST / image.imageHeight)
    image.drawHeight, image.drawWidth, image.hAlign = image.imageHeight * scale, image.imageWidth * scale, "LEFT"
    note = [Paragraph(marked_up(chart.note), STYLES["note"])] if chart.note else []
    return KeepTogether([Spacer(0, 6), Paragraph(strong(chart.title), STYLES["caption"]), image, *note])


def ruled(table: TableOut) -> Iterator[Flowable]:
    """Rows between fine lines, with their evidence below."""
    sides = ["_number" if column.is_number else "" for column in table.columns]
    head = [Paragraph(strong(c.name), STYLES[f"head{side}"]) for c, side in zip(table.columns, sides, strict=True)]
    rows = [
        [Paragraph(marked_up(cell), STYLES[f"cell{side}"]) for cell, side in zip(row, sides, strict=True)]
        for row in table.rows
    ]
    shares = [1.6 if len(sides) > 1 else 1.0, *[1.0] * (len(sides) - 1)]
    widths = [WIDTH * share / sum(shares) for share in shares]
    yield Spacer(0, 4)
    if table.title:
        yield Paragraph(strong(table.title), STYLES["caption"])
    yield Table([head, *rows], colWidths=widths, style=_RULED, repeatRows=1, hAlign="LEFT")
    told = [", ".join(table.evidence), table.source, *([table.note] if table.note else [])]
    yield Paragraph(marked_up(" · ".join(told)), STYLES["note"])


def objections(section: SectionOut, words: Words) -> Iterator[Flowable]:
    """What stands against a section: conflicts, what was not proved, what is missing."""
    labels = words.labels
    for conflict in section.conflicts:
        lines = [strong(f"{labels.conflicts}: {conflict.about}")]
        for side in conflict.values:
            is_preferred = side.evidence == conflict.preferred
            told = words.side_words(side, section)
            lines.append(f"{strong(told)} · {marked_up(labels.preferred)}" if is_preferred else marked_up(told))
        yield box([*lines, marked_up(conflict.rule)], "warn_soft", "warn")
    against = [(labels.unproved, f"{s.text} — {s.reason or ''}") for s in section.removed]
    against += [(labels.differs, each) for each in section.mismatches]
    if against:
        yield box([_named(name, told) for name, told in against], "bad_soft", "bad")
    for name, remarks in ((labels.missing, section.missing), (labels.warning, section.warnings)):
        for remark in remarks:
            yield Paragraph(_named(name, remark), STYLES["note"])


def box(lines: Sequence[str], ground: str, edge: str | None = None, style: str = "small") -> Flowable:
    """Lines of markup on a tinted ground, kept on one page where they fit."""
    cells = [[Paragraph(line, STYLES[style])] for line in lines]
    shape = _boxed(COLOURS[ground], COLOURS[edge] if edge else None)
    return KeepTogether([Spacer(0, 4), Table(cells, colWidths=[WIDTH], style=shape, hAlign="LEFT"), Spacer(0, 4)])


def _named(name: str, told: str) -> str:
    return f"{strong(name)} {marked_up(shortened(told, LONGEST))}"


def _tile(tile: TileOut, words: Words) -> list[Flowable]:
    parts = [Paragraph(marked_up(tile.label), STYLES["note"]), Paragraph(strong(tile.value), STYLES["figure"])]
    if tile.change:
        parts.append(Paragraph(strong(f"{words.arrow(tile)} {tile.change}", TONES[tile.tone]), STYLES["small"]))
    if tile.before:
        parts.append(Paragraph(marked_up(tile.before), STYLES["note"]))
    return parts


def _boxed(ground: Color, edge: Color | None = None) -> TableStyle:
    commands: list[Any] = [
        ("BACKGROUND", (0, 0), (-1, -1), ground),
        ("LEFTPADDING", (0, 0), (-1, -1), 8),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ("TOPPADDING", (0, 0), (-1, 0), 6),
        ("BOTTOMPADDING", (0, -1), (-1, -1), 7),
    ]
    return TableStyle(commands + ([("LINEBEFORE", (0, 0), (0, -1), 2.5, edge)] if edge is not None else []))


PLAIN = TableStyle(
    [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 6),
     ("TOPPADDING", (0, 0), (-1, -1), 0), ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5)]
)  # fmt: skip
_TILES = TableStyle(
    [("VALIGN", (0, 0), (-1, -1), "TOP"), ("BACKGROUND", (0, 0), (-1, -1), COLOURS["soft"]),
     ("INNERGRID", (0, 0), (-1, -1), 5, COLOURS["page"]), ("TOPPADDING", (0, 0), (-1, -1), 7),
     ("BOTTOMPADDING", (0, 0), (-1, -1), 8), ("LEFTPADDING", (0, 0), (-1, -1), 9),
     ("RIGHTPADDING", (0, 0), (-1, -1), 4)]
)  # fmt: skip
_RULED = TableStyle(
    [("LINEBELOW", (0, 0), (-1, 0), 0.8, COLOURS["muted"]), ("LINEBELOW", (0, 1), (-1, -1), 0.4, COLOURS["line"]),
     ("VALIGN", (0, 0), (-1, -1), "BOTTOM"), ("LEFTPADDING", (0, 0), (-1, -1), 0),
     ("RIGHTPADDING", (0, 0), (-2, -1), 8), ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
     ("TOPPADDING", (0, 0), (-1, -1), 2.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5)]
)  # fmt: skip
