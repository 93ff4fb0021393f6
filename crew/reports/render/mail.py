"""The report as mail programs can show it: tables, styles in place, and charts as pictures."""

import base64
from pathlib import Path

from crew.reports.charts.pictures import as_png
from crew.reports.document import ReportDocument
from crew.reports.render.pages import environment_for, names_in


def as_mail(report: ReportDocument, templates: Path | None = None) -> str:
    """A page without style sheet and drawings; its pictures are data, to be moved into parts of the message."""
    charts = {
        section.number: _picture(as_png(section.chart, report.language))
        for section in report.sections
        if section.chart is not None and not report.is_short
    }
    template = environment_for(templates, is_html=True).get_template("mail.html.j2")
    return template.render(**names_in(report), charts=charts)


def _picture(content: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(content).decode()}"
