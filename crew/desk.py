"""A desk: one domain's crew, opened for one asker and ready to be asked."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Self
from zoneinfo import ZoneInfo

from crew.absences import Absences
from crew.answer import Answer
from crew.answering.kept_completions import KeptCompletions
from crew.answering.known_answers import KnownAnswers
from crew.answering.prepared import Prepared
from crew.answering.progress import Listener, nobody
from crew.answering.purse import Purse
from crew.answering.recording import Recorder
from crew.answering.run import Run
from crew.answering.shelf import EvidenceShelf
from crew.errors import CrewError, WrongInput
from crew.join_decisions import JoinDecisions
from crew.learning import told_to_plans
from crew.models.budget import Budget
from crew.models.calls import CallLog
from crew.models.redaction import Redaction
from crew.models.routes import Routes
from crew.question_text import readable_question
from crew.sources import OpenIndex, Sources
from crew.specs import Configuration
from crew.store.records import RunRecord
from crew.store.store import Store
from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.database import Database
from tools.sql.schema import Schema


class DeskClosed(CrewError):
    """A desk was asked after it had been closed."""

    def __init__(self) -> None:
        super().__init__("The desk is closed. Ask before `close()`, inside its `with` block, or open another desk.")


@dataclass
class Desk:
    """Answers questions over one domain's sources, with one asker's rights. `close` it, or use it as a context."""

    configuration: Configuration
    asker: Asker
    today: date
    sources: Sources
    routes: Routes
    store: Store
    absences: Absences
    redact: Redaction = field(default_factory=lambda: Redaction({}))
    on_close: tuple[Callable[[], None], ...] = ()
    _deadlines: set[Deadline] = field(default_factory=set)
    _turns: set[Deadline] = field(default_factory=set)
    """Of questions that wait until their asker may ask again; no run of theirs has begun."""
    _is_closed: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(
        self,
        question: str,
        *,
        on_progress: Listener | None = None,
        deadline_seconds: float | None = None,
        prepared: Prepared | None = None,
        on_run: Callable[[str], object] = lambda run: None,
    ) -> Answer:
        """Answer one question; the run is stored whatever becomes of it.

        Raises WrongInput for an unusable question, and DeskClosed. May be called from several threads at once.
        `on_run` hears the run's id before anything is done.
        """
        if self._is_closed:
            raise DeskClosed
        text = readable_question(question)
        deadline_seconds = self._wait_for_turn(deadline_seconds)
        run_id = self.store.start_run(
            domain=self.configuration.name,
            asker=self.asker,
            question=text,
            today=self.today,
            session=prepared.session if prepared else None,
        )
        on_run(run_id)
        return self._answer(run_id, text, on_progress, deadline_seconds, prepared)

    def resume(
        self, record: RunRecord, *, on_progress: Listener | None = None, deadline_seconds: float | None = None
    ) -> Answer:
        """Continue a run that was cut off, doing only the steps that are missing."""
        if self._is_closed:
            raise DeskClosed
        if record.question is None:
            raise WrongInput(f"Run `{record.id}` cannot go on: retention has removed its question.")
        self.store.reopen_run(record.id)
        self.store.release_cost(record.id)
        return self._answer(record.id, record.question, on_progress, deadline_seconds)

    def cancel(self) -> bool:
        """End the questions being answered now: statements and searches stop, model calls are abandoned.

        False when none was being answered.
        """
        with self._lock:
            running, waiting = list(self._deadlines), list(self._turns)
        for deadline in (*running, *waiting):
            deadline.cancel()
        return bool(running)

    def schema(self, name: str) -> Schema:
        """A database's schema as the asker sees it."""
        return self.sources.databases[name].schema()

    def database(self, name: str) -> Database:
        """An open database."""
        return self.sources.databases[name].database

    def index(self, name: str) -> OpenIndex:
        """An open index."""
        return self.sources.indexes[name]

    def close(self) -> None:
        """Give connections back; the desk can no longer be asked. A second call does nothing."""
        with self._lock:
            was_closed, self._is_closed = self._is_closed, True
        if was_closed:
            return
        for close in self.on_close:
            close()

    def __enter__(self) -> Self:
        """The open desk."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """Close it."""
        self.close()

    def _wait_for_turn(self, deadline_seconds: float | None) -> float | None:
        """Queue where the domain limits how often an asker may ask, and return the deadline that is left.

        Raises TooManyQuestions, and DeadlinePassed when the desk is told to cancel.
        """
        budgets = self.configuration.budgets
        if budgets.questions_a_minute is None:
            return deadline_seconds
        longest = min(budgets.seconds, deadline_seconds or budgets.seconds)
        wait = self.store.take_turn(
            self.asker.id, self.configuration.name, a_minute=budgets.questions_a_minute, longest_wait=longest
        )
        turn, come = Deadline(None), threading.Event()
        with self._lock:
            self._turns.add(turn)
        try:
            with turn.watching(come.set):
                come.wait(wait)
            turn.check()
        finally:
            with self._lock:
                self._turns.discard(turn)
        return longest - wait

    def _kept(self, brought: Prepared) -> KeptCompletions | None:
        return KeptCompletions(self.store, self.asker.id) if brought.may_reuse else None

    def _purse(self, run_id: str) -> Purse:
        budgets, calendar = self.configuration.budgets, self.configuration.domain.calendar
        midnight = datetime.now(ZoneInfo(calendar.time_zone)).replace(hour=0, minute=0, second=0, microsecond=0)
        return Purse(
            store=self.store,
            run=run_id,
            asker=self.asker.id,
            domain=self.configuration.name,
            since=midnight,
            asker_limit=budgets.asker_day_usd,
            domain_limit=budgets.day_usd,
        )

    def _answer(
        self,
        run_id: str,
        question: str,
        on_progress: Listener | None,
        deadline_seconds: float | None,
        prepared: Prepared | None = None,
    ) -> Answer:
        run = self._run(run_id, question, on_progress, deadline_seconds, prepared or Prepared())
        with self._lock:
            self._deadlines.add(run.deadline)
        try:
            self._walk(run)
        except Exception:
            self.store.finish_run(run_id, status="failed", terminal_reason="failed")
            raise
        finally:
            with self._lock:
                self._deadlines.discard(run.deadline)
        if run.answer is None:
            raise CrewError(
                f"Run {run_id} ended without an answer; `crosscheck runs show {run_id}` tells how far it came."
            )
        return run.answer

    def _walk(self, run: Run) -> None:
        """Give the answer that is known and unchanged, else walk the question through the flow."""
        from crew.flow import run_flow

        known = KnownAnswers(run, self.store)
        is_offered = known.is_offered
        if is_offered and (answer := known.find()) is not None:
            run.finish(answer)
            return
        run_flow(run)
        if is_offered and run.answer is not None:
            known.keep(run.answer)

    def _run(
        self,
        run_id: str,
        question: str,
        on_progress: Listener | None,
        deadline_seconds: float | None,
        brought: Prepared,
    ) -> Run:
        budgets = self.configuration.budgets
        seconds = min(budgets.seconds, deadline_seconds) if deadline_seconds else budgets.seconds
        decisions = JoinDecisions(self.store, self.configuration.name, self.sources.databases)
        decisions.load()
        recorder = Recorder(self.store, run_id, self.redact, self._purse(run_id), brought.record_to)
        return Run(
            id=run_id,
            question=question,
            asker=self.asker,
            today=self.today,
            configuration=self.configuration,
            sources=self.sources,
            routes=self.routes,
            deadline=Deadline(seconds),
            calls=CallLog(
                recorder,
                Budget(budgets.tokens, budgets.cost_usd, budgets.call_usd),
                brought.replay,
                self._kept(brought),
            ),
            recorder=recorder,
            joins=decisions,
            listener=on_progress or nobody,
            shelf=EvidenceShelf(self.store.evidence(run_id)),
            warnings=self.absences.try_again(),
            prepared=brought,
            learned=told_to_plans(self.store, self.configuration.name),
        )
