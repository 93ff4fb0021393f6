"""Turns: how often an asker may put questions to a domain, whichever process takes them."""

import hashlib
from datetime import datetime, timedelta

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from crew.errors import CrewError
from crew.store import run_tables
from crew.store.base import StoreBase
from crew.store.engine import StoreBusy

_buckets = run_tables.rate_buckets
_ATTEMPTS = 10
_MINUTE = 60.0


class TooManyQuestions(CrewError):
    """An asker's next turn comes later than the question could wait."""


class Rates(StoreBase):
    """Gives out turns by the generic cell rate algorithm (ITU-T I.371): a minute's worth at once, then evenly."""

    def take_turn(self, asker: str, domain: str, *, a_minute: int, longest_wait: float) -> float:
        """Seconds to wait before the question may be asked, its turn taken. Raises TooManyQuestions."""
        key = hashlib.sha256(f"{domain}\0{asker}".encode()).hexdigest()
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return self._take(key, a_minute, longest_wait)
            except (IntegrityError, StoreBusy):  # another process wrote the asker's first turn in between
                if attempt == _ATTEMPTS:
                    raise
        raise AssertionError("unreachable")

    def _take(self, key: str, a_minute: int, longest_wait: float) -> float:
        with self._writing() as connection:
            query = select(_buckets.c.free_at).where(_buckets.c.id == key).with_for_update()
            known: datetime | None = connection.execute(query).scalar()
            now = self._clock()
            arrival = max(known or now, now)
            wait = (arrival - now).total_seconds() - _MINUTE * (a_minute - 1) / a_minute
            if wait > longest_wait:
                raise TooManyQuestions(
                    f"At most {a_minute} questions a minute are taken from one asker here; the next turn comes in "
                    f"{wait:.0f} s, later than this question may wait. Ask again then."
                )
            free_at = arrival + timedelta(seconds=_MINUTE / a_minute)
            if known is None:
                connection.execute(insert(_buckets).values(id=key, free_at=free_at))
            else:
                connection.execute(update(_buckets).where(_buckets.c.id == key).values(free_at=free_at))
        return max(0.0, wait)
