"""When each report is due, and who runs which due time: claimed in the store, so that none runs twice."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import Connection, and_, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from crew.store import delivery_tables, schedule_tables
from crew.store.base import StoreBase
from crew.store.engine import StoreBusy
from crew.store.ids import new_id
from crew.store.schedule_records import DueRunDraft, DueRunRecord, ScheduleRecord

_schedules, _runs = schedule_tables.schedules, schedule_tables.due_runs
_PATIENCE = 5


class Schedules(StoreBase):
    """Keeps schedules and due runs. Several processes may work on both at once."""

    def note_schedules(self, wanted: Mapping[str, tuple[str, datetime]]) -> None:
        """Note by report the digest of its rules and its next due time.

        A new report gets the due time; so does one whose rules changed, unless it is due already by its old ones.
        """
        for attempt in range(1, _PATIENCE + 1):
            try:
                with self._writing() as connection:
                    self._note(connection, wanted)
                return
            except (IntegrityError, StoreBusy):  # another process noted the same in between
                if attempt == _PATIENCE:
                    raise

    def due_schedules(self, *, limit: int = 10_000) -> list[ScheduleRecord]:
        """Schedules that are due now and not paused, the longest due first."""
        is_due = (_schedules.c.next_due <= self._clock()) & _schedules.c.paused_at.is_(None)
        query = select(_schedules).where(is_due).order_by(_schedules.c.next_due).limit(limit)
        with self._reading() as connection:
            return [ScheduleRecord.model_validate(dict(row)) for row in connection.execute(query).mappings()]

    def schedules(self) -> list[ScheduleRecord]:
        """All schedules, by report."""
        with self._reading() as connection:
            rows = connection.execute(select(_schedules).order_by(_schedules.c.report)).mappings().all()
        return [ScheduleRecord.model_validate(dict(row)) for row in rows]

    def next_due_time(self) -> datetime | None:
        """When the next schedule that is not paused is due."""
        query = select(func.min(_schedules.c.next_due)).where(_schedules.c.paused_at.is_(None))
        with self._reading() as connection:
            return connection.execute(query).scalar()

    def advance_schedule(self, seen: ScheduleRecord, following: datetime, due: Sequence[DueRunDraft]) -> bool:
        """Move a schedule from the due time that was seen to the following, and note the due runs; all or nothing.

        False when another process has moved it.
        """
        same = (_schedules.c.report == seen.report) & (_schedules.c.next_due == seen.next_due)
        now = self._clock()
        try:
            with self._writing() as connection:
                if connection.execute(update(_schedules).where(same).values(next_due=following)).rowcount == 0:
                    return False
                for draft in due:
                    is_over = draft.state == "skipped"
                    row = {**draft.model_dump(), "id": new_id(now), "attempts": 0, "ended_at": now if is_over else None}
                    connection.execute(insert(_runs).values(row))
        except (IntegrityError, StoreBusy):
            return False
        return True

    def pause_schedule(self, report: str, *, by: str) -> bool:
        """Let a report not run until it is resumed; False when no schedule of it is known."""
        values = {"paused_at": self._clock(), "paused_by": by}
        with self._writing() as connection:
            return (
                connection.execute(update(_schedules).where(_schedules.c.report == report).values(values)).rowcount > 0
            )

    def resume_schedule(self, report: str, *, next_due: datetime) -> bool:
        """Let a report run again, from its next due time on; False when no schedule of it is known."""
        values = {"paused_at": None, "paused_by": None, "next_due": next_due}
        with self._writing() as connection:
            return (
                connection.execute(update(_schedules).where(_schedules.c.report == report).values(values)).rowcount > 0
            )

    def claim_due_run(self, reports: Sequence[str], *, holder: str, lease: timedelta) -> DueRunRecord | None:
        """The next due run of these reports whose time has come, now held by `holder`; None when there is none.

        One left by a process that is gone counts too. A report's runs follow each other, and a paused one's wait.
        """
        now = self._clock()
        other = _runs.alias()
        is_busy = exists().where(
            other.c.report == _runs.c.report, other.c.state == "running", other.c.lease_until >= now
        )
        is_paused = exists().where(_schedules.c.report == _runs.c.report, _schedules.c.paused_at.is_not(None))
        is_waiting = (_runs.c.state == "waiting") & or_(_runs.c.retry_at.is_(None), _runs.c.retry_at <= now)
        is_lost = and_(_runs.c.state == "running", _runs.c.lease_until < now)
        free = or_(is_waiting, is_lost) & ~is_busy & ~is_paused
        query = select(_runs.c.id, _runs.c.report, _runs.c.state, _runs.c.attempts).where(free).order_by(_runs.c.due_at)
        with self._reading() as connection:
            candidates = connection.execute(query).all()
        known = set(reports)
        for found in candidates:
            if found.report in known and self._claim(found.id, found.state, found.attempts, holder, now + lease):
                return self.due_run(found.id)
        return None

    def renew_due_run(self, run: str, *, holder: str, lease: timedelta) -> bool:
        """Hold a run longer; False when another has it."""
        return self._change_held(run, holder, {"lease_until": self._clock() + lease})

    def end_due_run(self, run: str, *, holder: str, state: Literal["done", "failed", "skipped"], detail: str) -> bool:
        """Note how a run ended; False when another has it."""
        ended = {"state": state, "detail": detail, "ended_at": self._clock(), "lease_until": None, "retry_at": None}
        return self._change_held(run, holder, ended)

    def put_off_due_run(self, run: str, *, holder: str, until: datetime, detail: str, counts: bool = True) -> bool:
        """Let a run be tried again from a moment on, by anyone; without `counts` this attempt is none."""
        waiting = {"state": "waiting", "holder": None, "lease_until": None, "retry_at": until, "detail": detail}
        given_back = {} if counts else {"attempts": _runs.c.attempts - 1}
        return self._change_held(run, holder, {**waiting, **given_back})

    def due_run(self, run: str) -> DueRunRecord:
        """One due run."""
        with self._reading() as connection:
            row = connection.execute(select(_runs).where(_runs.c.id == run)).mappings().one()
        return DueRunRecord.model_validate(dict(row))

    def due_runs(self, report: str | None = None, *, state: str | None = None, limit: int = 20) -> list[DueRunRecord]:
        """The latest due runs, newest first."""
        query = select(_runs).order_by(_runs.c.due_at.desc(), _runs.c.id.desc()).limit(limit)
        if report is not None:
            query = query.where(_runs.c.report == report)
        if state is not None:
            query = query.where(_runs.c.state == state)
        with self._reading() as connection:
            return [DueRunRecord.model_validate(dict(row)) for row in connection.execute(query).mappings()]

    def free_report_claim(self, report: str, due_at: datetime) -> None:
        """Let a due time be run anew whose run failed, was lost with its process, or is not kept any more.

        Only who holds the due time may do so.
        """
        old = delivery_tables.report_runs
        is_of_no_use = or_(old.c.status.is_(None), old.c.status == "failed", old.c.outcome.is_(None))
        own = (old.c.report == report) & (old.c.due_at == due_at) & is_of_no_use
        with self._writing() as connection:
            for run in list(connection.execute(select(old.c.id).where(own)).scalars()):
                connection.execute(update(old).where(old.c.id == run).values(claim=f"given up {run}"))

    def _note(self, connection: Connection, wanted: Mapping[str, tuple[str, datetime]]) -> None:
        query = select(_schedules.c.report, _schedules.c.digest, _schedules.c.next_due)
        known = {row.report: row for row in connection.execute(query)}
        new = [
            {"report": report, "digest": rules, "next_due": due}
            for report, (rules, due) in wanted.items()
            if report not in known
        ]
        if new:
            connection.execute(insert(_schedules), new)
        now = self._clock()
        for report, (rules, due) in wanted.items():
            row = known.get(report)
            if row is not None and row.digest != rules:
                values = (
                    {"digest": rules} if row.next_due and row.next_due <= now else {"digest": rules, "next_due": due}
                )
                connection.execute(update(_schedules).where(_schedules.c.report == report).values(values))

    def _claim(self, run: str, state: str, attempts: int, holder: str, until: datetime) -> bool:
        same = (_runs.c.id == run) & (_runs.c.state == state) & (_runs.c.attempts == attempts)
        values = {
            "state": "running",
            "holder": holder,
            "lease_until": until,
            "attempts": attempts + 1,
            "began_at": self._clock(),
        }
        with self._writing() as connection:
            return connection.execute(update(_runs).where(same).values(values)).rowcount > 0

    def _change_held(self, run: str, holder: str, values: dict[str, object]) -> bool:
        held = (_runs.c.id == run) & (_runs.c.state == "running") & (_runs.c.holder == holder)
        with self._writing() as connection:
            return connection.execute(update(_runs).where(held).values(values)).rowcount > 0
