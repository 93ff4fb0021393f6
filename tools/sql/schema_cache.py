"""Schema maps kept for a day, in memory and on disk, each identity's apart from every other's."""

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.asker import Asker
from tools.deadline import Deadline
from tools.errors import ToolError
from tools.sql.database import Database
from tools.sql.errors import SourceError
from tools.sql.introspect import SECONDS, introspect, profiled
from tools.sql.schema import Schema, Table
from tools.sql.schema_files import Kept, SchemaFiles
from tools.sql.specs import PolicySpec, SemanticSpec

TTL_SECONDS = 24 * 3600.0
_TOO_OLD = 2
"""A map this many times as old as it may get is not used while it is read again."""
_PAUSE = 60.0
"""Seconds before a refresh that failed is tried again."""
_CLOSING_SECONDS = 2.0


@dataclass(frozen=True)
class _Reading:
    """Whose map of what: everything that decides what a map holds."""

    database: Database
    policy: PolicySpec
    semantic: SemanticSpec | None
    asker: Asker

    @property
    def key(self) -> dict[str, Any]:
        identity = self.database.identity
        return {
            "database": [self.database.name, self.database.place, *map(list, _read_of(self.database))],
            "asker": [self.asker.id, list(self.asker.groups), identity.role, list(identity.variables)],
            "policy": self.policy.model_dump(mode="json"),
            "joins": list(self.semantic.joins) if self.semantic else [],
        }

    @property
    def name(self) -> str:
        return repr(self.key)


def _read_of(database: Database) -> tuple[tuple[str, ...], ...]:
    spec = database.spec
    return (spec.tables, spec.schemas) if spec.schemas else (spec.tables,)


class SchemaCache:
    """Keeps schema maps, in a folder when there is one. Thread-safe.

    A map that is due is read again in the background and used meanwhile; one twice as old is read again first. Maps
    are kept apart by database, address, asker with groups, role, session variables and policy: no one ever gets one
    that was made with other rights.
    """

    def __init__(
        self,
        ttl_seconds: float = TTL_SECONDS,
        clock: Callable[[], float] = time.time,
        folder: Path | None = None,
    ) -> None:
        self._ttl = ttl_seconds
        self._clock = clock
        self._files = SchemaFiles(folder) if folder else None
        self._lock = threading.Lock()
        self._kept: dict[str, Kept] = {}
        self._running: dict[str, tuple[threading.Thread, Deadline]] = {}
        self._failed_at: dict[str, float] = {}

    def schema(self, database: Database, policy: PolicySpec, semantic: SemanticSpec | None, asker: Asker) -> Schema:
        """The schema; raises as `introspect` where none is kept that may be used."""
        reading = _Reading(database, policy, semantic, asker)
        kept = self._find(reading)
        age = self._clock() - kept.at if kept else 0.0
        if kept is None or not 0 <= age < _TOO_OLD * self._ttl:
            return self._read(reading, Deadline(SECONDS)).schema
        if age >= self._ttl:
            self._read_soon(reading)
        return kept.schema

    def refresh(self, database: Database, policy: PolicySpec, semantic: SemanticSpec | None, asker: Asker) -> Schema:
        """The schema as it is now."""
        return self._read(_Reading(database, policy, semantic, asker), Deadline(SECONDS)).schema

    def kept(self, database: Database, policy: PolicySpec, semantic: SemanticSpec | None, asker: Asker) -> Kept | None:
        """The map that is kept, however old it is; None when there is none."""
        return self._find(_Reading(database, policy, semantic, asker))

    def profiled(
        self,
        names: Collection[str],
        database: Database,
        policy: PolicySpec,
        semantic: SemanticSpec | None,
        asker: Asker,
        *,
        deadline: Deadline,
    ) -> dict[str, Table]:
        """Tables with their values, looked at now where that was not done yet and time allows."""
        reading = _Reading(database, policy, semantic, asker)
        kept = self._find(reading) or self._read(reading, deadline)
        tables = [table for table in map(kept.schema.table, names) if table]
        unknown = [t.name for t in tables if not t.is_profiled and t.name not in kept.profiles]
        if unknown:
            found = profiled(database, kept.schema, policy, unknown, asker=asker, deadline=deadline)
            with self._lock:
                kept.profiles.update({table.name: table for table in found})
            if self._files:
                self._files.add(reading.key, found)
        return {table.name: kept.profiles.get(table.name, table) for table in tables}

    def known_values(
        self, database: Database, policy: PolicySpec, semantic: SemanticSpec | None, asker: Asker
    ) -> list[Table]:
        """The tables whose rows were looked at since the map was made."""
        kept = self._find(_Reading(database, policy, semantic, asker))
        return list(kept.profiles.values()) if kept else []

    def wait(self, seconds: float = SECONDS) -> None:
        """Wait for what is read in the background."""
        with self._lock:
            threads = [thread for thread, _deadline in self._running.values()]
        for thread in threads:
            thread.join(seconds)

    def close(self) -> None:
        """End what is read in the background; what ends within two seconds is still kept."""
        self.wait(_CLOSING_SECONDS)
        with self._lock:
            deadlines = [deadline for _thread, deadline in self._running.values()]
        for deadline in deadlines:
            deadline.cancel()
        self.wait(_CLOSING_SECONDS)

    def _find(self, reading: _Reading) -> Kept | None:
        name = reading.name
        with self._lock:
            kept = self._kept.get(name)
        if kept is None and self._files and (kept := self._files.load(reading.key)):
            with self._lock:
                kept = self._kept.setdefault(name, kept)
        return kept

    def _read(self, reading: _Reading, deadline: Deadline) -> Kept:
        at = self._clock()
        schema = introspect(reading.database, reading.policy, reading.semantic, asker=reading.asker, deadline=deadline)
        kept = Kept(schema, at)
        if self._files:
            self._files.save(reading.key, kept)
        with self._lock:
            self._kept[reading.name] = kept
        return kept

    def _read_soon(self, reading: _Reading) -> None:
        name, deadline = reading.name, Deadline(SECONDS)

        def read() -> None:
            try:
                self._read(reading, deadline)
            except (SourceError, ToolError):  # the old map stays in use, and a statement tells what is wrong
                with self._lock:
                    self._failed_at[name] = self._clock()
            finally:
                with self._lock:
                    self._running.pop(name, None)

        with self._lock:
            failed_at = self._failed_at.get(name)
            if name in self._running or (failed_at is not None and self._clock() - failed_at < _PAUSE):
                return
            thread = threading.Thread(target=read, name=f"schema of {reading.database.name}", daemon=True)
            self._running[name] = (thread, deadline)
        thread.start()
