"""Work for any machine, and who uses which source: what has been claimed here is done by one worker at a time."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select, true, update
from sqlalchemy.exc import IntegrityError

from crew.errors import WrongInput
from crew.store import schedule_tables
from crew.store.base import StoreBase
from crew.store.engine import StoreBusy
from crew.store.ids import new_id, normalised
from crew.store.schedule_records import JobRecord
from tools.asker import Asker

_jobs, _slots = schedule_tables.jobs, schedule_tables.source_slots

_UNPUBLISHED = timedelta(seconds=10)
"""After so long without a word to the broker, whoever submitted a job is taken for gone."""
_FORGOTTEN = timedelta(minutes=15)
"""After so long in a queue, a job's message is taken for lost with its broker; a second one does no harm."""


class UnknownJob(WrongInput):
    """No job has this id, or none that the asker may see."""


class Jobs(StoreBase):
    """Keeps jobs and the slots of sources."""

    def submit_job(
        self, kind: Literal["ask", "report"], *, domain: str, asker: str, request: Mapping[str, Any], key: str | None
    ) -> str:
        """Keep a job and return its id; of two with the same key the second is the first."""
        now = self._clock()
        row = {
            "id": new_id(now),
            "kind": kind,
            "domain": domain,
            "asker": asker,
            "key": key,
            "request": dict(request),
            "state": "queued",
            "attempts": 0,
            "submitted_at": now,
        }
        try:
            with self._writing() as connection:
                connection.execute(insert(_jobs).values(row))
        except IntegrityError:
            with self._reading() as connection:
                return str(connection.execute(select(_jobs.c.id).where(_jobs.c.key == key)).scalar_one())
        return str(row["id"])

    def note_published(self, job: str) -> None:
        """Note that the broker has been told of a job."""
        with self._writing() as connection:
            connection.execute(update(_jobs).where(_jobs.c.id == job).values(published_at=self._clock()))

    def jobs_to_publish(self, domains: list[str], *, limit: int = 1000) -> list[JobRecord]:
        """Jobs the broker is to be told of (again): never told, forgotten, or left by a worker that is gone."""
        now = self._clock()
        untold = _jobs.c.published_at.is_(None) & (_jobs.c.submitted_at < now - _UNPUBLISHED)
        is_forgotten = _jobs.c.published_at < now - _FORGOTTEN
        is_lost = and_(
            _jobs.c.state == "running",
            _jobs.c.lease_until < now,
            or_(_jobs.c.published_at.is_(None), _jobs.c.published_at < _jobs.c.lease_until, is_forgotten),
        )
        wanted = or_((_jobs.c.state == "queued") & or_(untold, is_forgotten), is_lost)
        query = select(_jobs).where(wanted, _jobs.c.domain.in_(domains)).order_by(_jobs.c.id).limit(limit)
        with self._reading() as connection:
            return [JobRecord.model_validate(dict(row)) for row in connection.execute(query).mappings()]

    def claim_job(self, job: str, *, holder: str, lease: timedelta) -> JobRecord | None:
        """A job that waits, or was left by a worker that is gone, now held by `holder`; None when it is not free."""
        now = self._clock()
        free = or_(_jobs.c.state == "queued", and_(_jobs.c.state == "running", _jobs.c.lease_until < now))
        values = {
            "state": "running",
            "holder": holder,
            "lease_until": now + lease,
            "started_at": now,
            "attempts": _jobs.c.attempts + 1,
        }
        with self._writing() as connection:
            if connection.execute(update(_jobs).where(_jobs.c.id == job, free).values(values)).rowcount == 0:
                return None
            row = connection.execute(select(_jobs).where(_jobs.c.id == job)).mappings().one()
        return JobRecord.model_validate(dict(row))

    def renew_job(self, job: str, *, holder: str, lease: timedelta) -> bool:
        """Hold a job, and its slots, longer; False when another worker has it."""
        until = self._clock() + lease
        with self._writing() as connection:
            held = update(_jobs).where(_held(job, holder)).values(lease_until=until)
            connection.execute(update(_slots).where(_slots.c.holder == _user(job, holder)).values(lease_until=until))
            return connection.execute(held).rowcount > 0

    def note_job_run(self, job: str, *, holder: str, run: str) -> None:
        """Note which run a job is about, so that whoever takes it up goes on with it."""
        with self._writing() as connection:
            connection.execute(update(_jobs).where(_held(job, holder)).values(run=run))

    def end_job(
        self, job: str, *, holder: str, state: Literal["done", "failed"], result: Any = None, detail: str = ""
    ) -> bool:
        """Note how a job ended, and free its slots; False when another worker has it."""
        values = {"state": state, "result": result, "detail": detail, "ended_at": self._clock(), "lease_until": None}
        return self._let_go(job, holder, values)

    def put_back_job(self, job: str, *, holder: str, detail: str) -> bool:
        """Let a job wait again as if this worker had never had it."""
        values = {"state": "queued", "lease_until": None, "detail": detail, "attempts": _jobs.c.attempts - 1}
        return self._let_go(job, holder, {**values, "published_at": self._clock()})

    def put_off_job(self, job: str, *, holder: str, until: datetime, detail: str) -> bool:
        """Let a job that failed wait for another try; the broker is told of it when its time has come."""
        told = until - _FORGOTTEN  # as if that long ago, so that it counts as forgotten from then on
        return self._let_go(
            job, holder, {"state": "queued", "lease_until": None, "detail": detail, "published_at": told}
        )

    def take_slots(self, job: str, *, holder: str, limits: Mapping[str, int], lease: timedelta) -> str | None:
        """Use sources, all or none; the name of one that has no free slot, or None when all are used now."""
        now = self._clock()
        user, until = _user(job, holder), now + lease
        for source, limit in sorted(limits.items()):  # in one order, so that two jobs never wait for each other
            if not self._take_slot(source, limit, user, until, now):
                self._free_slots(user)
                return source
        return None

    def job(self, typed: str, asker: Asker | None = None) -> JobRecord:
        """The job whose id begins with what was typed, among those the asker may see; raises UnknownJob."""
        prefix = _jobs.c.id.startswith(normalised(typed), autoescape=True)
        with self._reading() as connection:
            rows = connection.execute(select(_jobs).where(prefix, _visible_to(asker)).limit(2)).mappings().all()
        if len(rows) != 1:
            which = "Several jobs begin with" if rows else "There is no job"
            raise UnknownJob(f"{which} `{typed}`. `crosscheck jobs list` shows those you may see.")
        return JobRecord.model_validate(dict(rows[0]))

    def jobs(self, asker: Asker | None, *, state: str | None = None, limit: int = 20) -> list[JobRecord]:
        """The latest jobs the asker may see, newest first."""
        query = select(_jobs).where(_visible_to(asker)).order_by(_jobs.c.id.desc()).limit(limit)
        if state is not None:
            query = query.where(_jobs.c.state == state)
        with self._reading() as connection:
            return [JobRecord.model_validate(dict(row)) for row in connection.execute(query).mappings()]

    def _let_go(self, job: str, holder: str, values: dict[str, Any]) -> bool:
        with self._writing() as connection:
            is_mine = connection.execute(update(_jobs).where(_held(job, holder)).values(values)).rowcount > 0
        self._free_slots(_user(job, holder))
        return is_mine

    def _free_slots(self, user: str) -> None:
        with self._writing() as connection:
            connection.execute(delete(_slots).where(_slots.c.holder == user))

    def _take_slot(self, source: str, limit: int, user: str, until: datetime, now: datetime) -> bool:
        with suppress(StoreBusy), self._writing() as connection:
            connection.execute(delete(_slots).where(_slots.c.source == source, _slots.c.lease_until < now))
        with self._reading() as connection:
            used = set(connection.execute(select(_slots.c.slot).where(_slots.c.source == source)).scalars())
        return any(slot not in used and self._insert_slot(source, slot, user, until) for slot in range(limit))

    def _insert_slot(self, source: str, slot: int, user: str, until: datetime) -> bool:
        row = {"source": source, "slot": slot, "holder": user, "lease_until": until}
        try:
            with self._writing() as connection:
                connection.execute(insert(_slots).values(row))
        except (IntegrityError, StoreBusy):  # another job was quicker
            return False
        return True


def _held(job: str, holder: str) -> ColumnElement[bool]:
    return (_jobs.c.id == job) & (_jobs.c.state == "running") & (_jobs.c.holder == holder)


def _user(job: str, holder: str) -> str:
    return f"{job} {holder}"


def _visible_to(asker: Asker | None) -> ColumnElement[bool]:
    return true() if asker is None or asker.is_auditor else _jobs.c.asker == asker.id
