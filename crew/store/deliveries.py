"""Each delivery's state and its attempts: an attempt is noted before anything is sent, and settled after it."""

from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import ColumnElement, Connection, func, insert, or_, select, update

from crew.errors import WrongInput
from crew.store import delivery_tables
from crew.store.base import StoreBase
from crew.store.delivery_records import AttemptRecord, DeliveryRecord
from crew.store.ids import normalised

_deliveries, _attempts = delivery_tables.deliveries, delivery_tables.delivery_attempts

DeliveryState = Literal["queued", "sending", "delivered", "failed", "unknown"]


class UnknownDelivery(WrongInput):
    """No delivery has this id."""


class Deliveries(StoreBase):
    """Who delivers what at this moment, what became of it, and what is uncertain after a crash."""

    def begin_attempt(self, delivery: str, *, holder: str, lease: timedelta) -> int | None:
        """Note that a queued delivery is about to be sent, and return the attempt's number.

        None when it is not to be sent now: another has it, it is settled, or its time has not come.
        """
        now = self._clock()
        mine = (_deliveries.c.id == delivery) & _ready(now)
        claimed = {"state": "sending", "lease_until": now + lease, "attempts": _deliveries.c.attempts + 1}
        with self._writing() as connection:
            if connection.execute(update(_deliveries).where(mine).values(claimed)).rowcount == 0:
                return None
            number = connection.execute(select(_deliveries.c.attempts).where(_deliveries.c.id == delivery)).scalar_one()
            row = {"delivery": delivery, "number": number, "holder": holder, "begun_at": now}
            connection.execute(insert(_attempts).values(row))
        return int(number)

    def settle_attempt(
        self,
        delivery: str,
        number: int,
        *,
        outcome: Literal["delivered", "failed", "unknown"],
        detail: str,
        retry_at: datetime | None = None,
    ) -> None:
        """Note how an attempt ended; with `retry_at` the delivery waits for another, else it ends as the attempt did.

        An attempt that was given up in the meantime changes only its own row, so that the log tells all.
        """
        now = self._clock()
        state = outcome if retry_at is None else "queued"
        current = (
            (_deliveries.c.id == delivery) & (_deliveries.c.state == "sending") & (_deliveries.c.attempts == number)
        )
        values = {"state": state, "detail": detail, "lease_until": None, "retry_at": retry_at}
        with self._writing() as connection:
            _note(connection, delivery, number, outcome, detail, now)
            settled = {**values, "settled_at": None if retry_at else now}
            connection.execute(update(_deliveries).where(current).values(settled))

    def mark_lost_deliveries(self) -> list[str]:
        """Mark as `unknown` what was being sent by a process that is gone, and return the ids."""
        now = self._clock()
        lost = (_deliveries.c.state == "sending") & (_deliveries.c.lease_until < now)
        detail = "The process that sent it ended before it heard the outcome."
        marked = []
        with self._reading() as connection:
            found = connection.execute(select(_deliveries.c.id, _deliveries.c.attempts).where(lost)).all()
        for delivery, number in found:
            with self._writing() as connection:
                change = update(_deliveries).where(_deliveries.c.id == delivery, lost)
                values = {"state": "unknown", "detail": detail, "lease_until": None, "settled_at": now}
                if connection.execute(change.values(values)).rowcount:
                    _note(connection, delivery, number, "unknown", detail, now)
                    marked.append(delivery)
        return marked

    def requeue_delivery(self, delivery: str, *, states: tuple[DeliveryState, ...], at: datetime | None = None) -> bool:
        """Let a delivery be sent again when it is in one of these states; False when it is not."""
        own = (_deliveries.c.id == delivery) & _deliveries.c.state.in_(states)
        values = {"state": "queued", "retry_at": at, "settled_at": None, "lease_until": None}
        with self._writing() as connection:
            return connection.execute(update(_deliveries).where(own).values(values)).rowcount > 0

    def decide_delivery(self, delivery: str, state: Literal["delivered", "failed"], *, by: str) -> bool:
        """Note what a person found out about a delivery that is `unknown`; False when it is not."""
        own = (_deliveries.c.id == delivery) & (_deliveries.c.state == "unknown")
        values = {"state": state, "detail": f"Settled as {state} by {by}.", "settled_at": self._clock()}
        with self._writing() as connection:
            return connection.execute(update(_deliveries).where(own).values(values)).rowcount > 0

    def ready_deliveries(self, *, limit: int = 1000, per_receiver: int | None = None) -> list[DeliveryRecord]:
        """Deliveries whose time to be sent has come, the oldest first; of each receiver no more than so many."""
        query = select(_deliveries).where(_ready(self._clock())).order_by(_deliveries.c.id).limit(limit)
        if per_receiver is not None:
            place = func.row_number().over(partition_by=_deliveries.c.destination, order_by=_deliveries.c.id)
            placed = select(_deliveries.c.id, place.label("place")).where(_ready(self._clock())).subquery()
            query = query.where(_deliveries.c.id.in_(select(placed.c.id).where(placed.c.place <= per_receiver)))
        with self._reading() as connection:
            return [_record(dict(row)) for row in connection.execute(query).mappings()]

    def delivery(self, typed: str) -> DeliveryRecord:
        """The delivery whose id begins with what was typed; raises UnknownDelivery."""
        query = select(_deliveries).where(_deliveries.c.id.startswith(normalised(typed), autoescape=True)).limit(2)
        with self._reading() as connection:
            rows = connection.execute(query).mappings().all()
        if len(rows) != 1:
            which = "Several deliveries begin with" if rows else "There is no delivery"
            raise UnknownDelivery(f"{which} `{typed}`. `crosscheck delivery list` shows them.")
        return _record(dict(rows[0]))

    def deliveries(
        self, *, parcel: str | None = None, state: str | None = None, report: str | None = None, limit: int = 1000
    ) -> list[DeliveryRecord]:
        """Deliveries of a parcel, a report, in a state, or all; the newest first."""
        parcels = delivery_tables.parcels
        query = select(_deliveries).join(parcels, parcels.c.id == _deliveries.c.parcel)
        if parcel is not None:
            query = query.where(_deliveries.c.parcel == parcel)
        if state is not None:
            query = query.where(_deliveries.c.state == state)
        if report is not None:
            query = query.where(parcels.c.report == report)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(_deliveries.c.id.desc()).limit(limit)).mappings().all()
        return [_record(dict(row)) for row in rows]

    def attempts(self, delivery: str) -> list[AttemptRecord]:
        """The attempts of a delivery, in order."""
        query = select(_attempts).where(_attempts.c.delivery == delivery).order_by(_attempts.c.number)
        with self._reading() as connection:
            return [AttemptRecord.model_validate(dict(row)) for row in connection.execute(query).mappings()]


def _ready(now: datetime) -> ColumnElement[bool]:
    is_time = or_(_deliveries.c.retry_at.is_(None), _deliveries.c.retry_at <= now)
    return (_deliveries.c.state == "queued") & is_time


def _note(connection: Connection, delivery: str, number: int, outcome: str, detail: str, now: datetime) -> None:
    row = (_attempts.c.delivery == delivery) & (_attempts.c.number == number)
    values = {"outcome": outcome, "detail": detail, "settled_at": now}
    connection.execute(update(_attempts).where(row).values(values))


def _record(row: dict[str, object]) -> DeliveryRecord:
    return DeliveryRecord.model_validate(row)
