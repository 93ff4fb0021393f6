"""Runs a report: its sections in parallel over one desk, then everything put together and kept."""

import contextvars
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime

from crew.answer import Answer
from crew.answering.prepared import Prepared
from crew.answering.sharing import SharedFetches
from crew.desk import Desk
from crew.errors import CrewError, WrongInput
from crew.reports.appendix import appendix_of
from crew.reports.checks import report_macros, section_macros
from crew.reports.document import PeriodOut, ReportDocument, RightsOut, SectionOut
from crew.reports.drift import drift_since
from crew.reports.keeping import KeptRun, begin, keep, last_run
from crew.reports.labels import Labels, labels_for
from crew.reports.loading import LoadedReport
from crew.reports.metrics import metric_question
from crew.reports.sections import answered_section, failed_section, text_section, tiles_of
from crew.reports.specs import SectionSpec
from crew.reports.summary import counts_of, report_status, summary_of
from tools.sql.specs import SemanticSpec

OnSection = Callable[[SectionOut, float], None]
"""Hears of a section that is done, and the seconds it took."""


@dataclass
class _Running:
    report: LoadedReport
    desk: Desk
    labels: Labels
    on_section: OnSection
    shared: SharedFetches = field(default_factory=SharedFetches)
    answers: dict[int, Answer] = field(default_factory=dict)

    @property
    def semantics(self) -> dict[str, SemanticSpec]:
        return {name: database.semantic for name, database in self.report.configuration.domain.databases.items()}

    def section(self, number: int, spec: SectionSpec) -> SectionOut:
        """One section as it comes out, whatever goes wrong in it."""
        started = time.monotonic()
        section = self._asked(number, spec)
        self.on_section(section, time.monotonic() - started)
        return section

    def _asked(self, number: int, spec: SectionSpec) -> SectionOut:
        macros = section_macros(self.report.spec, spec, self.report.configuration, self.desk.today)
        title = macros.print(spec.title)
        if spec.text is not None:
            return text_section(number, title, spec, macros.print(spec.text))
        question, plan = macros.fill(spec.question or ""), None
        if spec.metric is not None:
            planned = metric_question(spec, self.report.configuration, macros)
            question, plan = planned.question, planned.plan
        prepared = Prepared(plan=plan, language=self.report.spec.language, shared=self.shared)
        try:
            answer = self.desk.ask(question, prepared=prepared)
        except CrewError as error:
            return failed_section(number, title, spec, question=question, reason=str(error), labels=self.labels)
        except Exception as error:  # noqa: BLE001  one section's bug must not cost the reader the others
            reason = f"{type(error).__name__}: {error}"
            return failed_section(number, title, spec, question=question, reason=reason, labels=self.labels)
        self.answers[number] = answer
        return answered_section(number, title, spec, answer, self.labels, self.semantics)


def run_report(
    report: LoadedReport,
    desk: Desk,
    *,
    due_at: datetime | None = None,
    on_section: OnSection = lambda section, seconds: None,
) -> ReportDocument:
    """Run a report at a desk opened with its `run_as`, keep the run, and return it as a document.

    `due_at` is the moment it was scheduled for, by default now; a moment that has been claimed is WrongInput.
    """
    reader = report.spec.run_as.id
    if desk.asker.id != reader:
        raise WrongInput(f"Report `{report.name}` shows the rights of `{reader}`; open the desk for them.")
    moment = datetime.now(UTC)
    last = last_run(desk.store, report)
    run = begin(desk.store, report, due_at or moment)
    try:
        document = _document(report, desk, run, moment, on_section)
        document = _compared(document, report, desk, last)
        keep(desk, report, document)
    except BaseException:
        desk.store.finish_report(run, status="failed")
        raise
    return document


def _document(report: LoadedReport, desk: Desk, run: str, moment: datetime, on_section: OnSection) -> ReportDocument:
    started = time.monotonic()
    spec, macros = report.spec, report_macros(report.spec, report.configuration, desk.today)
    running = _Running(report, desk, labels_for(macros.language), on_section)
    sections = _sections(running)
    asked = [(section, running.answers[section.number]) for section in sections if section.number in running.answers]
    period = macros.period
    return ReportDocument(
        report=report.name,
        report_run=run,
        title=macros.print(spec.title),
        about=macros.print(spec.about),
        domain=spec.domain,
        run_as=RightsOut(id=spec.run_as.id, groups=list(spec.run_as.groups)),
        audience=list(spec.audience),
        recipients=list(spec.recipients),
        language=macros.language,
        period=PeriodOut(start=period.start.isoformat(), end=period.end.isoformat(), words=macros.fill("{period}")),
        today=desk.today.isoformat(),
        generated_at=moment.isoformat(timespec="seconds"),
        status=report_status(sections),
        counts=counts_of(sections),
        summary=summary_of(sections, spec.sections),
        tiles=[t for section, answer in asked for t in tiles_of(section, answer, running.labels, running.semantics)],
        sections=sections,
        appendix=appendix_of(
            asked, seconds=time.monotonic() - started, saved=running.shared.saved, language=macros.language
        ),
    )


def _sections(running: _Running) -> list[SectionOut]:
    specs = running.report.spec.sections
    with ThreadPoolExecutor(min(running.report.spec.parallel, len(specs)), thread_name_prefix="section") as pool:
        futures = [
            pool.submit(contextvars.copy_context().run, running.section, number, spec)
            for number, spec in enumerate(specs, start=1)
        ]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _compared(document: ReportDocument, report: LoadedReport, desk: Desk, last: KeptRun | None) -> ReportDocument:
    if last is None:
        return document
    drift = drift_since(last, report, desk, document)
    is_short = report.spec.unchanged == "short" and not drift.material and document.status != "failed"
    return document.model_copy(update={"drift": drift, "is_short": is_short})
