"""Asking an Elasticsearch again where time may mend a failure: a node gone, too many requests, no master yet."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, TypeVar

from tools.deadline import Deadline

if TYPE_CHECKING:
    from elasticsearch import Elasticsearch
    from tenacity import RetryCallState

T = TypeVar("T")

SECONDS = 30.0
"""The longest that one request may take."""
_READ_ATTEMPTS = 5
_WRITE_ATTEMPTS = 100
_PATIENCE = 90.0
"""Seconds that a write is tried for: long enough for a cluster to notice a lost node and choose another."""
_LONGEST_PAUSE = 5.0
_QUIET = 30.0
"""Seconds that a server which did not answer is not asked again, so that a question has time to go on without it."""
_FAIR = 1.0
"""Seconds that a request must have been given before its server counts as not answering."""
_PASSING = (429, 502, 503, 504)
"""Statuses that time may mend."""


class Calls:
    """Makes the requests of one index, with several nodes to the next one where one fails. Thread-safe."""

    def __init__(self, client: "Elasticsearch") -> None:
        self.client = client
        self._nodes = len(client.transport.node_pool)
        self._failures: Counter[str] = Counter()
        self._quiet_until = 0.0
        self._last: Exception | None = None

    def read(self, ask: "Callable[[Elasticsearch], T]", deadline: Deadline | None = None) -> T:
        """What a request answers; a failure that may pass is tried a few times, never past the deadline.

        After a failure that did not pass, requests fail at once for a while.
        """
        limit = deadline or Deadline(SECONDS)
        limit.check()
        if self._last is not None and time.monotonic() < self._quiet_until:
            raise self._last
        is_fair = seconds_for(limit) >= _FAIR
        try:
            return self._asked(ask, limit, _READ_ATTEMPTS)
        except Exception as error:
            if is_fair and self._is_silence(error) and not limit.is_cancelled:
                self._last, self._quiet_until = error, time.monotonic() + _QUIET
            raise

    def write(self, ask: "Callable[[Elasticsearch], T]") -> T:
        """As `read`, with the patience to wait until a cluster has got over the loss of a node."""
        return self._asked(ask, Deadline(_PATIENCE), _WRITE_ATTEMPTS)

    def once(self, ask: "Callable[[Elasticsearch], T]", deadline: Deadline) -> T:
        """What a request answers that the caller repeats himself, differently."""
        return ask(self._client_for(deadline))

    def failed(self, error: BaseException) -> None:
        """Remember a failure that was got over."""
        self._failures[brief(error)] += 1

    def notes(self) -> list[str]:
        """What was got over since the last look, in words."""
        failures, self._failures = self._failures, Counter()
        return [
            f"Elasticsearch failed {'once' if count == 1 else f'{count} times'} ({kind}) and was asked again"
            for kind, count in sorted(failures.items())
        ]

    def _asked(self, ask: "Callable[[Elasticsearch], T]", deadline: Deadline, attempts: int) -> T:
        from tenacity import Retrying, retry_if_exception, stop_after_attempt

        def give_up(state: "RetryCallState") -> bool:
            left = deadline.remaining()
            return left is not None and state.upcoming_sleep >= left

        def note(state: "RetryCallState") -> None:
            self.failed(_failure(state))

        again = Retrying(
            retry=retry_if_exception(self.may_pass),
            wait=lambda state: pause_after(_failure(state), state.attempt_number),
            stop=stop_after_attempt(attempts) | give_up,  # type: ignore[operator]  # a function is a stop condition too
            sleep=lambda seconds: sleep(seconds, deadline),
            before_sleep=note,
            reraise=True,
        )
        return again(lambda: ask(self._client_for(deadline)))

    def _client_for(self, deadline: Deadline) -> "Elasticsearch":
        deadline.check()
        return self.client.options(request_timeout=seconds_for(deadline))

    def _is_silence(self, error: BaseException) -> bool:
        from elasticsearch import ConnectionTimeout

        return isinstance(error, ConnectionTimeout) or self.may_pass(error)

    def may_pass(self, error: BaseException) -> bool:
        """Whether the same request may succeed a little later, or at another node."""
        from elasticsearch import ApiError, ConnectionTimeout, SSLError
        from elasticsearch import ConnectionError as NoConnection

        if isinstance(error, ApiError):
            return error.status_code in _PASSING
        if isinstance(error, ConnectionTimeout):
            return self._nodes > 1
        return isinstance(error, NoConnection) and not isinstance(error, SSLError)


def seconds_for(deadline: Deadline) -> float:
    """The longest one request may take: half of what is left is kept for another node, or to go on without it."""
    left = deadline.remaining()
    return SECONDS if left is None else max(0.05, min(SECONDS, left / 2))


def pause_after(error: BaseException, attempt: int) -> float:
    """Seconds to wait before the next attempt: what the server asks for, else longer each time."""
    asked = _retry_after(error)
    return asked if asked is not None else min(_LONGEST_PAUSE, 0.1 * 2 ** (attempt - 1))


def sleep(seconds: float, deadline: Deadline) -> None:
    """Wait, unless the work is cancelled."""
    woken = threading.Event()
    with deadline.watching(woken.set):
        woken.wait(seconds)
    deadline.check()


def brief(error: BaseException) -> str:
    """An error without its own text, which may hold the server's address and credentials in it."""
    status = getattr(error, "status_code", None)
    return f"{type(error).__name__}, status {status}" if status else type(error).__name__


def _failure(state: "RetryCallState") -> BaseException:
    error = state.outcome.exception() if state.outcome else None
    return error or RuntimeError("no outcome")


def _retry_after(error: BaseException) -> float | None:
    """What the header Retry-After says, as seconds; it holds seconds or a date."""
    meta = getattr(error, "meta", None)
    told = meta.headers.get("retry-after") if meta is not None else None
    if not told:
        return None
    if told.strip().isdigit():
        return float(told)
    try:
        return max(0.0, (parsedate_to_datetime(told) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None
