"""Waiting for work that cannot be interrupted, no longer than the deadline."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from tools.deadline import Deadline
from tools.errors import DeadlinePassed

T = TypeVar("T")


def wait_within(deadline: Deadline, work: Callable[[], T], *, when_late: Callable[[T], object]) -> T:
    """The result of `work`, run in a thread of its own.

    When the deadline passes first the work is abandoned: DeadlinePassed is raised at once, and a result that still
    comes is handed to `when_late`. Errors of `work` are raised as they are.
    """
    attempt = _Attempt(work, when_late)
    with deadline.watching(attempt.finished.set):
        threading.Thread(target=attempt.run, daemon=True).start()
        attempt.finished.wait()
    return attempt.outcome()


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

    def outcome(self) -> T:
        with self._lock:
            if self._results:
                return self._results[0]
            if self._error is None:
                self._is_abandoned = True
        if self._error is not None:
            raise self._error
        raise DeadlinePassed("The model had not answered when the time for this question was over.")
