"""Work that Ctrl-C ends at once, although the main thread waits for a database or a provider."""

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")

_LOOK = 0.2
"""Seconds between looks for Ctrl-C: its signal may reach another thread, and a waiting main thread sleeps on."""
_GRACE = 0.6
"""Seconds that cancelled work gets to end."""


def until_done(work: Callable[[], Result], cancel: Callable[[], None]) -> Result:
    """What `work` returns. On Ctrl-C `cancel` is called, and nothing that hangs is waited for."""
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  handed to whoever waits
            future.set_exception(error)

    Thread(target=run, name="work", daemon=True).start()
    try:
        while not future.done():
            wait_for([future], timeout=_LOOK)
        return future.result()
    except KeyboardInterrupt:
        cancel()
        wait_for([future], timeout=_GRACE)
        raise
