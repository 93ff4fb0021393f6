"""Posts parcels and sends what is queued: every step is in the store before it is taken."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from tenacity import RetryCallState, Retrying, retry_if_result, wait_exponential_jitter

from crew.delivery.channels.sending import send
from crew.delivery.errors import NotDelivered, Uncertain
from crew.delivery.holder import this_process
from crew.delivery.parcel import Parcel, parcel_of
from crew.delivery.specs import Target, target_of
from crew.errors import CrewError
from crew.settings import Settings
from crew.store.delivery_records import DeliveryDraft, DeliveryRecord
from crew.store.store import Store

_ABREAST = 8
_MARGIN = timedelta(seconds=30)
"""What a lease lasts beyond the time an attempt may take."""
_ATTEMPTS_AT_ONCE = 4
"""Attempts in one go; later ones come when the outbox is looked through again."""
_LONGEST_STAY = 30.0
"""Seconds that the next attempt is waited for in one go; a receiver that asks for more holds nobody up."""
_MOST_UNKNOWN = 3
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 1800.0


def post_parcel(store: Store, parcel: Parcel, targets: Sequence[Target]) -> str:
    """Keep a parcel and queue its deliveries, and return its id; nothing is sent yet.

    Posting it again, after a crash or by another machine, adds nothing.
    """
    record, files = parcel.as_records()
    drafts = [
        DeliveryDraft(channel=target.to, destination=destination, target=target.model_dump(mode="json"))
        for target in targets
        for destination in target.destinations()
    ]
    return store.post_parcel(record, files, drafts)


class Deliverer:
    """Sends queued deliveries. Several, in threads, processes and machines, may look at one store."""

    def __init__(
        self, store: Store, settings: Settings, *, first_wait: float = _FIRST_WAIT, stop: threading.Event | None = None
    ) -> None:
        self._store = store
        self._settings = settings
        self._wait = wait_exponential_jitter(multiplier=first_wait, max=_LONGEST_WAIT)
        self._stop = stop or threading.Event()

    def deliver_parcel(self, parcel: str) -> list[DeliveryRecord]:
        """Send what is queued of one parcel, each receiver apart from the others, and tell how each stands."""
        waiting = [delivery.id for delivery in self._store.deliveries(parcel=parcel, state="queued")]
        self._deliver_all(waiting)
        return self._store.deliveries(parcel=parcel)

    def deliver_waiting(self) -> int:
        """Look after everything: what a lost process left, and what is due to be sent (again). Returns how many."""
        self.recover()
        ready = [delivery.id for delivery in self._store.ready_deliveries()]
        self._deliver_all(ready)
        return len(ready)

    def recover(self) -> None:
        """Mark what a lost process was sending as unknown, and queue it again where its target says so."""
        for delivery in self._store.mark_lost_deliveries():
            self._again_if_wanted(self._store.delivery(delivery))

    def deliver(self, delivery: str) -> None:
        """Send one delivery if it is its time, and try again with growing waits, a few times."""
        retrying = Retrying(
            retry=retry_if_result(lambda waiting: waiting is not None),
            stop=_is_enough,
            wait=_until_due,
            sleep=self._sleep,
            retry_error_callback=lambda _state: None,
        )
        retrying(self.deliver_once, delivery)

    def _deliver_all(self, deliveries: Sequence[str]) -> None:
        with ThreadPoolExecutor(_ABREAST) as pool:
            list(pool.map(self.deliver, deliveries))

    def _sleep(self, seconds: float) -> None:
        self._stop.wait(seconds)

    def deliver_once(self, delivery: str) -> datetime | None:
        """One attempt, if it is time for one; returns when the next is to come, or None when there is none."""
        record = self._store.delivery(delivery)
        target = target_of(record.target)
        lease = timedelta(seconds=target.time_out) + _MARGIN
        number = self._store.begin_attempt(delivery, holder=this_process(), lease=lease)
        if number is None:
            return None
        try:
            detail = self._send(record, target)
        except NotDelivered as error:
            retry_at = self._next_try(record, target, number, error) if error.can_help_to_wait else None
            return self._settle(record, number, "failed", str(error), retry_at)
        except Uncertain as error:
            self._settle(record, number, "unknown", str(error), None)
            return self._again_if_wanted(self._store.delivery(delivery))
        except CrewError as error:
            return self._settle(record, number, "failed", str(error), None)
        except Exception as error:
            self._settle(record, number, "failed", f"{type(error).__name__}: {error}", None)
            raise
        return self._settle(record, number, "delivered", detail, None)

    def _send(self, record: DeliveryRecord, target: Target) -> str:
        parcel = parcel_of(self._store.parcel(record.parcel), self._store.parcel_files(record.parcel))
        if parcel is None:
            raise NotDelivered("Retention has removed what was to be delivered.", can_help_to_wait=False)
        return send(parcel, target, destination=record.destination, key=record.key, settings=self._settings)

    def _settle(
        self,
        record: DeliveryRecord,
        number: int,
        outcome: Literal["delivered", "failed", "unknown"],
        detail: str,
        retry_at: datetime | None,
    ) -> datetime | None:
        self._store.settle_attempt(record.id, number, outcome=outcome, detail=detail, retry_at=retry_at)
        return retry_at

    def _next_try(self, record: DeliveryRecord, target: Target, number: int, error: NotDelivered) -> datetime | None:
        now = datetime.now(UTC)
        wait = max(self._pause(number), error.after or 0)
        due = now + timedelta(seconds=wait)
        return due if due <= record.created_at + timedelta(seconds=target.retry_for_seconds) else None

    def _again_if_wanted(self, record: DeliveryRecord) -> datetime | None:
        """Queue an unknown delivery again, unless a person is to decide or it has been unknown too often."""
        if target_of(record.target).when_unknown == "wait":
            return None
        unknown = [attempt for attempt in self._store.attempts(record.id) if attempt.outcome == "unknown"]
        if len(unknown) >= _MOST_UNKNOWN:
            return None
        due = datetime.now(UTC) + timedelta(seconds=self._pause(record.attempts))
        return due if self._store.requeue_delivery(record.id, states=("unknown",), at=due) else None

    def _pause(self, attempts: int) -> float:
        state: Any = RetryCallState(retry_object=Retrying(), fn=None, args=(), kwargs={})
        state.attempt_number = max(1, attempts)
        return float(self._wait(state))


def _is_enough(state: RetryCallState) -> bool:
    """Whether further attempts are left for later."""
    return state.attempt_number >= _ATTEMPTS_AT_ONCE or _until_due(state) > _LONGEST_STAY


def _until_due(state: RetryCallState) -> float:
    due: datetime = state.outcome.result()  # type: ignore[union-attr]
    return max(0.0, (due - datetime.now(UTC)).total_seconds()) + 0.01
