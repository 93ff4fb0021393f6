"""Waiting for work that cannot be interrupted, no longer than the deadline."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from tools.deadline import Deadline
from tools.errors import DeadlinePassed

T = TypeVar("T")


class TooSlow(Exception):
    """Work took longer than it may, while the question's own deadline has not passed."""


def wait_within(deadline: Deadline, seconds: float, work: Callable[[], T], *, when_late: Callable[[T], object]) -> T:
    """The result of `work`, run in a thread of its own.

    When the deadline passes first the work is abandoned: DeadlinePassed is raised at once, and a result that still
    comes is handed to `when_late`. TooSlow is the same for `seconds`, which a provider that sends a byte now and then
    would otherwise outlast. Errors of `work` are raised as they are.
    """
    attempt = _Attempt(work, when_late)
    with deadline.ending(attempt.finished.set):
        threading.Thread(target=attempt.run, daemon=True).start()
        is_over = attempt.finished.wait(deadline.within(seconds))
    return attempt.outcome(is_too_slow=not is_over and not deadline.is_over)


class _Attempt(Generic[T]):
    def __init__(self, work: Callable[[], T], when_late: Callable[[T], object]) -> None:
        self.finished = threading.Event()
        self._work, self._when_late = work, when_late
        self._lock = threading.Lock()
        self._results: list[T] = []
        self._error: BaseException | None = None
        self._is_abandoned = False

    def run(self) -> None:
        try:
            result = self._work()
        except BaseException as error:  # noqa: BLE001 - raised again in the waiting thread
            self._error = error
        else:
            with self._lock:
                self._results.append(result)
                is_late = self._is_abandoned
            if is_late:
                self._when_late(result)
        self.finished.set()

    def outcome(self, *, is_too_slow: bool) -> T:
        with self._lock:
            if self._results:
                return self._results[0]
            if self._error is None:
                self._is_abandoned = True
        if self._error is not None:
            raise self._error
        if is_too_slow:
            raise TooSlow("no answer in time")
        raise DeadlinePassed("The model had not answered when the time for this question was over.")
