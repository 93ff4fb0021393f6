"""Desks that a long-lived process keeps open between questions, as long as they are what would be opened anew."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from crew.desk import Desk
from crew.load import load_configuration
from crew.settings import Settings
from crew.specs import Configuration
from tools.asker import Asker

_MOST = 8
_LONGEST_SECONDS = 300.0
"""After so long a desk is opened anew, and sees whatever it has read once as it is now."""


@dataclass(frozen=True, eq=False)
class _Kept:
    desk: Desk
    opened_at: float


class KeptDesks:
    """Lends desks, one to each borrower at a time. Thread-safe.

    A desk is lent again only to the same asker, for the same day, while the domain's files say what they said, and for
    a few minutes. One whose borrower met an exception is closed, and so is one that would lock a database's file.
    """

    def __init__(
        self,
        settings: Settings,
        folder: Path | None = None,
        *,
        most: int = _MOST,
        longest_seconds: float = _LONGEST_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings, self._folder = settings, folder
        self._most, self._longest_seconds, self._clock = most, longest_seconds, clock
        self._idle: list[_Kept] = []
        self._lock = threading.Lock()

    @contextmanager
    def lent(self, domain: str, *, asker: Asker, today: date | None = None) -> Iterator[Desk]:
        """A desk of a domain, kept or opened. Raises as `open_desk` does."""
        from crew.assemble import open_desk, present_day

        configuration = load_configuration(domain, settings=self._settings, folder=self._folder)
        day = today or present_day(configuration, self._settings)
        kept = self._taken(configuration, asker, day)
        if kept is None:
            opened = open_desk(domain, config=self._folder, settings=self._settings, asker=asker, today=day)
            kept = _Kept(opened, self._clock())
        try:
            yield kept.desk
        except BaseException:
            kept.desk.close()
            raise
        self._give_back(kept)

    def close_old(self) -> None:
        """Close desks that are not lent any more, so that they hold no connections for nothing."""
        self._keep_only(self._is_young)

    def close(self) -> None:
        """Close all that are not lent."""
        self._keep_only(lambda _kept: False)

    def _taken(self, configuration: Configuration, asker: Asker, day: date) -> _Kept | None:
        """A kept desk that is like a new one; those of the domain as it was before are closed."""
        self._keep_only(lambda kept: self._is_young(kept) and _is_current(kept.desk, configuration))
        with self._lock:
            for kept in self._idle:
                if (kept.desk.configuration, kept.desk.asker, kept.desk.today) == (configuration, asker, day):
                    self._idle.remove(kept)
                    return kept
        return None

    def _give_back(self, kept: _Kept) -> None:
        if self._most == 0 or _locks_files(kept.desk):
            kept.desk.close()
            return
        with self._lock:
            self._idle.append(kept)
            gone, self._idle = self._idle[: -self._most], self._idle[-self._most :]
        for each in gone:
            each.desk.close()

    def _is_young(self, kept: _Kept) -> bool:
        return self._clock() - kept.opened_at < self._longest_seconds

    def _keep_only(self, is_kept: Callable[[_Kept], bool]) -> None:
        with self._lock:
            gone = [kept for kept in self._idle if not is_kept(kept)]
            self._idle = [kept for kept in self._idle if kept not in gone]
        for each in gone:
            each.desk.close()


def _is_current(desk: Desk, configuration: Configuration) -> bool:
    return desk.configuration.name != configuration.name or desk.configuration == configuration


def _locks_files(desk: Desk) -> bool:
    """DuckDB lets nobody write to a file that another process has open."""
    return any(opened.database.dialect == "duckdb" for opened in desk.sources.databases.values())
