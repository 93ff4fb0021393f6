"""Model calls: written before they are made and settled after, so that a crash leaves a trace of the one in flight."""

from collections.abc import Callable, Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, exists, insert, select, update

from crew.store import run_tables
from crew.store.base import StoreBase
from crew.store.records import CallIntent, CallRecord, CallSettlement, CostTotal
from tools.asker import Asker

_calls = run_tables.model_calls

CostGroup = Literal["model", "role", "step", "run", "asker", "domain", "day"]

_GROUPS: dict[CostGroup, Callable[[Row[Any]], str]] = {
    "model": lambda row: row.provider_model or "unknown",
    "role": lambda row: row.role,
    "step": lambda row: row.step,
    "run": lambda row: row.run,
    "asker": lambda row: row.asker,
    "domain": lambda row: row.domain,
    "day": lambda row: row.begun_at.date().isoformat(),
}


class Calls(StoreBase):
    """Keeps every model call, and what it cost."""

    def begin_call(self, run: str, intent: CallIntent) -> int:
        """Note that a call is about to be made, and return its number in the run, for `settle_call`.

        When it repeats a call that a crash interrupted, its row says so in `repeats`. Raises UnknownRun.
        """
        with self._writing_run(run) as connection:
            sequence = self._next(connection, _calls, _calls.c.run == run)
            row = {
                **intent.model_dump(),
                "run": run,
                "sequence": sequence,
                "begun_at": self._clock(),
                "repeats": _interrupted(connection, run, intent),
            }
            connection.execute(insert(_calls).values(row))
            self._log_call(connection, run, sequence, event="call_begun")
        return sequence

    def settle_call(self, run: str, call: int, settlement: CallSettlement) -> None:
        """Note how a call ended, be it after the run was closed. A second settlement of a call replaces the first."""
        values = {**settlement.model_dump(), "fallbacks": list(settlement.fallbacks), "settled_at": self._clock()}
        with self._writing_run(run) as connection:
            connection.execute(update(_calls).where(_key(run, call)).values(values))
            self._log_call(connection, run, call, event="call_settled")

    def interrupt_calls(self, run: str) -> int:
        """Mark the run's calls in flight as interrupted, and return how many: for a run whose process was killed."""
        open_calls = select(_calls.c.sequence).where(_calls.c.run == run, _calls.c.outcome.is_(None))
        with self._writing_run(run) as connection:
            found = list(connection.execute(open_calls.order_by(_calls.c.sequence)).scalars())
            for call in found:
                values = {"outcome": "interrupted", "settled_at": self._clock()}
                connection.execute(update(_calls).where(_key(run, call)).values(values))
                self._log_call(connection, run, call, event="call_interrupted")
        return len(found)

    def calls(self, run: str) -> list[CallRecord]:
        """The run's model calls, in the order in which they began."""
        query = select(_calls).where(_calls.c.run == run).order_by(_calls.c.sequence)
        with self._reading() as connection:
            return [CallRecord.model_validate(dict(row)) for row in connection.execute(query).mappings()]

    def cost(self, run: str) -> CostTotal:
        """What the run's model calls used."""
        return self._total(_calls.c.run == run)

    def costs(
        self, asker: Asker | None, since: datetime, until: datetime | None = None, *, by: CostGroup = "model"
    ) -> dict[str, CostTotal]:
        """What was used since a moment by the runs an asker may see (an auditor: all), by model or what else is named.

        Days are UTC's.
        """
        runs = run_tables.runs
        query = (
            select(_calls, runs.c.domain, runs.c.asker)
            .join(runs, runs.c.id == _calls.c.run)
            .where(_calls.c.begun_at >= since)
        )
        if until is not None:
            query = query.where(_calls.c.begun_at < until)
        if asker is not None and not asker.is_auditor:
            query = query.where(runs.c.asker == asker.id)
        groups: dict[str, list[Row[Any]]] = {}
        with self._reading() as connection:
            for row in connection.execute(query):
                groups.setdefault(_GROUPS[by](row), []).append(row)
        return {group: _sum(rows) for group, rows in sorted(groups.items())}

    def _total(self, condition: ColumnElement[bool]) -> CostTotal:
        with self._reading() as connection:
            return _sum(connection.execute(select(_calls).where(condition)).all())

    def _log_call(self, connection: Connection, run: str, call: int, *, event: str) -> None:
        self._log_record(connection, _calls, _key(run, call), event=event, facts={"key": str(call)})


def _key(run: str, call: int) -> ColumnElement[bool]:
    return (_calls.c.run == run) & (_calls.c.sequence == call)


def _interrupted(connection: Connection, run: str, intent: CallIntent) -> int | None:
    """The number of an interrupted call that the intent repeats and no other call has repeated yet."""
    later = _calls.alias("later")
    query = (
        select(_calls.c.sequence)
        .where(
            _calls.c.run == run,
            _calls.c.outcome == "interrupted",
            _calls.c.step == intent.step,
            _calls.c.role == intent.role,
            _calls.c.request_digest.is_not_distinct_from(intent.request_digest),
            ~exists().where(later.c.run == run, later.c.repeats == _calls.c.sequence),
        )
        .order_by(_calls.c.sequence)
    )
    return connection.execute(query).scalars().first()


def _sum(rows: Iterable[Row[Any]]) -> CostTotal:
    found = list(rows)
    return CostTotal(
        calls=len(found),
        prompt_tokens=sum(row.prompt_tokens or 0 for row in found),
        completion_tokens=sum(row.completion_tokens or 0 for row in found),
        cost=sum((row.cost or Decimal(0) for row in found), Decimal(0)),
        unpriced=sum(row.settled_at is not None and row.cost is None for row in found),
        seconds=sum(row.seconds or 0.0 for row in found),
    )
