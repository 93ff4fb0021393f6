"""One deadline for a whole question, handed down to every statement, search and model call."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tools.errors import DeadlinePassed
from tools.wording import said


class Deadline:
    """Seconds left until a moment, and a way to end work early.

    `seconds` counts from creation on the monotonic clock; None means no limit. Thread-safe.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._lock = threading.Lock()
        self._stops: dict[object, Callable[[], None]] = {}
        self._cancelled = threading.Event()

    def remaining(self) -> float | None:
        """Seconds left, never negative; None when there is no limit."""
        if self._cancelled.is_set():
            return 0.0
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def within(self, seconds: float) -> float:
        """`seconds`, or what is left if that is less."""
        left = self.remaining()
        return seconds if left is None else min(seconds, left)

    @property
    def is_over(self) -> bool:
        """True once time has run out or the work was cancelled."""
        return self.remaining() == 0.0

    @property
    def is_cancelled(self) -> bool:
        """True once `cancel` was called."""
        return self._cancelled.is_set()

    def check(self) -> None:
        """Raise DeadlinePassed when the deadline is over."""
        if self.is_over:
            raise DeadlinePassed(said("The time for this question is over; answer from what has been found so far."))

    def cancel(self) -> None:
        """End all watched work now, as Ctrl-C does."""
        self._cancelled.set()
        with self._lock:
            stops = list(self._stops.values())
        for stop in stops:
            stop()

    @contextmanager
    def ending(self, stop: Callable[[], None]) -> Iterator[None]:
        """Call `stop` if the work is cancelled inside the block; whoever waits looks after the time itself."""
        self.check()
        key = object()
        with self._lock:
            self._stops[key] = stop
        if self.is_cancelled:
            stop()
        try:
            yield
        finally:
            with self._lock:
                del self._stops[key]

    @contextmanager
    def watching(self, stop: Callable[[], None], seconds: float | None = None) -> Iterator[None]:
        """Call `stop` from another thread if the deadline, or `seconds` from now, passes inside the block."""
        with self.ending(stop):
            limit = self.remaining() if seconds is None else self.within(seconds)
            timer = threading.Timer(limit, stop) if limit is not None else None
            if timer:
                timer.daemon = True
                timer.start()
            try:
                yield
            finally:
                if timer:
                    timer.cancel()
