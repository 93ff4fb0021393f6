"""Sends what is queued as it comes: a receiver that is slow holds only its own deliveries up."""

import logging
import threading
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from datetime import datetime

from crew.delivery.delivering import Deliverer
from crew.store.store import Store

_LOG = logging.getLogger(__name__)

_ABREAST = 32
_PER_RECEIVER = 2


class Outbox:
    """Deliveries in hand of one long-lived process."""

    def __init__(self, store: Store, deliverer: Deliverer) -> None:
        self._store = store
        self._deliverer = deliverer
        self._pool = ThreadPoolExecutor(_ABREAST, thread_name_prefix="outbox")
        self._in_hand: dict[str, tuple[str, Future[datetime | None]]] = {}
        self._lock = threading.Lock()

    def look(self) -> None:
        """Begin what is due to be sent, and look after what a lost process left; waits for nothing."""
        self._deliverer.recover()
        with self._lock:
            self._forget_ended()
            busy = Counter(destination for destination, _ in self._in_hand.values())
            for delivery in self._store.ready_deliveries():
                is_free = busy[delivery.destination] < _PER_RECEIVER and delivery.id not in self._in_hand
                if is_free and len(self._in_hand) < _ABREAST:
                    busy[delivery.destination] += 1
                    sending = self._pool.submit(self._deliverer.deliver_once, delivery.id)
                    self._in_hand[delivery.id] = (delivery.destination, sending)

    def close(self, grace: float) -> bool:
        """Begin nothing more; True when all in hand had ended within the grace. What had not is `unknown` later."""
        with self._lock:
            self._pool.shutdown(wait=False, cancel_futures=True)
            futures = [future for _, future in self._in_hand.values() if not future.cancelled()]
        return not wait_for(futures, timeout=grace).not_done

    def _forget_ended(self) -> None:
        for delivery, (_, future) in list(self._in_hand.items()):
            if future.done():
                del self._in_hand[delivery]
                if not future.cancelled() and (error := future.exception()) is not None:
                    _LOG.error("Delivery %s", delivery, exc_info=error)
