"""The report as a PDF, by ReportLab (BSD licence, which the program needs anyway): no browser, no system library."""

import io
import re
from collections.abc import Iterator
from typing import Any

from reportlab.lib.colors import Color
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    HRFlowable,
    Image,
    KeepTogether,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from crew.answer import SentenceOut
from crew.render.plain import shortened
from crew.render.words import MARKS, standing
from crew.reports.charts.draw import as_png
from crew.reports.document import ReportDocument, SectionOut, TableOut, TileOut
from crew.reports.render.fonts import marked_up
from crew.reports.render.pdf_styles import COLOURS, MARK_COLOURS, STATUS_COLOURS, STYLES
from crew.reports.render.words import Words

_MARGIN = 18 * mm
_WIDTH = A4[0] - 2 * _MARGIN
_SHOWN = 4
_LONGEST = 1500


def as_pdf(report: ReportDocument) -> bytes:
    """A4 pages with outline, page numbers, and whose rights they show at the foot of each."""
    paper = io.BytesIO()
    words = Words(report)
    document = _Paper(
        paper, words, report, pagesize=A4, leftMargin=_MARGIN, rightMargin=_MARGIN, topMargin=16 * mm, bottomMargin=18 * mm,
        title=report.title, author=f"Crosscheck · {report.domain}", subject=report.about, lang=report.language, invariant=1,
    )  # fmt: skip
    document.build(list(_story(report, words)))
    return paper.getvalue()


class _Paper(BaseDocTemplate):
    """Pages with a foot, and an outline entry for each heading."""

    def __init__(self, paper: io.BytesIO, words: Words, report: ReportDocument, **options: Any) -> None:
        super().__init__(paper, **options)
        self._words, self._report = words, report
        frame = Frame(self.leftMargin, self.bottomMargin, self.width, self.height, id="page", **_NO_PADDING)
        self.addPageTemplates([PageTemplate(id="page", frames=[frame], onPage=self._foot)])

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802  ReportLab's own name
        """Note a heading in the outline."""
        place = getattr(flowable, "outline_place", None)
        if place is not None:
            self.canv.bookmarkPage(place[0])
            self.canv.addOutlineEntry(place[1], place[0], level=0, closed=True)

    def _foot(self, canvas: Any, _document: Any) -> None:
        labels = self._words.labels
        told = f"{self._report.title} · {labels.rights.format(id=self._report.run_as.id)} · {self._words.moment(self._report.generated_at)}"
        foot = Paragraph(marked_up(shortened(told, 110)), STYLES["note"])
        foot.wrapOn(canvas, _WIDTH - 20 * mm, 10 * mm)
        foot.drawOn(canvas, _MARGIN, 10 * mm)
        canvas.setFont("Helvetica", 7.5)
        canvas.setFillColor(COLOURS["muted"])
        canvas.drawRightString(A4[0] - _MARGIN, 11.5 * mm, f"{labels.page} {canvas.getPageNumber()}")


_NO_PADDING = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}


def _story(report: ReportDocument, words: Words) -> Iterator[Flowable]:
    yield from _head(report, words)
    yield from _tiles(report.tiles, words)
    if report.summary and not report.is_short:
        yield _heading(words.labels.summary, "summary")
        for line in report.summary:
            yield _marked(
                words.mark(line.marks),
                line.marks,
                f"{marked_up(line.text)} <font size=8 color='#0b62a4'>§{line.section}</font>",
            )
    if report.drift is not None:
        yield from _drift(report, words)
    if report.is_short:
        return
    for section in report.sections:
        yield from _section(section, report, words)
    yield from _appendix(report, words)


