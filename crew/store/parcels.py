"""What is to be delivered, kept so that it can be delivered again exactly as it was."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from crew.store import tables
from crew.store.base import StoreBase
from crew.store.ids import new_id
from crew.store.records import DeliveryDraft, ParcelFileRecord, ParcelRecord
from tools.evidence import digest

_parcels, _files, _deliveries = tables.parcels, tables.parcel_files, tables.deliveries


class Parcels(StoreBase):
    """Keeps parcels, and the deliveries that are to be made of each."""

    def post_parcel(
        self, parcel: ParcelRecord, files: Sequence[ParcelFileRecord], drafts: Sequence[DeliveryDraft]
    ) -> str:
        """Keep a parcel with one queued delivery per draft, all or nothing, and return the parcel's id.

        A parcel whose key is known already is not kept again: the earlier one's id is returned, and of its deliveries
        only those that are new are added.
        """
        try:
            with self._writing() as connection:
                known = _id_of(connection, parcel.key)
                parcel_id = known or self._insert(connection, parcel, files)
                self._queue(connection, parcel_id, parcel.key, drafts)
        except IntegrityError:  # another process posted the same in between
            with self._writing() as connection:
                parcel_id = _id_of(connection, parcel.key) or ""
                self._queue(connection, parcel_id, parcel.key, drafts)
        return parcel_id

    def parcel(self, parcel: str) -> ParcelRecord:
        """A parcel without its files."""
        with self._reading() as connection:
            row = connection.execute(select(_parcels).where(_parcels.c.id == parcel)).mappings().one()
        return ParcelRecord.model_validate(dict(row))

    def parcel_files(self, parcel: str) -> list[ParcelFileRecord]:
        """The files of a parcel; `content` is None once retention has removed it."""
        query = select(_files).where(_files.c.parcel == parcel).order_by(_files.c.name)
        with self._reading() as connection:
            rows = connection.execute(query).mappings().all()
        return [ParcelFileRecord.model_validate({k: row[k] for k in ParcelFileRecord.model_fields}) for row in rows]

    def empty_parcels(self, before: datetime) -> int:
        """Remove subjects, summaries and files of parcels made before a moment; what was delivered when stays."""
        old = (_parcels.c.created_at < before) & _parcels.c.emptied_at.is_(None)
        with self._writing() as connection:
            found = list(connection.execute(select(_parcels.c.id).where(old)).scalars())
            for parcel in found:
                connection.execute(update(_files).where(_files.c.parcel == parcel).values(content=None))
                emptied = {"subject": None, "content": None, "emptied_at": self._clock()}
                connection.execute(update(_parcels).where(_parcels.c.id == parcel).values(emptied))
        return len(found)

    def _insert(self, connection: Connection, parcel: ParcelRecord, files: Sequence[ParcelFileRecord]) -> str:
        now = self._clock()
        row: dict[str, Any] = {**parcel.model_dump(exclude={"emptied_at"}), "id": new_id(now), "created_at": now}
        connection.execute(insert(_parcels).values(row))
        for file in files:
            connection.execute(insert(_files).values({**file.model_dump(), "parcel": row["id"]}))
        return str(row["id"])

    def _queue(self, connection: Connection, parcel: str, key: str, drafts: Sequence[DeliveryDraft]) -> None:
        query = select(_deliveries.c.key).where(_deliveries.c.parcel == parcel)
        known = set(connection.execute(query).scalars())
        for draft in drafts:
            own_key = digest([key, draft.channel, draft.destination])[:40]
            if own_key in known:
                continue
            known.add(own_key)
            now = self._clock()
            row = {
                **draft.model_dump(),
                "id": new_id(now),
                "parcel": parcel,
                "key": own_key,
                "state": "queued",
                "attempts": 0,
                "created_at": now,
            }
            connection.execute(insert(_deliveries).values(row))


def _id_of(connection: Connection, key: str) -> str | None:
    return connection.execute(select(_parcels.c.id).where(_parcels.c.key == key)).scalar()
