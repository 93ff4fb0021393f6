"""Indexes that could not be opened when their desk was, and are tried again with later questions."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from crew.sources import OpenIndex


@dataclass
class Absences:
    """Puts an index among the desk's own as soon as it can be opened. Thread-safe."""

    indexes: dict[str, OpenIndex]
    """The desk's indexes, where stand-ins are replaced."""
    open_again: Callable[[str], tuple[OpenIndex, str]]
    """Opens an index, or gives a stand-in with the reason."""
    reasons: dict[str, str] = field(default_factory=dict)
    """Why each absent index could not be opened."""
    rest_seconds: float = 10.0
    """How long a place that did not answer is left alone."""
    _tried_at: float = field(default_factory=time.monotonic)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def try_again(self) -> list[str]:
        """Open what can be opened by now; returns why the rest cannot."""
        with self._lock:
            if self.reasons and time.monotonic() - self._tried_at >= self.rest_seconds:
                for name in list(self.reasons):
                    self._try(name)
                self._tried_at = time.monotonic()
            return list(self.reasons.values())

    def close(self) -> None:
        """Close all indexes of the desk."""
        for opened in self.indexes.values():
            opened.index.close()

    def _try(self, name: str) -> None:
        opened, reason = self.open_again(name)
        if reason:
            self.reasons[name] = reason
        else:
            self.indexes[name] = opened
            del self.reasons[name]