def _head(report: ReportDocument, words: Words) -> Iterator[Flowable]:
    labels = words.labels
    yield Paragraph(
        marked_up(f"{report.domain.upper()} · {labels.as_of.upper()} {words.day(report.today).upper()}", is_bold=True),
        STYLES["kicker"],
    )
    yield Paragraph(marked_up(report.title, is_bold=True), STYLES["title"])
    if report.about:
        yield Paragraph(marked_up(report.about), STYLES["about"])
    counts = " · ".join(f"{count} {labels.status(status).lower()}" for status, count in report.counts.items())
    pill = f'<font color="{STATUS_COLOURS.get(report.status, "#8a5a00")}"><b>{marked_up(labels.status(report.status), is_bold=True)}</b></font>'
    yield Paragraph(f"{pill} &nbsp; {marked_up(counts)}", STYLES["body"])
    rights = report.run_as.id + (f" ({', '.join(report.run_as.groups)})" if report.run_as.groups else "")
    facts = (
        (labels.period, words.days(report.period)),
        (labels.rights.format(id="").strip(), rights),
        (labels.audience, ", ".join(report.audience)),
    )
    cells = [
        [Paragraph(marked_up(name), STYLES["note"]) for name, _ in facts],
        [Paragraph(marked_up(value), STYLES["small"]) for _, value in facts],
    ]
    yield Table(cells, colWidths=[_WIDTH * share for share in (0.34, 0.26, 0.4)], style=_PLAIN, hAlign="LEFT")
    yield HRFlowable(width="100%", thickness=0.6, color=COLOURS["line"], spaceBefore=6, spaceAfter=8)


def _tiles(tiles: list[TileOut], words: Words) -> Iterator[Flowable]:
    for start in range(0, len(tiles), 4):
        row = tiles[start : start + 4]
        width = _WIDTH / 4
        cells = [[_tile(tile, words) for tile in row]]
        yield Table(cells, colWidths=[width] * len(row), style=_TILES, hAlign="LEFT")
        yield Spacer(0, 6)


def _tile(tile: TileOut, words: Words) -> list[Flowable]:
    parts: list[Flowable] = [
        Paragraph(marked_up(tile.label), STYLES["note"]),
        Paragraph(marked_up(tile.value, is_bold=True), STYLES["figure"]),
    ]
    if tile.change:
        colour = {"good": "#0f7a52", "bad": "#b3261e"}.get(tile.tone, "#5b6774")
        parts.append(
            Paragraph(
                f'<font color="{colour}"><b>{marked_up(f"{words.arrow(tile)} {tile.change}", is_bold=True)}</b></font>',
                STYLES["small"],
            )
        )
    if tile.before:
        parts.append(Paragraph(marked_up(tile.before), STYLES["note"]))
    return parts


def _drift(report: ReportDocument, words: Words) -> Iterator[Flowable]:
    labels, drift = words.labels, report.drift
    if drift is None:
        return
    lines: list[Flowable] = [_heading(labels.changed, "drift")]
    if not drift.material:
        told = f"<b>{marked_up(labels.unchanged.format(when=words.moment(drift.since_at)), is_bold=True)}</b> {marked_up(labels.unchanged_checked.format(checked=drift.checked))}"
        lines.append(Paragraph(told, STYLES["body"]))
    for change in drift.changes:
        moved = (
            f" — {shortened(change.before, 120)} → {shortened(change.now or '', 120)}"
            if change.before is not None
            else ""
        )
        relative = f" ({change.relative})" if change.relative and change.relative != "—" else ""
        told = f"<b>{marked_up(change.section, is_bold=True)}</b>: {marked_up(change.what + moved + relative)} <font color='#5b6774' size=8>· {marked_up(labels.cause(change.cause))}</font>"
        lines.append(Paragraph(told, STYLES["body" if change.is_material else "small"]))
    colour = COLOURS["warn" if drift.material else "good"]
    yield Table(
        [[line] for line in lines],
        colWidths=[_WIDTH],
        style=_boxed(COLOURS["soft"], colour),
        hAlign="LEFT",
        splitByRow=1,
    )
    yield Spacer(0, 6)


