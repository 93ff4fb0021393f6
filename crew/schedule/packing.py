"""Packs a report into a parcel."""

from crew.delivery.parcel import Parcel, ParcelFile
from crew.reports.document import ReportDocument
from crew.reports.loading import LoadedReport
from crew.reports.render.formats import SUFFIXES, rendered
from crew.reports.render.mail import as_mail

_MEDIA_TYPES = {
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "pdf": "application/pdf",
    "json": "application/json",
}
_LONGEST_SUMMARY = 8


def packed(document: ReportDocument, loaded: LoadedReport, *, key: str) -> Parcel:
    """A report in every format; files are named after the report and the day it speaks of."""
    stem = f"{document.report}-{document.today}"
    files = [
        ParcelFile(
            name=f"{stem}.{suffix}",
            format=each,
            media_type=_MEDIA_TYPES[each],
            content=rendered(document, each, loaded.templates),
        )
        for each, suffix in SUFFIXES.items()
    ]
    page = as_mail(document, loaded.templates).encode()
    files.append(ParcelFile(name=f"{stem}.mail.html", format="mail", media_type=_MEDIA_TYPES["html"], content=page))
    return Parcel(
        key=key,
        report=document.report,
        subject=f"{document.title} · {document.today}",
        summary=_summary(document),
        owner=document.run_as.id,
        facts={
            "status": document.status,
            "report_run": document.report_run,
            "today": document.today,
            "period": {"start": document.period.start, "end": document.period.end},
            "counts": document.counts,
            "has_material_change": None if document.drift is None else bool(document.drift.material),
        },
        files=tuple(files),
    )


def _summary(document: ReportDocument) -> str:
    lines = [line.text for line in document.summary[:_LONGEST_SUMMARY]]
    if document.drift is not None and not document.drift.material:
        lines.insert(0, "Nothing material changed since the last run.")
    standing = f"Status: {document.status.replace('_', ' ')}."
    return "\n".join([*(lines or [document.about or document.title]), "", standing])
