"""Runs: one row per question, from its start to its answer."""

from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Select, insert, select, true, update

from crew.errors import WrongInput
from crew.store import run_tables
from crew.store.base import UnknownRun
from crew.store.calls import Calls
from crew.store.ids import new_id, normalised
from crew.store.records import RunRecord
from tools.asker import Asker


class AmbiguousRun(WrongInput):
    """Several runs begin with the id that was typed."""


class Runs(Calls):
    """Starts, ends and finds runs."""

    def start_run(
        self,
        *,
        domain: str,
        asker: Asker,
        question: str,
        session: str | None = None,
        today: date | None = None,
        settings_digest: str = "",
    ) -> str:
        """Begin a run and return its id, which is also the id of its flow."""
        now = self._clock()
        run = new_id(now)
        row = {
            "id": run,
            "domain": domain,
            "asker": asker.id,
            "question": question,
            "question_kind": "",
            "language": "",
            "session": session,
            "today": today,
            "settings_digest": settings_digest,
            "started_at": now,
        }
        with self._writing() as connection:
            connection.execute(insert(run_tables.runs).values(row))
            self._log_record(connection, run_tables.runs, run_tables.runs.c.id == run, event="run_started", facts={})
        return run

    def finish_run(
        self,
        run: str,
        *,
        status: str,
        terminal_reason: str,
        answer: dict[str, Any] | None = None,
        explanation: str = "",
        usage: dict[str, Any] | None = None,
        question_kind: str = "",
        language: str = "",
    ) -> None:
        """Store the answer, then close, sign and export the run's audit log. Raises UnknownRun."""
        outcome = {
            "status": status,
            "terminal_reason": terminal_reason,
            "answer": answer,
            "explanation": explanation,
            "usage": usage,
            "question_kind": question_kind,
            "language": language,
            "ended_at": self._clock(),
        }
        facts = {"status": status, "terminal_reason": terminal_reason}
        self._change_run(run, outcome, event="run_closed", facts=facts)

    def reopen_run(self, run: str) -> None:
        """Mark a run as going on again, in this process, and its calls in flight as interrupted. Raises UnknownRun."""
        self.interrupt_calls(run)
        reopened = {"status": None, "terminal_reason": None, "ended_at": None}
        self._change_run(run, reopened, event="run_resumed", facts={})

    def run(self, typed: str, asker: Asker | None = None) -> RunRecord:
        """The run whose id begins with what was typed, among those the asker may see; no asker means all.

        Raises UnknownRun or AmbiguousRun.
        """
        prefix = normalised(typed)
        runs = run_tables.runs
        query = select(runs).where(runs.c.id.startswith(prefix, autoescape=True), _visible_to(asker))
        with self._reading() as connection:
            found = connection.execute(query.order_by(runs.c.id).limit(6)).mappings().all()
        if not prefix or not found:
            raise UnknownRun(f"There is no run `{typed}`. `crosscheck runs list` shows those you may see.")
        exact = [row for row in found if row["id"] == prefix]
        if len(found) > 1 and not exact:
            raise AmbiguousRun(f"Several runs begin with `{typed}`: {', '.join(row['id'] for row in found)}.")
        return RunRecord.model_validate(dict((exact or found)[0]))

    def runs(
        self,
        asker: Asker | None,
        *,
        limit: int = 20,
        domain: str | None = None,
        status: str | None = None,
        session: str | None = None,
    ) -> list[RunRecord]:
        """The latest runs that the asker may see, newest first: one's own, for an auditor everyone's."""
        runs = run_tables.runs
        query = select(runs).where(_visible_to(asker)).order_by(runs.c.started_at.desc(), runs.c.id.desc())
        for column, value in ((runs.c.domain, domain), (runs.c.status, status), (runs.c.session, session)):
            if value is not None:
                query = query.where(column == value)
        return self._run_records(query.limit(limit))

    def run_ids(self, asker: Asker | None) -> list[str]:
        """The ids of all runs that the asker may see, oldest first."""
        query = select(run_tables.runs.c.id).where(_visible_to(asker)).order_by(run_tables.runs.c.started_at)
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def unfinished_runs(self, asker: Asker | None = None) -> list[RunRecord]:
        """Runs without an answer, oldest first: they are going on, or their process was killed."""
        runs = run_tables.runs
        return self._run_records(
            select(runs).where(runs.c.status.is_(None), _visible_to(asker)).order_by(runs.c.started_at)
        )

    def _run_records(self, query: Select[Any]) -> list[RunRecord]:
        with self._reading() as connection:
            return [RunRecord.model_validate(dict(row)) for row in connection.execute(query).mappings()]

    def _change_run(self, run: str, values: dict[str, Any], *, event: str, facts: dict[str, Any]) -> None:
        key = run_tables.runs.c.id == run
        with self._writing_run(run) as connection:
            connection.execute(update(run_tables.runs).where(key).values(values))
            self._log_record(connection, run_tables.runs, key, event=event, facts=facts)
            if event == "run_closed":
                self._sign_head(connection, run, event)


def _visible_to(asker: Asker | None) -> ColumnElement[bool]:
    if asker is None or asker.is_auditor:
        return true()
    return run_tables.runs.c.asker == asker.id