def _section(section: SectionOut, report: ReportDocument, words: Words) -> Iterator[Flowable]:
    labels = words.labels
    yield CondPageBreak(45 * mm)
    yield HRFlowable(width="100%", thickness=0.6, color=COLOURS["line"], spaceBefore=8, spaceAfter=4)
    status = (
        f' &nbsp;<font size=8 color="{STATUS_COLOURS.get(section.status, "#8a5a00")}">{marked_up(labels.status(section.status), is_bold=True)}</font>'
        if section.kind != "text"
        else ""
    )
    yield _heading(f"{section.number}  {section.title}", f"s{section.number}", status)
    if section.kind == "question":
        yield Paragraph(f"<i>{marked_up(section.question)}</i>", STYLES["question"])
    for paragraph in (*section.paragraphs, *([labels.removed] if section.status == "removed" else ())):
        yield Paragraph(marked_up(paragraph), STYLES["body"])
    if section.message:
        yield Table(
            [[Paragraph(marked_up(shortened(section.message, _LONGEST)), STYLES["body"])]],
            colWidths=[_WIDTH],
            style=_boxed(COLOURS["warn_soft"]),
            hAlign="LEFT",
        )
    for choice in section.choices:
        yield Paragraph(f"• {marked_up(choice)}", STYLES["body"])
    for sentence in section.sentences[:_SHOWN]:
        yield _sentence(sentence)
    if len(section.sentences) > _SHOWN:
        more = " ".join(sentence.text for sentence in section.sentences[_SHOWN:])
        yield Paragraph(
            marked_up(shortened(f"{labels.further.format(count=len(section.sentences) - _SHOWN)}. {more}", _LONGEST)),
            STYLES["note"],
        )
    if section.chart is not None:
        yield _picture(section, report)
    for table in section.tables:
        yield from _table(table)
    yield from _objections(section, words)
    for source in section.sources[:8]:
        yield Paragraph(
            f"<b>{source.evidence}</b> {marked_up(shortened(f'{source.source} · {source.words}', 260))}", STYLES["note"]
        )
    if section.assumptions:
        yield Paragraph(marked_up(f"{labels.assumed}: {'; '.join(section.assumptions)}"), STYLES["note"])


def _objections(section: SectionOut, words: Words) -> Iterator[Flowable]:
    """What stands against the section: conflicts, what was not proved, what is missing."""
    labels = words.labels
    for conflict in section.conflicts:
        lines = [f"<b>{marked_up(f'{labels.conflicts}: {conflict.about}', is_bold=True)}</b>"]
        for side in conflict.values:
            is_preferred = side.evidence == conflict.preferred
            told = marked_up(words.side_words(side, section), is_bold=is_preferred)
            lines.append(f"<b>{told}</b> · {marked_up(labels.preferred)}" if is_preferred else told)
        lines.append(marked_up(conflict.rule))
        cells = [[Paragraph(line, STYLES["small"])] for line in lines]
        yield Spacer(0, 4)
        yield Table(cells, colWidths=[_WIDTH], style=_boxed(COLOURS["warn_soft"], COLOURS["warn"]), hAlign="LEFT")
    against = [(labels.unproved, f"{s.text} — {s.reason or ''}") for s in section.removed]
    against += [(labels.differs, each) for each in section.mismatches]
    if against:
        cells = [
            [
                Paragraph(
                    f"<b>{marked_up(name, is_bold=True)}</b> {marked_up(shortened(told, _LONGEST))}", STYLES["small"]
                )
            ]
            for name, told in against
        ]
        yield Spacer(0, 4)
        yield Table(cells, colWidths=[_WIDTH], style=_boxed(COLOURS["bad_soft"], COLOURS["bad"]), hAlign="LEFT")
    for name, remarks in ((labels.missing, section.missing), (labels.warning, section.warnings)):
        for remark in remarks:
            yield Paragraph(
                f"<b>{marked_up(name, is_bold=True)}</b> {marked_up(shortened(remark, _LONGEST))}", STYLES["note"]
            )


def _picture(section: SectionOut, report: ReportDocument) -> Flowable:
    chart = section.chart
    if chart is None:
        return Spacer(0, 0)
    picture = Image(io.BytesIO(as_png(chart, report.language, dpi=220)))
    scale = _WIDTH / picture.imageWidth
    picture.drawWidth, picture.drawHeight = _WIDTH, picture.imageHeight * scale
    note = [Paragraph(marked_up(chart.note), STYLES["note"])] if chart.note else []
    return KeepTogether(
        [Spacer(0, 6), Paragraph(marked_up(chart.title, is_bold=True), STYLES["caption"]), picture, *note]
    )


def _table(table: TableOut) -> Iterator[Flowable]:
    head = [
        Paragraph(marked_up(c.name, is_bold=True), STYLES["head_number" if c.is_number else "head"])
        for c in table.columns
    ]
    rows = [
        [
            Paragraph(marked_up(cell), STYLES["cell_number" if c.is_number else "cell"])
            for cell, c in zip(row, table.columns, strict=True)
        ]
        for row in table.rows
    ]
    first = 1.6 if len(table.columns) > 1 else 1.0
    shares = [first, *[1.0] * (len(table.columns) - 1)]
    yield Spacer(0, 4)
    if table.title:
        yield Paragraph(marked_up(table.title, is_bold=True), STYLES["caption"])
    yield Table(
        [head, *rows],
        colWidths=[_WIDTH * share / sum(shares) for share in shares],
        style=_RULED,
        repeatRows=1,
        hAlign="LEFT",
    )
    note = f" · {table.note}" if table.note else ""
    yield Paragraph(marked_up(f"{', '.join(table.evidence)} · {table.source}{note}"), STYLES["note"])


