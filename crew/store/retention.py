"""Forgetting: content goes after a time, or on request, and what stays still proves that it did."""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Update, delete, func, select, type_coerce, update

from crew.store import delivery_tables, run_tables
from crew.store.cache import Cache
from crew.store.columns import LongText, canonical
from crew.store.parcels import empty_parcels_where, holding
from crew.store.verification import EMPTIED

_EMPTIED_RUN = {"question": None, "answer": None, "explanation": None}
_EMPTIED_TURN = {"question": None, "standalone": None, "answer": None, "context": None}


class Retention(Cache):
    """Empties old runs and erases single ones."""

    def purge(self, before: datetime, *, domain: str | None = None) -> list[str]:
        """Empty all runs that began before a moment, and return their ids.

        Questions, answers, evidence contents, completions, step summaries, providers' error messages, flow states and
        session turns go, and so does what reports said and what was delivered of them; who asked when, the costs, the
        digests and the audit log stay, and `verify` still holds. Expired cache entries go too.
        """
        runs = run_tables.runs
        query = select(runs.c.id).where(runs.c.started_at < before, runs.c.emptied_at.is_(None))
        if domain is not None:
            query = query.where(runs.c.domain == domain)
        with self._reading() as connection:
            found = list(connection.execute(query.order_by(runs.c.started_at)).scalars())
        for run in found:
            with self._writing_run(run) as connection:
                self._empty(connection, run)
        with self._writing() as connection:
            connection.execute(_old_turns(before, domain).values(_EMPTIED_TURN))
            connection.execute(_old_reports(before, domain).values(outcome=None))
            old_parcels = delivery_tables.parcels.c.created_at < before
            is_meant = old_parcels if domain is None else old_parcels & holding(domain=domain)
            empty_parcels_where(connection, is_meant, self._clock())
        self.drop_expired()
        return found

    def erase(self, run: str) -> None:
        """Remove everything about a run, who asked included; a signed head stays and tells that it was erased.

        Raises UnknownRun.
        """
        with self._writing_run(run) as connection:
            self._sign_head(connection, run, "run_erased")
            connection.execute(
                update(run_tables.session_turns).where(run_tables.session_turns.c.run == run).values(_EMPTIED_TURN)
            )
            for table in (
                run_tables.evidence_payloads,
                run_tables.evidence,
                run_tables.flow_states,
                run_tables.cost_reservations,
                run_tables.completions,
                run_tables.marks,
                run_tables.model_calls,
                run_tables.steps,
                run_tables.audit,
            ):
                connection.execute(delete(table).where(table.c.run == run))
            connection.execute(delete(run_tables.runs).where(run_tables.runs.c.id == run))
            reports = delivery_tables.report_runs
            for report_run in connection.execute(select(reports.c.id).where(_mentions(canonical(run)))).scalars().all():
                empty_parcels_where(connection, holding(report_run=report_run), self._clock())
                connection.execute(update(reports).where(reports.c.id == report_run).values(outcome=None))

    def _empty(self, connection: Connection, run: str) -> None:
        payloads, turns, calls = run_tables.evidence_payloads, run_tables.session_turns, run_tables.model_calls
        count = connection.execute(select(func.count()).where(payloads.c.run == run)).scalar()
        connection.execute(update(payloads).where(payloads.c.run == run).values(payload=None))
        completions = run_tables.completions
        connection.execute(update(completions).where(completions.c.run == run).values(completion=None))
        connection.execute(update(run_tables.steps).where(run_tables.steps.c.run == run).values(summary=None))
        connection.execute(update(run_tables.marks).where(run_tables.marks.c.run == run).values(why=None))
        connection.execute(update(calls).where(calls.c.run == run).values(fallbacks=None, error=None))
        connection.execute(delete(run_tables.flow_states).where(run_tables.flow_states.c.run == run))
        connection.execute(update(turns).where(turns.c.run == run).values(_EMPTIED_TURN))
        emptied = {**_EMPTIED_RUN, "emptied_at": self._clock()}
        connection.execute(update(run_tables.runs).where(run_tables.runs.c.id == run).values(emptied))
        self._log(connection, run, EMPTIED, {"evidence": count})


def _old_reports(before: datetime, domain: str | None) -> Update:
    """Report runs that began before a moment, of all domains or one."""
    reports = delivery_tables.report_runs
    change = update(reports).where(reports.c.started_at < before)
    return change if domain is None else change.where(_mentions(canonical({"domain": domain})[1:-1]))


def _mentions(text: str) -> ColumnElement[bool]:
    return type_coerce(delivery_tables.report_runs.c.outcome, LongText).contains(text, autoescape=True)


def _old_turns(before: datetime, domain: str | None) -> Update:
    """Turns of sessions, of which some belong to no run."""
    turns, sessions = run_tables.session_turns, run_tables.sessions
    change = update(turns).where(turns.c.at < before)
    if domain is None:
        return change
    return change.where(turns.c.session.in_(select(sessions.c.id).where(sessions.c.domain == domain)))
