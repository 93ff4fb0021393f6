"""The report as a PDF, by ReportLab (BSD licence, which the program needs anyway): no browser, no system library."""

import io
from collections.abc import Iterator
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    HRFlowable,
    PageTemplate,
    Paragraph,
    Table,
)

from crew.render.plain import shortened
from crew.reports.document import DriftOut, ReportDocument, SectionOut
from crew.reports.render.fonts import marked_up, strong
from crew.reports.render.pdf_parts import (
    LONGEST,
    MARGIN,
    PLAIN,
    WIDTH,
    box,
    heading,
    marked,
    objections,
    picture,
    ruled,
    sentence_line,
    tiles,
)
from crew.reports.render.pdf_styles import COLOURS, STATUS_COLOURS, STYLES
from crew.reports.render.words import Words

_MOST_SOURCES = 8
_QUIET = '<font size="8" color="#5b6774">{}</font>'


def as_pdf(report: ReportDocument) -> bytes:
    """A4 pages with outline, page numbers, and whose rights they show at the foot of each."""
    paper = io.BytesIO()
    words = Words(report)
    document = _Paper(
        paper, words, report, pagesize=A4, leftMargin=MARGIN, rightMargin=MARGIN, topMargin=16 * mm,
        bottomMargin=18 * mm, title=report.title, author=f"Crosscheck · {report.domain}", subject=report.about,
        lang=report.language, invariant=1,
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
        told = (
            self._report.title,
            labels.rights.format(id=self._report.run_as.id),
            self._words.moment(self._report.generated_at),
        )
        foot = Paragraph(marked_up(shortened(" · ".join(told), 110)), STYLES["note"])
        foot.wrapOn(canvas, WIDTH - 20 * mm, 10 * mm)
        foot.drawOn(canvas, MARGIN, 10 * mm)
        canvas.setFont("Helvetica", 7.5)
        canvas.setFillColor(COLOURS["muted"])
        canvas.drawRightString(A4[0] - MARGIN, 11.5 * mm, f"{labels.page} {canvas.getPageNumber()}")


_NO_PADDING = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}


def _story(report: ReportDocument, words: Words) -> Iterator[Flowable]:
    yield from _head(report, words)
    yield from tiles(report.tiles, words)
    if report.summary and not report.is_short:
        yield heading(words.labels.summary, "summary")
        for line in report.summary:
            place = _QUIET.format(f"§{line.section}")
            yield marked(words.mark(line.marks), line.marks, f"{marked_up(line.text)} {place}")
    if report.drift is not None:
        yield from _drift(report.drift, words)
    if report.is_short:
        return
    for section in report.sections:
        yield from _section(section, report, words)
    yield from _appendix(report, words)


def _head(report: ReportDocument, words: Words) -> Iterator[Flowable]:
    labels = words.labels
    kicker = f"{report.domain} · {labels.as_of} {words.day(report.today)}"
    yield Paragraph(strong(kicker.upper()), STYLES["kicker"])
    yield Paragraph(strong(report.title), STYLES["title"])
    if report.about:
        yield Paragraph(marked_up(report.about), STYLES["about"])
    counts = " · ".join(f"{count} {status}" for count, status in words.counts())
    yield Paragraph(f"{_status(report.status, words)} &nbsp; {marked_up(counts)}", STYLES["body"])
    groups = f" ({', '.join(report.run_as.groups)})" if report.run_as.groups else ""
    facts = {
        labels.period: words.days(report.period),
        labels.reader: report.run_as.id + groups,
        labels.audience: ", ".join(report.audience),
    }
    cells = [
        [Paragraph(marked_up(name), STYLES["note"]) for name in facts],
        [Paragraph(marked_up(told), STYLES["small"]) for told in facts.values()],
    ]
    yield Table(cells, colWidths=[WIDTH * share for share in (0.34, 0.26, 0.4)], style=PLAIN, hAlign="LEFT")
    yield HRFlowable(width="100%", thickness=0.6, color=COLOURS["line"], spaceBefore=6, spaceAfter=8)


