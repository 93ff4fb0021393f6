"""Opens a desk for a command, and lets Ctrl-C end the work at once."""

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

import typer

from crew.cli.options import asker

if TYPE_CHECKING:
    from crew.desk import Desk

Result = TypeVar("Result")

_LOOK = 0.2
"""Seconds between looks for Ctrl-C: its signal may reach another thread, and a waiting main thread sleeps on."""
_GRACE = 0.6
"""Seconds that cancelled work gets to record its end."""


@dataclass(frozen=True)
class DeskChoice:
    """Which desk a command wants, from its options."""

    domain: str | None = None
    config: Path | None = None
    asker: str | None = None
    today: date | None = None
    groups: tuple[str, ...] = ()
    """The asker's groups, where they are known."""


def at_desk(choice: DeskChoice, work: Callable[["Desk"], Result]) -> Result:
    """What `work` returns at the desk. On Ctrl-C the desk is told to cancel, and nothing that hangs is waited for."""
    opened: list[Desk] = []

    def open_and_work() -> Result:
        from crew.assemble import open_desk  # slow import: keeps --help instant

        who = asker(choice.asker).model_copy(update={"groups": choice.groups})
        with open_desk(choice.domain, config=choice.config, asker=who, today=choice.today) as desk:
            opened.append(desk)
            return work(desk)

    future = _in_background(open_and_work)
    try:
        while not future.done():
            wait_for([future], timeout=_LOOK)
        return future.result()
    except KeyboardInterrupt:
        typer.echo(_cancel(opened, future), err=True)
        raise


def _in_background(work: Callable[[], Result]) -> "Future[Result]":
    """Run `work` in a thread that does not keep the process alive."""
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  handed to whoever waits
            future.set_exception(error)

    Thread(target=run, name="desk", daemon=True).start()
    return future


def _cancel(opened: list["Desk"], future: "Future[Result]") -> str:
    if not opened:
        return "Cancelled before anything was asked."
    if not opened[0].cancel():
        return "Ended. No question was being answered."
    wait_for([future], timeout=_GRACE)
    return "Cancelled. The run was recorded as far as it came; `crosscheck runs list` shows it."
