"""What changed since a report's last run, and why: the same statements and searches are made again and compared."""

from collections.abc import Iterator
from dataclasses import dataclass

from crew.answering.fetching import Fetching
from crew.answering.learned import CopiedText, SeenTables
from crew.desk import Desk
from crew.reports.comparing import changed_answer, changed_passages, changed_rows
from crew.reports.document import ChangeOut, DriftOut, ReportDocument, SectionOut
from crew.reports.keeping import KeptRun
from crew.reports.labels import Labels, labels_for
from crew.reports.loading import LoadedReport
from crew.reports.specs import ThresholdSpec
from crew.store.persistence import StorePersistence
from tasks.plan import Plan, PlanStep, SearchCall
from tools.deadline import Deadline
from tools.errors import DeadlinePassed, ToolError
from tools.evidence import Evidence, PassageEvidence, RowsEvidence
from tools.wording import retold


@dataclass
class _Again:
    """One section of the last run, fetched again."""

    desk: Desk
    section: SectionOut
    thresholds: ThresholdSpec
    labels: Labels
    known: dict[str, list[str]]
    checked: int = 0

    def changes(self) -> Iterator[ChangeOut]:
        evidence = self.desk.store.evidence(self.section.run_id or "")
        fetching = _fetching(self.desk)
        for piece in evidence:
            if isinstance(piece, RowsEvidence):
                yield from self._statement(fetching, piece)
        yield from self._searches(fetching, [p for p in evidence if isinstance(p, PassageEvidence)])

    def _statement(self, fetching: Fetching, piece: RowsEvidence) -> Iterator[ChangeOut]:
        self.checked += 1
        try:
            again = fetching.statement(piece.source, piece.statement, piece.parameters)
        except DeadlinePassed:
            raise
        except ToolError as error:
            what = f"{piece.id}: {retold(str(error), self.labels.language)}"
            yield ChangeOut(section=self.section.title, cause="schema", what=what, is_material=True)
            return
        if isinstance(again, RowsEvidence) and again.statement != piece.statement:
            told = "; ".join(retold(warning, self.labels.language) for warning in again.warnings)
            what = f"{piece.id}: {told or again.statement}"
            yield ChangeOut(section=self.section.title, cause="schema", what=what, is_material=True)
        yield from changed_rows(self.section.title, piece, again, self.thresholds, self.labels)

    def _searches(self, fetching: Fetching, pieces: list[PassageEvidence]) -> Iterator[ChangeOut]:
        calls = _calls(self.desk, self.section.run_id or "", pieces)
        cited = {source.evidence for source in self.section.sources}
        for (source, step), call in calls.items():
            self.checked += 1
            mine = [piece for piece in pieces if (piece.source, piece.step) == (source, step)]
            try:
                again = fetching.search(_search_step(source, step), call).evidence
            except DeadlinePassed:
                raise
            except ToolError as error:
                what = f"{source}: {retold(str(error), self.labels.language)}"
                yield ChangeOut(section=self.section.title, cause="documents", what=what, is_material=True)
                continue
            found = [piece for piece in again if isinstance(piece, PassageEvidence)]
            known = set(self.known[source]) if source in self.known else {piece.document for piece in found}
            yield from changed_passages(
                self.section.title, mine, found, cited=cited, known=known, is_material=self.thresholds.documents
            )


def drift_since(kept: KeptRun, report: LoadedReport, desk: Desk, now: ReportDocument | None = None) -> DriftOut:
    """What differs from the last run. With `now`, a new run, its definition and wording are compared too."""
    last = kept.document
    labels = labels_for(last.language)
    changes: list[ChangeOut] = []
    checked = 0
    for section in last.sections:
        if section.run_id is None:
            continue
        again = _Again(desk, section, report.spec.thresholds, labels, kept.known)
        changes += again.changes()
        checked += again.checked
    if now is not None:
        changes += changed_answer(last, now, changes, report.spec.thresholds)
    unique = list({change.model_dump_json(): change for change in changes}.values())
    unique.sort(key=lambda change: not change.is_material)
    return DriftOut(since=last.report_run, since_at=last.generated_at, checked=checked, changes=unique)


def _calls(desk: Desk, run: str, pieces: list[PassageEvidence]) -> dict[tuple[str, str], SearchCall]:
    """The searches behind passages, by source and step: as planned, with the words they really had."""
    stored = StorePersistence(store=desk.store).load_state(run) or {}
    plan = Plan.model_validate(stored["plan"]) if stored.get("plan") else Plan()
    planned = {step.id: step.search for step in plan.steps if step.search is not None}
    calls: dict[tuple[str, str], SearchCall] = {}
    for piece in pieces:
        if piece.query and (piece.source, piece.step) not in calls:
            call = planned.get(piece.step) or SearchCall(words=piece.query)
            calls[piece.source, piece.step] = call.model_copy(update={"words": piece.query})
    return calls


def _search_step(source: str, step: str) -> PlanStep:
    return PlanStep(id=step, worker="document_researcher", kind="hybrid_search", source=source, task="", slot="")


def _fetching(desk: Desk) -> Fetching:
    shelf: dict[str, Evidence] = {}
    return Fetching(
        sources=desk.sources,
        asker=desk.asker,
        deadline=Deadline(desk.configuration.budgets.seconds),
        today=desk.today,
        copied=CopiedText(shelf),
        seen=SeenTables(),
    )
