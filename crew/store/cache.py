"""Values kept to save a second look-up, each asker's apart from every other's."""

from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select

from crew.store import run_tables
from crew.store.base import StoreBase
from tools.evidence import digest

_entries = run_tables.cache_entries


class Cache(StoreBase):
    """Keeps JSON values under a namespace, an owner and a key."""

    def cached(self, namespace: str, owner: str, key: str) -> Any:
        """The value, or None when there is none or it has expired."""
        query = select(_entries.c.value, _entries.c.expires_at).where(_entries.c.id == _id(namespace, owner, key))
        with self._reading() as connection:
            row = connection.execute(query).first()
        if row is None or (row.expires_at is not None and row.expires_at <= self._clock()):
            return None
        return row.value

    def keep_cached(self, namespace: str, owner: str, key: str, value: Any, *, lasts: timedelta | None = None) -> None:
        """Keep a JSON value, replacing an earlier one; without `lasts` it never expires."""
        now = self._clock()
        row = {
            "id": _id(namespace, owner, key),
            "namespace": namespace,
            "owner": owner,
            "stored_at": now,
            "expires_at": None if lasts is None else now + lasts,
            "value": value,
        }
        self._put(_entries, row)

    def drop_expired(self) -> None:
        """Drop every entry that has expired."""
        with self._reading() as connection:
            expired = connection.execute(select(_entries.c.id).where(_entries.c.expires_at <= self._clock())).scalars()
            found = list(expired)
        for entry in found:
            with self._writing() as connection:
                gone = (_entries.c.id == entry) & (_entries.c.expires_at <= self._clock())
                connection.execute(delete(_entries).where(gone))

    def forget_cached(self, namespace: str, owner: str | None = None) -> int:
        """Drop a namespace, or one owner's part of it, and return how many entries that was."""
        query = delete(_entries).where(_entries.c.namespace == namespace)
        if owner is not None:
            query = query.where(_entries.c.owner == owner)
        with self._writing() as connection:
            return connection.execute(query).rowcount


def _id(namespace: str, owner: str, key: str) -> str:
    return digest([namespace, owner, key])
