"""Sends what is queued as it comes: a receiver that is slow holds only its own deliveries up."""

import logging
import threading
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for

from crew.delivery.delivering import Deliverer
from crew.store.delivery_records import DeliveryRecord
from crew.store.store import Store

_LOG = logging.getLogger(__name__)

_ABREAST = 32
_PER_RECEIVER = 2
_SEEN_PER_RECEIVER = 50
"""Of what waits for one receiver so much is looked at in one go, so that a long queue hides nobody else's."""


class Outbox:
    """Deliveries in hand of one long-lived process."""

    def __init__(self, store: Store, deliverer: Deliverer) -> None:
        self._store = store
        self._deliverer = deliverer
        self._pool = ThreadPoolExecutor(_ABREAST, thread_name_prefix="outbox")
        self._in_hand: dict[str, tuple[str, Future[None]]] = {}
        self._waiting: list[DeliveryRecord] = []
        self._is_closed = False
        self._lock = threading.Lock()

    def look(self) -> None:
        """Begin what is due to be sent, and look after what a lost process left; waits for nothing."""
        self._deliverer.recover()
        ready = self._store.ready_deliveries(per_receiver=_SEEN_PER_RECEIVER)
        with self._lock:
            self._waiting = [delivery for delivery in ready if delivery.id not in self._in_hand]
            self._begin()

    def close(self, grace: float) -> bool:
        """Begin nothing more; True when all in hand had ended within the grace. What had not is `unknown` later."""
        with self._lock:
            self._is_closed = True
            self._pool.shutdown(wait=False, cancel_futures=True)
            futures = [future for _, future in self._in_hand.values() if not future.cancelled()]
        return not wait_for(futures, timeout=grace).not_done

    def _begin(self) -> None:
        """Begin what there is room for."""
        busy = Counter(destination for destination, _ in self._in_hand.values())
        left = []
        for delivery in self._waiting:
            has_room = len(self._in_hand) < _ABREAST and busy[delivery.destination] < _PER_RECEIVER
            if self._is_closed or not has_room:
                left.append(delivery)
                continue
            busy[delivery.destination] += 1
            sending = self._pool.submit(self._send, delivery.id)
            self._in_hand[delivery.id] = (delivery.destination, sending)
        self._waiting = left

    def _send(self, delivery: str) -> None:
        """Send one, and go on with what waits for the room that has become free."""
        try:
            self._deliverer.deliver_once(delivery)
        except Exception:  # noqa: BLE001 - logged with its traceback; the others go on
            _LOG.exception("Delivery %s", delivery)
        finally:
            with self._lock:
                del self._in_hand[delivery]
                self._begin()