def _drift(drift: DriftOut, words: Words) -> Iterator[Flowable]:
    labels = words.labels
    yield heading(labels.changed, "drift")
    if not drift.material:
        nothing = strong(labels.unchanged.format(when=words.moment(drift.since_at)))
        checked = marked_up(labels.unchanged_checked.format(checked=drift.checked))
        yield box([f"{nothing} {checked}"], "soft", "good", style="body")
    for change in drift.changes:
        told = marked_up(shortened(words.change(change), LONGEST))
        cause = _QUIET.format(f"· {marked_up(labels.cause(change.cause))}")
        style = STYLES["body" if change.is_material else "small"]
        yield Paragraph(f"{strong(change.section)}: {told} {cause}", style)


def _section(section: SectionOut, report: ReportDocument, words: Words) -> Iterator[Flowable]:
    labels = words.labels
    yield CondPageBreak(45 * mm)
    yield HRFlowable(width="100%", thickness=0.6, color=COLOURS["line"], spaceBefore=8, spaceAfter=4)
    status = "" if section.kind == "text" else f' &nbsp;<font size="8">{_status(section.status, words)}</font>'
    yield heading(f"{section.number}  {section.title}", f"s{section.number}", status)
    if section.kind == "question":
        yield Paragraph(f"<i>{marked_up(words.question(section))}</i>", STYLES["question"])
    for paragraph in (*section.paragraphs, *([labels.removed] if section.status == "removed" else ())):
        yield Paragraph(marked_up(paragraph), STYLES["body"])
    if section.message:
        yield box([marked_up(shortened(section.message, LONGEST))], "warn_soft", style="body")
    for choice in section.choices:
        yield Paragraph(f"• {marked_up(choice)}", STYLES["body"])
    yield from (sentence_line(sentence) for sentence in section.leading)
    if section.further:
        more = " ".join(sentence.text for sentence in section.further)
        told = f"{labels.further.format(count=len(section.further))}. {more}"
        yield Paragraph(marked_up(shortened(told, LONGEST)), STYLES["note"])
    if section.chart is not None:
        yield picture(section.chart, report.language)
    for table in section.tables:
        yield from ruled(table)
    yield from objections(section, words)
    yield from _sources(section, words)


def _sources(section: SectionOut, words: Words) -> Iterator[Flowable]:
    for source in section.sources[:_MOST_SOURCES]:
        told = shortened(f"{source.source} · {source.words}", 260)
        yield Paragraph(f"{strong(source.evidence)} {marked_up(told)}", STYLES["note"])
    if section.assumptions:
        yield Paragraph(marked_up(f"{words.labels.assumed}: {'; '.join(section.assumptions)}"), STYLES["note"])


def _appendix(report: ReportDocument, words: Words) -> Iterator[Flowable]:
    labels, appendix = words.labels, report.appendix
    yield CondPageBreak(60 * mm)
    yield HRFlowable(width="100%", thickness=0.6, color=COLOURS["line"], spaceBefore=10, spaceAfter=4)
    yield heading(labels.appendix, "appendix")
    marks = " · ".join(f"{words.mark(kind)} {getattr(labels, kind)}" for kind in ("proved", "judged"))
    yield Paragraph(marked_up(f"{labels.made_by} {marks}"), STYLES["body"])
    yield Paragraph(strong(labels.statements), STYLES["caption"])
    for each in appendix.statements:
        about = " · ".join(part for part in (each["source"], each["rows"], each["parameters"]) if part)
        yield Paragraph(f"{strong(', '.join(each['used']))} {marked_up(about)}", STYLES["note"])
        yield Paragraph(marked_up(shortened(each["statement"], LONGEST)), STYLES["code"])
    if appendix.passages:
        yield Paragraph(strong(labels.passages), STYLES["caption"])
    for each in appendix.passages:
        told = f"{each['place']}: {shortened(each['text'], 600)}"
        yield Paragraph(f"{strong(', '.join(each['used']))} {marked_up(told)}", STYLES["note"])
    for name, told in ((labels.models, "; ".join(appendix.models) or "—"), (labels.cost, words.usage())):
        yield Paragraph(f"{strong(name)} {marked_up(told)}", STYLES["small"])


def _status(status: str, words: Words) -> str:
    return strong(words.labels.status(status), STATUS_COLOURS.get(status, "#8a5a00"))
