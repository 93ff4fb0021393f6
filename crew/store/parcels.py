"""What is to be delivered, kept so that it can be delivered again exactly as it was."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, insert, select, type_coerce, update
from sqlalchemy.exc import IntegrityError

from crew.store import delivery_tables
from crew.store.base import StoreBase
from crew.store.columns import LongText, canonical
from crew.store.delivery_records import DeliveryDraft, ParcelFileRecord, ParcelRecord
from crew.store.ids import new_id
from tools.evidence import digest

_parcels, _files, _deliveries = delivery_tables.parcels, delivery_tables.parcel_files, delivery_tables.deliveries


class Parcels(StoreBase):
    """Keeps parcels, and the deliveries that are to be made of each."""

    def post_parcel(
        self, parcel: ParcelRecord, files: Sequence[ParcelFileRecord], drafts: Sequence[DeliveryDraft]
    ) -> str:
        """Keep a parcel with one queued delivery per draft, all or nothing, and return the parcel's id.

        A parcel whose key is known already is not kept again: the earlier one's id is returned, and of its deliveries
        and files only those that are new are added.
        """
        try:
            with self._writing() as connection:
                known = _id_of(connection, parcel.key)
                parcel_id = known or self._insert(connection, parcel)
                self._add_files(connection, parcel_id, files)
                self._queue(connection, parcel_id, parcel.key, drafts)
        except IntegrityError:  # another process posted the same in between
            with self._writing() as connection:
                parcel_id = _id_of(connection, parcel.key) or ""
                self._add_files(connection, parcel_id, files)
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
        with self._writing() as connection:
            return empty_parcels_where(connection, _parcels.c.created_at < before, self._clock())

    def _insert(self, connection: Connection, parcel: ParcelRecord) -> str:
        now = self._clock()
        row: dict[str, Any] = {**parcel.model_dump(exclude={"emptied_at"}), "id": new_id(now), "created_at": now}
        connection.execute(insert(_parcels).values(row))
        return str(row["id"])

    def _add_files(self, connection: Connection, parcel: str, files: Sequence[ParcelFileRecord]) -> None:
        """Keep the files the parcel does not have, in formats that a receiver named since asks for."""
        has_been_emptied = select(_parcels.c.emptied_at).where(_parcels.c.id == parcel)
        if connection.execute(has_been_emptied).scalar() is not None:
            return
        known = set(connection.execute(select(_files.c.name).where(_files.c.parcel == parcel)).scalars())
        for file in files:
            if file.name not in known:
                connection.execute(insert(_files).values({**file.model_dump(), "parcel": parcel}))

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


def empty_parcels_where(connection: Connection, condition: ColumnElement[bool], now: datetime) -> int:
    """Empty the parcels that a condition picks; returns how many."""
    query = select(_parcels.c.id).where(condition, _parcels.c.emptied_at.is_(None))
    found = list(connection.execute(query).scalars())
    for parcel in found:
        connection.execute(update(_files).where(_files.c.parcel == parcel).values(content=None))
        emptied = {"subject": None, "content": None, "emptied_at": now}
        connection.execute(update(_parcels).where(_parcels.c.id == parcel).values(emptied))
    return len(found)


def holding(**fact: str) -> ColumnElement[bool]:
    """Parcels that state a fact, such as the report's run they hold or its domain."""
    return type_coerce(_parcels.c.content, LongText).contains(canonical(fact)[1:-1], autoescape=True)


def is_awaited(connection: Connection, report_run: str) -> bool:
    """Whether a receiver has yet to get what a report's run said, or a person to decide whether they have."""
    is_open = _deliveries.c.state.in_(("queued", "sending", "unknown"))
    joined = _deliveries.join(_parcels, _parcels.c.id == _deliveries.c.parcel)
    query = select(_deliveries.c.id).select_from(joined).where(is_open, holding(report_run=report_run)).limit(1)
    return connection.execute(query).first() is not None


def _id_of(connection: Connection, key: str) -> str | None:
    return connection.execute(select(_parcels.c.id).where(_parcels.c.key == key)).scalar()
