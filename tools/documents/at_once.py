"""Running a few searches at the same time under one deadline."""

import queue
import threading
from collections.abc import Callable, Mapping
from typing import TypeVar

from tools.deadline import Deadline
from tools.errors import DeadlinePassed, ToolError

T = TypeVar("T")

_LOOK_EVERY = 0.2
"""Seconds between looks at whether the work was cancelled."""


def at_once(calls: Mapping[str, Callable[[], T]], deadline: Deadline) -> tuple[dict[str, T], list[ToolError]]:
    """The results of calls that run side by side, by name in the calls' order, and the ToolErrors of those that failed.

    A call that outlives the deadline is abandoned. Raises the first error when no call succeeded, DeadlinePassed when
    time ran out for all, and any other exception as it is.
    """
    outcomes: queue.SimpleQueue[tuple[str, T | BaseException]] = queue.SimpleQueue()
    for name, call in calls.items():
        threading.Thread(target=_run, args=(name, call, outcomes), daemon=True).start()
    done: dict[str, T | BaseException] = {}
    while len(done) < len(calls):
        try:
            name, outcome = outcomes.get(timeout=deadline.within(_LOOK_EVERY))
            done[name] = outcome
        except queue.Empty:
            if deadline.is_over:
                break
    return _sorted_out(calls, done)


def _run(name: str, call: Callable[[], T], outcomes: "queue.SimpleQueue[tuple[str, T | BaseException]]") -> None:
    try:
        outcomes.put((name, call()))
    except BaseException as error:  # noqa: BLE001 - raised again in the waiting thread
        outcomes.put((name, error))


def _sorted_out(
    calls: Mapping[str, Callable[[], T]], done: Mapping[str, T | BaseException]
) -> tuple[dict[str, T], list[ToolError]]:
    results: dict[str, T] = {}
    failures: list[ToolError] = []
    for name in calls:
        outcome = done.get(name, DeadlinePassed("The time for this search is over."))
        if isinstance(outcome, ToolError):
            failures.append(outcome)
        elif isinstance(outcome, BaseException):
            raise outcome
        else:
            results[name] = outcome
    if not results:
        raise failures[0]
    return results, failures
