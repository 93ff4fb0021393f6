"""What every part of the store shares: transactions, the clock, and the audit row written beside each record."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, RowMapping, Table, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from crew.errors import WrongInput
from crew.store import run_tables
from crew.store.audit_records import AuditHead, ExportedHead
from crew.store.chain import append_row, seal
from crew.store.engine import StoreBusy, shown, transaction
from crew.store.signing import append_to_export, export_place, key_id, signature_of

_PUT_ATTEMPTS = 10


class UnknownRun(WrongInput):
    """No stored run has this id, or none that the asker may see."""


@dataclass(frozen=True)
class AuditKeeping:
    """How the end of a chain is kept: the key that signs it, and the file it is appended to."""

    key: str | None = None
    export: Path | None = None


class StoreBase:
    """An open database and how its audit log is kept. Thread-safe: each call is one short transaction."""

    def __init__(self, engine: Engine, keeping: AuditKeeping, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._keeping = keeping
        self._clock = clock
        self._exporting = threading.Lock()

    @property
    def address(self) -> str:
        """Where the state lies, without its password."""
        return shown(self._engine.url)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with transaction(self._engine, is_writing=False) as connection:
            yield connection

    @contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        """A transaction whose statements all see the same moment, while others write."""
        with transaction(self._engine, is_writing=False, is_snapshot=True) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with transaction(self._engine, is_writing=True) as connection:
            yield connection

    @contextmanager
    def _writing_run(self, run: str) -> Iterator[Connection]:
        """A transaction that holds the run's lock, so that its rows are numbered without gaps."""
        with self._writing() as connection:
            lock = select(run_tables.runs.c.id).where(run_tables.runs.c.id == run).with_for_update()
            if connection.execute(lock).first() is None:
                raise UnknownRun(f"There is no run `{run}`. `crosscheck runs list` shows those you may see.")
            yield connection
            has_new_head = self._has_waiting_head(connection, run)
        if has_new_head:
            self.export_heads()

    def _next(self, connection: Connection, table: Table, key: ColumnElement[bool], column: str = "sequence") -> int:
        highest = connection.execute(select(func.max(table.c[column])).where(key)).scalar()
        return (highest or 0) + 1

    def _put(self, table: Table, row: dict[str, Any]) -> None:
        """Insert a row, or replace the one with its `id`, whoever else does the same at this moment."""
        change = update(table).where(table.c.id == row["id"]).values(row)
        for attempt in range(1, _PUT_ATTEMPTS + 1):
            try:
                with self._writing() as connection:
                    if connection.execute(change).rowcount == 0:
                        connection.execute(insert(table).values(row))
                return
            except (IntegrityError, StoreBusy):  # another inserted it in between
                if attempt == _PUT_ATTEMPTS:
                    raise

    def _log_record(
        self, connection: Connection, table: Table, key: ColumnElement[bool], *, event: str, facts: dict[str, Any]
    ) -> None:
        """Seal a row as the database now holds it in the chain of its run."""
        row = connection.execute(select(table).where(key)).mappings().one()
        run = row["id"] if table is run_tables.runs else row["run"]
        self._log(connection, run, event, {**facts, **seal(table.name, row)})

    def _log(self, connection: Connection, run: str, event: str, facts: dict[str, Any]) -> None:
        append_row(connection, run=run, event=event, facts=facts, at=self._clock())
        if event != "run_closed" and self._is_closed(connection, run):
            self._sign_head(connection, run, event)

    def _is_closed(self, connection: Connection, run: str) -> bool:
        query = select(run_tables.runs.c.status).where(run_tables.runs.c.id == run)
        return connection.execute(query).scalar() is not None

    def _sign_head(self, connection: Connection, run: str, event: str) -> None:
        """Keep the present end of the chain, signed when there is a key."""
        end = _chain_end(connection, run)
        heads = run_tables.audit_heads
        head = AuditHead(
            run=run,
            number=self._next(connection, heads, heads.c.run == run, "number"),
            event=event,
            sequence=end["sequence"],
            digest=end["digest"],
            at=self._clock(),
        )
        if self._keeping.key is not None:
            signed = {"signature": signature_of(head, self._keeping.key), "key_id": key_id(self._keeping.key)}
            head = head.model_copy(update=signed)
        connection.execute(insert(heads).values(head.model_dump()))

    def export_heads(self) -> None:
        """Append the heads that are not in the export file yet. Raises StoreUnavailable when it cannot be written.

        A crash, or another process doing the same, may leave a head in the file twice: nothing contradicts that.
        """
        if self._keeping.export is None:
            return
        heads = run_tables.audit_heads
        marks = {"exported_to": export_place(self._keeping.export)}
        query = select(heads).where(heads.c.exported_to.is_(None)).order_by(heads.c.at, heads.c.run, heads.c.number)
        with self._exporting:
            with self._reading() as connection:
                rows = connection.execute(query).mappings().all()
            if not rows:
                return
            append_to_export(
                self._keeping.export, [ExportedHead(**{**row, **marks}, store=self.address) for row in rows]
            )
            for row in rows:  # one by one, since locks on several rows could meet another process's in a deadlock
                key = (heads.c.run == row["run"]) & (heads.c.number == row["number"])
                with self._writing() as connection:
                    connection.execute(update(heads).where(key).values(marks))

    def _has_waiting_head(self, connection: Connection, run: str) -> bool:
        heads = run_tables.audit_heads
        waiting = select(heads.c.run).where(heads.c.run == run, heads.c.exported_to.is_(None))
        return self._keeping.export is not None and connection.execute(waiting).first() is not None


def _chain_end(connection: Connection, run: str) -> RowMapping:
    query = (
        select(run_tables.audit)
        .where(run_tables.audit.c.run == run)
        .order_by(run_tables.audit.c.sequence.desc())
        .limit(1)
    )
    return connection.execute(query).mappings().one()
