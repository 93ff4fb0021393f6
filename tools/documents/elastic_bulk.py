"""Writing many passages: smaller and slower when the server asks for it, each refusal told by its document."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tools.deadline import Deadline
from tools.documents.elastic_calls import Calls, brief, pause_after, sleep
from tools.documents.elastic_server import reason_of
from tools.documents.index import IndexUnusable

_MOST = 512
"""Passages in one request."""
_LEAST = 8
_BYTES = 8_000_000
"""About how much text one request holds; servers refuse more than 100 MB."""
_PATIENCE = 120.0
"""Seconds without any passage taken after which a load gives up."""
_BUSY = (429, 503)

Action = tuple[str, Mapping[str, Any]]
"""A passage's id, and the document of the index that holds it."""


class IndexMoved(Exception):
    """The index that was written to is no longer there: another has taken its place."""


class BulkWriter:
    """Writes to one index; how much it sends at once is what the server last took."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._at_once = _MOST

    def write(self, index: str, actions: Sequence[Action]) -> dict[str, str]:
        """Write all; returns why the server refused those it did not take, by id.

        Writing again what was written changes nothing, so that a broken request is simply sent again. Raises
        IndexMoved, and IndexUnusable when nothing goes on.
        """
        waiting, refused = list(actions), dict[str, str]()
        deadline, attempt = Deadline(_PATIENCE), 0
        while waiting:
            chunk = list(_fitting(waiting[: self._at_once]))
            taken, faults, busy = self._send(index, chunk, deadline)
            refused |= faults
            waiting = [action for action in waiting if action[0] not in taken and action[0] not in faults]
            if taken or faults:
                deadline, attempt = Deadline(_PATIENCE), 0
            if busy is None:
                self._at_once = min(_MOST, self._at_once * 2)
                continue
            attempt += 1
            self._calls.failed(busy)
            self._at_once = max(_LEAST, len(chunk) // 2)
            self._wait(index, busy, attempt, deadline)
        return refused

    def _send(
        self, index: str, chunk: Sequence[Action], deadline: Deadline
    ) -> tuple[set[str], dict[str, str], BaseException | None]:
        """Ids taken, those refused for good with the reason, and what said that the server is busy, if anything."""
        from elasticsearch import ApiError, TransportError

        lines = [line for name, source in chunk for line in ({"index": {"_id": name}}, source)]
        try:
            answer = self._calls.once(lambda client: client.bulk(index=index, operations=lines), deadline)
        except (ApiError, TransportError) as error:
            if isinstance(error, ApiError) and error.status_code == 413 and len(chunk) > 1:
                return set(), {}, error
            if not self._calls.may_pass(error):
                raise
            return set(), {}, error
        items = [item["index"] for item in answer["items"]]
        faults = {item["_id"]: item for item in items if item["status"] >= 300}
        _check_writable(index, faults)
        busy = {name for name, item in faults.items() if item["status"] in _BUSY}
        reasons = {name: _reason(item) for name, item in faults.items() if name not in busy}
        taken = {item["_id"] for item in items} - set(faults)
        return taken, reasons, ServerBusy(min(faults[name]["status"] for name in busy)) if busy else None

    def _wait(self, index: str, busy: BaseException, attempt: int, deadline: Deadline) -> None:
        from elasticsearch import ApiError

        seconds = pause_after(busy, attempt)
        if seconds >= (deadline.remaining() or 0.0):
            reason = reason_of(busy) if isinstance(busy, ApiError) else brief(busy)
            raise IndexUnusable(
                f"The index {index} takes no more passages ({reason}); what was written stays, and the same "
                "command goes on from there once the server does."
            ) from busy
        sleep(seconds, deadline)


class ServerBusy(Exception):
    """The server took a request, and not all the passages in it."""

    def __init__(self, status: int) -> None:
        super().__init__(f"status {status}")
        self.status_code = status


def _fitting(actions: Sequence[Action]) -> Iterator[Action]:
    """As many as fit into one request, at least one."""
    size = 0
    for count, (name, source) in enumerate(actions):
        size += 3 * len(source["text"]) + 12 * len(source.get("vector", ()))
        if count and size > _BYTES:
            return
        yield name, source


def _check_writable(index: str, faults: Mapping[str, Any]) -> None:
    for item in faults.values():
        kind = item["error"]["type"]
        if kind == "index_not_found_exception":
            raise IndexMoved(index)
        if kind == "cluster_block_exception" and item["status"] == 403:
            raise IndexUnusable(write_blocked(index))


def write_blocked(index: str) -> str:
    """Why an index takes nothing just now."""
    return (
        f"The index {index} takes no changes: it is being re-indexed, or a re-indexing was cut short. Try again when "
        "it is done, or run `crosscheck documents reindex`."
    )


def _reason(item: Mapping[str, Any]) -> str:
    error = item["error"]
    cause = error.get("caused_by", {}).get("reason")
    return f"{error['reason']}: {cause}" if cause else str(error["reason"])
