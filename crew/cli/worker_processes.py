"""Several workers of one machine: forked after the slow imports, so that one that is lost is replaced at once."""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable

_LOG = logging.getLogger(__name__)

_BRIEF = 5.0
"""Seconds within which a worker that ends is taken for one that cannot work."""
_LONGEST_WAIT = 30.0


def keep_working(count: int, work: Callable[[], int]) -> int:
    """Run `work` in so many processes until SIGTERM or Ctrl-C, and replace each that is lost.

    Each ends as it does on SIGTERM. Returns 0. No other thread may run here, since a fork would lose it.
    """
    return _Keeper(work).keep(count)


def end_with_parent(parent: int, *, every: float = 2.0) -> None:
    """End this process as SIGTERM does once its parent is gone, which then replaces nobody."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(every)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()


class _Keeper:
    def __init__(self, work: Callable[[], int]) -> None:
        self._work = work
        self._started: dict[int, float] = {}
        self._is_stopping = False
        self._wait = 0.0

    def keep(self, count: int) -> int:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        for _ in range(count):
            self._start()
        while self._started:
            process, status = os.wait()
            lived = time.monotonic() - self._started.pop(process)
            if self._is_stopping:
                continue
            _LOG.warning("Worker %d ended (%s) and is replaced.", process, _how(status))
            self._rest(lived)
            self._start()
        return 0

    def _start(self) -> None:
        if self._is_stopping:
            return
        parent = os.getpid()
        process = os.fork()
        if process == 0:
            _be_a_worker(self._work, parent)
        self._started[process] = time.monotonic()
        if self._is_stopping:  # told between the look and the fork
            os.kill(process, signal.SIGTERM)

    def _rest(self, lived: float) -> None:
        """Give what ends again and again a growing rest."""
        self._wait = min(_LONGEST_WAIT, 2 * self._wait or 1.0) if lived < _BRIEF else 0.0
        end = time.monotonic() + self._wait
        while not self._is_stopping and time.monotonic() < end:
            time.sleep(0.1)

    def _stop(self, *_signal: object) -> None:
        self._is_stopping = True
        for process in list(self._started):
            os.kill(process, signal.SIGTERM)


def _be_a_worker(work: Callable[[], int], parent: int) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    code = 1
    try:
        end_with_parent(parent)
        code = work()
    except Exception:  # noqa: BLE001 - logged with its traceback; the keeper starts another
        _LOG.exception("A worker cannot work")
    finally:
        os._exit(code)


def _how(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"by signal {-code}" if code < 0 else f"with exit code {code}"
