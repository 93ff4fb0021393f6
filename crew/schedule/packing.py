"""Packs a report into a parcel."""

from collections.abc import Iterator, Sequence

from crew.delivery.parcel import Parcel, ParcelFile
from crew.delivery.specs import MailTarget, Target
from crew.reports.document import ReportDocument
from crew.reports.loading import LoadedReport
from crew.reports.render.formats import SUFFIXES, rendered
from crew.reports.render.mail import as_mail
from crew.reports.render.words import Words

_MEDIA_TYPES = {
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "pdf": "application/pdf",
    "json": "application/json",
}
_LONGEST_SUMMARY = 8


def packed(document: ReportDocument, loaded: LoadedReport, targets: Sequence[Target], *, key: str) -> Parcel:
    """A report in the formats its targets take; files are named after the report and the day it speaks of."""
    return Parcel(
        key=key,
        report=document.report,
        subject=f"{document.title} · {document.today}",
        summary=_summary(document),
        owner=document.run_as.id,
        facts={
            "status": document.status,
            "domain": document.domain,
            "report_run": document.report_run,
            "today": document.today,
            "period": {"start": document.period.start, "end": document.period.end},
            "counts": document.counts,
            "has_material_change": None if document.drift is None else bool(document.drift.material),
        },
        files=tuple(_files(document, loaded, targets)),
    )


def _files(document: ReportDocument, loaded: LoadedReport, targets: Sequence[Target]) -> Iterator[ParcelFile]:
    stem = f"{document.report}-{document.today}"
    wanted = {each for target in targets for each in target.formats}
    for each, suffix in SUFFIXES.items():
        if each in wanted:
            content = rendered(document, each, loaded.templates)
            yield ParcelFile(name=f"{stem}.{suffix}", format=each, media_type=_MEDIA_TYPES[each], content=content)
    if any(isinstance(target, MailTarget) and "html" in target.formats for target in targets):
        page = as_mail(document, loaded.templates).encode()
        yield ParcelFile(name=f"{stem}.mail.html", format="mail", media_type=_MEDIA_TYPES["html"], content=page)


def _summary(document: ReportDocument) -> str:
    words = Words(document)
    lines = [line.text for line in document.summary[:_LONGEST_SUMMARY]]
    if document.drift is not None and not document.drift.material:
        lines.insert(0, words.labels.unchanged.format(when=words.moment(document.drift.since_at)))
    standing = f"{words.labels.standing}: {words.labels.status(document.status)}."
    return "\n".join([*(lines or [document.about or document.title]), "", standing])
