"""What several questions of one asker fetch only once."""

import threading
from collections import defaultdict
from collections.abc import Callable
from typing import TypeVar, cast

Fetched = TypeVar("Fetched")


class SharedFetches:
    """Results of statements and searches, kept while one piece of work asks several questions.

    A fetch that another question has under way is waited for; one that failed is tried again by whoever needs it.
    Belongs to one asker: nothing in a key says whose rights a result was fetched with.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._found: dict[str, object] = {}
        self.saved = 0
        """How many fetches another question had made already."""

    def once(self, key: str, fetch: Callable[[], Fetched]) -> Fetched:
        """What `fetch` returns, or returned for the same key before."""
        with self._lock:
            busy = self._busy[key]
        with busy:
            if key in self._found:
                with self._lock:
                    self.saved += 1
                return cast(Fetched, self._found[key])
            found = fetch()
            self._found[key] = found
            return found
