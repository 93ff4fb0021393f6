"""Writes a report in every format into a folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from crew.errors import WrongInput
from crew.reports.document import ReportDocument
from crew.reports.render.pages import as_html, as_markdown

Format = Literal["markdown", "html", "pdf", "json"]
SUFFIXES: dict[Format, str] = {"markdown": "md", "html": "html", "pdf": "pdf", "json": "json"}


def rendered(report: ReportDocument, format_: Format, templates: Path | None = None) -> bytes:
    """The report in one format."""
    return _RENDERERS[format_](report, templates)


def write_report(report: ReportDocument, folder: Path, templates: Path | None = None) -> list[Path]:
    """Write all formats as `<folder>/<name>.<suffix>`, and each chart as a picture; raises WrongInput."""
    from crew.reports.charts.pictures import as_png, charts_of, draw_all

    if not report.is_short:
        draw_all(charts_of(report.sections), report.language)
    files = {f"{report.report}.{suffix}": rendered(report, each, templates) for each, suffix in SUFFIXES.items()}
    for section in report.sections:
        if section.chart is not None and not report.is_short:
            files[f"{report.report}-chart-{section.number}.png"] = as_png(section.chart, report.language)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    except OSError as error:
        raise WrongInput(f"--out {folder} cannot be written: {error.strerror}. Choose another folder.") from error
    return [folder / name for name in files]


def _pdf(report: ReportDocument, _templates: Path | None) -> bytes:
    from crew.reports.render.pdf import as_pdf

    return as_pdf(report)


_RENDERERS: dict[Format, Callable[[ReportDocument, Path | None], bytes]] = {
    "markdown": lambda report, templates: as_markdown(report, templates).encode(),
    "html": lambda report, templates: as_html(report, templates).encode(),
    "pdf": _pdf,
    "json": lambda report, _templates: (report.model_dump_json(indent=2) + "\n").encode(),
}
