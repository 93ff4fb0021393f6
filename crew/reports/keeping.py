"""Keeps runs of a report in the store and finds them again, for those who may read them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from crew.desk import Desk
from crew.errors import WrongInput
from crew.reports.audience import may_read
from crew.reports.document import AppendixOut, ReportDocument, SectionOut
from crew.reports.loading import LoadedReport
from crew.store.base import UnknownRun
from crew.store.delivery_records import ReportRunRecord
from crew.store.store import Store
from tools.asker import Asker
from tools.errors import ToolError

_MOST_DOCUMENTS = 5000


@dataclass(frozen=True)
class KeptRun:
    """A run of a report, and the documents that its indexes had."""

    document: ReportDocument
    known: dict[str, list[str]]


def begin(store: Store, report: LoadedReport, due_at: datetime) -> str:
    """Note that a report begins to run; raises WrongInput when its due time has been taken by another process."""
    run = store.claim_report(report.name, due_at=due_at, run_as=report.spec.run_as.id)
    if run is None:
        raise WrongInput(f"Report `{report.name}`, due at {due_at:%Y-%m-%d %H:%M}, runs already or has run.")
    return run


def keep(desk: Desk, report: LoadedReport, document: ReportDocument) -> None:
    """Keep a report's run, and drop those that its retention no longer wants."""
    store = desk.store
    outcome = {"document": document.model_dump(mode="json"), "known": known_documents(desk)}
    store.finish_report(document.report_run, status=document.status, outcome=outcome)
    keeping = report.spec.retention
    store.drop_report_outcomes(report.name, before=datetime.now(UTC) - timedelta(days=keeping.days), most=keeping.runs)


def known_documents(desk: Desk) -> dict[str, list[str]]:
    """The documents each index has, to tell new ones from those that were only not found; none of a very large one, and
    none of one that does not answer."""
    known: dict[str, list[str]] = {}
    for name, opened in desk.sources.indexes.items():
        try:
            ids = [card.id for card in opened.index.documents()]
        except ToolError:  # its sections say so; the report is kept all the same
            continue
        if len(ids) <= _MOST_DOCUMENTS:
            known[name] = ids
    return known


def last_run(store: Store, report: LoadedReport) -> KeptRun | None:
    """The latest run that was kept and shows the same rights."""
    for record in store.report_runs(report.name, limit=10):
        if _is_kept(record) and record.run_as == report.spec.run_as.id:
            return KeptRun(_document(store, record), (record.outcome or {})["known"])
    return None


def finished_run(store: Store, name: str, due_at: datetime) -> ReportDocument | None:
    """What a report's run for a due time said; None when there is none, or it failed or is not kept any more."""
    for record in store.report_runs(name, due_at=due_at):
        if _is_kept(record) and record.status != "failed":
            return _document(store, record)
    return None


def kept_run(store: Store, name: str, run: str | None, asker: Asker) -> ReportDocument:
    """A kept run of a report, by default the latest, for someone who may read it. Raises WrongInput."""
    records = [r for r in store.report_runs(name, limit=1000) if _is_kept(r)]
    found = [r for r in records if run is None or r.id.startswith(run.strip().lower()) or r.id == run]
    if not found:
        which = f"no run `{run}`" if run else "no run yet"
        raise WrongInput(f"Report `{name}` has {which}. Make one with `crosscheck report run {name}`.")
    document = _document(store, found[0])
    if not may_read(asker, document.run_as.id, document.audience):
        raise WrongInput(
            f"`{asker.id}` is not in the audience of report `{name}` ({', '.join(document.audience)}). "
            "Name a reader of it with --as, or add them to `audience`."
        )
    return document


def _is_kept(record: ReportRunRecord) -> bool:
    return record.outcome is not None and "document" in record.outcome


def _document(store: Store, record: ReportRunRecord) -> ReportDocument:
    document = ReportDocument.model_validate((record.outcome or {})["document"])
    sections = [_still_there(store, section) for section in document.sections]
    gone = {section.number: section.title for section in sections if section.status == "removed"}
    return _without(document.model_copy(update={"sections": sections}), gone) if gone else document


def _without(document: ReportDocument, gone: dict[int, str]) -> ReportDocument:
    """The report without what it says elsewhere of sections that are gone; its appendix tells of all, and goes."""
    drift = document.drift
    if drift is not None:
        changes = [change for change in drift.changes if change.section not in gone.values()]
        drift = drift.model_copy(update={"changes": changes})
    return document.model_copy(
        update={
            "summary": [line for line in document.summary if line.section not in gone],
            "tiles": [tile for tile in document.tiles if tile.section not in gone],
            "drift": drift,
            "appendix": AppendixOut(),
        }
    )


def _still_there(store: Store, section: SectionOut) -> SectionOut:
    """The section, or only its title once retention has emptied the run behind it."""
    if section.run_id is None:
        return section
    try:
        is_emptied = store.run(section.run_id).emptied_at is not None
    except UnknownRun:
        is_emptied = True
    if not is_emptied:
        return section
    return SectionOut(number=section.number, key=section.key, title=section.title, kind=section.kind, status="removed")