def _appendix(report: ReportDocument, words: Words) -> Iterator[Flowable]:
    labels, appendix = words.labels, report.appendix
    yield CondPageBreak(60 * mm)
    yield HRFlowable(width="100%", thickness=0.6, color=COLOURS["line"], spaceBefore=10, spaceAfter=4)
    yield _heading(labels.appendix, "appendix")
    yield Paragraph(
        marked_up(f"{labels.made_by} {words.mark('proved')} {labels.proved} · {words.mark('judged')} {labels.judged}"),
        STYLES["body"],
    )
    yield Paragraph(marked_up(labels.statements, is_bold=True), STYLES["caption"])
    for each in appendix.statements:
        yield Paragraph(
            f"<b>{', '.join(each['used'])}</b> {marked_up(each['source'] + ' · ' + each['rows'] + ' · ' + each['parameters'])}",
            STYLES["note"],
        )
        yield Paragraph(marked_up(shortened(each["statement"], _LONGEST)), STYLES["code"])
    if appendix.passages:
        yield Paragraph(marked_up(labels.passages, is_bold=True), STYLES["caption"])
    for each in appendix.passages:
        yield Paragraph(
            f"<b>{', '.join(each['used'])}</b> {marked_up(each['place'])}: {marked_up(shortened(each['text'], 600))}",
            STYLES["note"],
        )
    for name, told in ((labels.models, "; ".join(appendix.models) or "—"), (labels.cost, words.usage())):
        yield Paragraph(f"<b>{marked_up(name, is_bold=True)}</b> {marked_up(told)}", STYLES["small"])


def _heading(text: str, place: str, after: str = "") -> Paragraph:
    heading = Paragraph(marked_up(text, is_bold=True) + after, STYLES["heading"])
    heading.outline_place = (place, text)
    return heading


def _sentence(sentence: SentenceOut) -> Flowable:
    html = marked_up(sentence.text)
    for figure in sorted({figure.text for figure in sentence.figures}, key=len, reverse=True):
        shown = re.escape(marked_up(figure))
        html = re.sub(rf"(?<![\w>]){shown}(?![\w<])", r"<b>\g<0></b>", html)
    cited = f" <font size=7.5 color='#5b6774'>[{', '.join(sentence.citations)}]</font>" if sentence.citations else ""
    kind = standing(sentence)
    return _marked(MARKS[kind], kind, html + cited)


def _marked(mark: str, kind: str, html: str) -> Flowable:
    sign = Paragraph(f'<font color="{MARK_COLOURS[kind]}">{marked_up(mark, is_bold=True)}</font>', STYLES["body"])
    return Table(
        [[sign, Paragraph(html, STYLES["body"])]], colWidths=[5 * mm, _WIDTH - 5 * mm], style=_PLAIN, hAlign="LEFT"
    )


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


_PLAIN = TableStyle(
    [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 6),
     ("TOPPADDING", (0, 0), (-1, -1), 0), ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5)]
)  # fmt: skip
_TILES = TableStyle(
    [("VALIGN", (0, 0), (-1, -1), "TOP"), ("BACKGROUND", (0, 0), (-1, -1), COLOURS["soft"]),
     ("INNERGRID", (0, 0), (-1, -1), 5, COLOURS["page"]), ("TOPPADDING", (0, 0), (-1, -1), 7),
     ("BOTTOMPADDING", (0, 0), (-1, -1), 8), ("LEFTPADDING", (0, 0), (-1, -1), 9), ("RIGHTPADDING", (0, 0), (-1, -1), 4)]
)  # fmt: skip
_RULED = TableStyle(
    [("LINEBELOW", (0, 0), (-1, 0), 0.8, COLOURS["muted"]), ("LINEBELOW", (0, 1), (-1, -1), 0.4, COLOURS["line"]),
     ("VALIGN", (0, 0), (-1, -1), "BOTTOM"), ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-2, -1), 8),
     ("RIGHTPADDING", (-1, 0), (-1, -1), 0), ("TOPPADDING", (0, 0), (-1, -1), 2.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5)]
)  # fmt: skip
