"""Runs a report for a due time and posts it to its targets; the same again after a crash posts nothing twice."""

from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from crew.delivery.delivering import post_parcel
from crew.delivery.parcel import Parcel, ParcelFile
from crew.delivery.specs import FolderTarget, MailTarget, Target, is_mail_address
from crew.errors import CrewError, WrongConfiguration, WrongInput
from crew.kept_desks import KeptDesks
from crew.load import read_spec
from crew.reports.document import ReportDocument
from crew.reports.keeping import finished_run
from crew.reports.loading import LoadedReport, list_reports, load_report
from crew.reports.specs import ReportSpec
from crew.schedule.book import Rules
from crew.schedule.packing import packed
from crew.schedule.specs import ScheduleSpec
from crew.settings import Settings
from crew.store.store import Store
from tools.asker import Asker


class ReportRulesFile:
    """The schedules in the reports' files, read again when a file has changed."""

    def __init__(self, settings: Settings, folder: Path | None) -> None:
        self._settings, self._folder = settings, folder
        self._read: dict[Path, tuple[int, ScheduleSpec | None]] = {}
        self.problems: dict[str, str] = {}
        """What is wrong with files that cannot be read; the others count."""

    def __call__(self) -> Rules:
        """The schedule of each report that has one."""
        rules: dict[str, ScheduleSpec] = {}
        self.problems = {}
        for name, path in list_reports(self._settings, self._folder).items():
            try:
                spec = self._schedule_in(path)
            except WrongConfiguration as error:
                self.problems[name] = str(error)
                continue
            except OSError as error:  # it went away since it was listed, or is a link to nowhere
                self.problems[name] = f"{path} cannot be read: {error.strerror}."
                continue
            if spec is not None:
                rules[name] = spec
        return rules

    def _schedule_in(self, path: Path) -> ScheduleSpec | None:
        changed = path.stat().st_mtime_ns
        known = self._read.get(path)
        if known is None or known[0] != changed:
            known = (changed, read_spec(path, ReportSpec).schedule)
            self._read[path] = known
        return known[1]


class ReportPerformer:
    """What a due run does: the report, and its parcel."""

    def __init__(
        self, store: Store, settings: Settings, folder: Path | None = None, *, desks: KeptDesks | None = None
    ) -> None:
        """Without `desks` each run opens one of its own."""
        self._store = store
        self._settings = settings
        self._folder = folder
        self._desks = desks or KeptDesks(settings, folder, most=0)

    def perform(self, report: str, due_at: datetime) -> str:
        """Run it, or find the run a lost process has finished, and post its parcel. Raises CrewError when it failed."""
        loaded = load_report(report, settings=self._settings, folder=self._folder)
        document = finished_run(self._store, report, due_at) or self._made(loaded, due_at)
        targets = targets_of(loaded)
        if targets:
            key = f"{report} {due_at.astimezone(UTC).isoformat()}"
            post_parcel(self._store, packed(document, loaded, targets, key=key), targets)
        return f"{document.status.replace('_', ' ')}; run {document.report_run}"

    def tell_owner(self, report: str, due_at: datetime, reason: str) -> None:
        """Post a short message to those the report names for this, also where its file fails its checks."""
        try:
            path, spec = self._unchecked(report)
        except CrewError:
            return  # its file is gone or cannot be read; `schedule status` tells
        folder = path.absolute().parent.parent.parent
        moment = due_at.astimezone(UTC)
        summary = (
            f"It was due at {moment:%Y-%m-%d %H:%M} UTC and has failed for good.\n\n{reason}\n\n"
            "`crosscheck schedule status` tells more.\n"
        )
        note = ParcelFile(
            name=f"{report}-{moment:%Y-%m-%dT%H%M}-failed.md",
            format="markdown",
            media_type="text/markdown; charset=utf-8",
            content=summary.encode(),
        )
        parcel = Parcel(
            key=f"failed {report} {moment.isoformat()}",
            report=report,
            subject=f"Report “{_title(report, spec)}” could not be made",
            summary=summary,
            files=(note,),
            owner=spec.run_as.id,
            facts={"status": "failed", "domain": spec.domain, "due_at": moment.isoformat(), "reason": reason},
        )
        post_parcel(self._store, parcel, [_placed(target, spec, folder) for target in spec.delivery.when_failed])

    def _unchecked(self, report: str) -> tuple[Path, ReportSpec]:
        reports = list_reports(self._settings, self._folder)
        if report not in reports:
            raise WrongInput(f"There is no report `{report}`.")
        return reports[report], read_spec(reports[report], ReportSpec)

    def _made(self, loaded: LoadedReport, due_at: datetime) -> ReportDocument:
        from crew.reports.running import run_report

        reader = loaded.spec.run_as
        asker = Asker(id=reader.id, groups=reader.groups)
        today = _today(loaded, self._settings, due_at)
        self._store.free_report_claim(loaded.name, due_at)
        with self._desks.lent(loaded.spec.domain, asker=asker, today=today) as desk:
            document = run_report(loaded, desk, due_at=due_at)
            if document.status == "failed":
                raise CrewError(_reasons(document))
        return document


def targets_of(loaded: LoadedReport) -> list[Target]:
    """Where a report goes: paths made absolute, and mail without recipients of its own to the report's."""
    folder = Path(loaded.configuration.folder)
    return [_placed(target, loaded.spec, folder) for target in loaded.spec.delivery.targets]


def _title(report: str, spec: ReportSpec) -> str:
    """The title, or the name where the title's words depend on what could not be worked out."""
    return report if "{" in spec.title else spec.title


def _placed(target: Target, spec: ReportSpec, folder: Path) -> Target:
    if isinstance(target, FolderTarget):
        path = folder / Path(target.path).expanduser()
        return target.model_copy(update={"path": str(path)})
    if isinstance(target, MailTarget) and not target.recipients:
        people = tuple(person for person in spec.recipients if is_mail_address(person))
        return target.model_copy(update={"recipients": people})
    return target


def _today(loaded: LoadedReport, settings: Settings, due_at: datetime) -> date:
    """What relative dates count from: the day it was due, so that a run made up for says what it would have said."""
    calendar = loaded.configuration.domain.calendar
    return settings.today or calendar.today or due_at.astimezone(ZoneInfo(calendar.time_zone)).date()


def _reasons(document: ReportDocument) -> str:
    reasons = [f"{section.title}: {section.message}" for section in document.sections if section.status == "failed"]
    return "Every section failed. " + " ".join(reasons)
