"""Waiting for what only time can mend: a database that is locked, busy or restarting."""

import time
from collections.abc import Callable
from typing import TypeVar

from tools.deadline import Deadline
from tools.sql.errors import ForNowUnavailable

_PAUSES = (0.1, 0.5, 2.0)

Result = TypeVar("Result")


def patiently(run: Callable[[], Result], deadline: Deadline) -> Result:
    """What `run` returns, tried again after growing pauses while the database is not available for now."""
    for pause in _PAUSES:
        try:
            return run()
        except ForNowUnavailable:
            deadline.check()
            time.sleep(deadline.within(pause))
            deadline.check()
    return run()
