"""What is asked of one generation of an index on a server, or of the one that took its place meanwhile."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from tools.deadline import Deadline
from tools.documents.elastic_bulk import IndexMoved, write_blocked
from tools.documents.elastic_calls import SECONDS, Calls, brief, seconds_for
from tools.documents.elastic_generations import Generation, current
from tools.documents.elastic_server import Server, denied, reason_of
from tools.documents.index import (
    IndexDown,
    IndexReplaced,
    IndexUnusable,
    Manifest,
    SearchFailed,
    check_comparable,
    unanswered,
)

if TYPE_CHECKING:
    from elasticsearch import Elasticsearch

T = TypeVar("T")
Ask = Callable[["Elasticsearch", str], T]
"""What is asked of a server and an index."""

_PAGE = 1_000
"""Passages or cards read in one request."""


class Requests:
    """Asks, and tells what goes wrong as the door to an index promises."""

    def __init__(self, calls: Calls, server: Server, generation: Generation) -> None:
        self.calls = calls
        self.server = server
        self.generation = generation

    def search(self, deadline: Deadline | None, made_as: Manifest | None = None, **asked: Any) -> list[Any]:
        """The hits of one search, whole; by a vector of the model that `made_as` names, where it is given."""
        limit = deadline or Deadline(SECONDS)

        def search(client: "Elasticsearch", index: str) -> Any:
            if made_as:
                check_comparable(self.generation.manifest, made_as)
            # Half an answer would look like a whole one.
            whole: dict[str, Any] = {
                "allow_partial_search_results": False,
                "timeout": f"{int(seconds_for(limit) * 1000)}ms",
            }
            return client.search(index=index, **whole, **asked)

        return list(self.read(search, limit)["hits"]["hits"])

    def scan(self, query: Mapping[str, Any], fields: list[str], deadline: Deadline | None) -> list[dict[str, Any]]:
        """All that fits, page by page in the order of ids, so that the server keeps nothing open in between."""
        rows: list[dict[str, Any]] = []
        after: dict[str, Any] = {}
        while True:
            page = self.search(deadline, query=query, source_includes=fields, size=_PAGE, sort=[{"id": "asc"}], **after)
            rows += [row["_source"] for row in page]
            if len(page) < _PAGE:
                return rows
            after = {"search_after": page[-1]["sort"]}

    def count(self, query: Mapping[str, Any]) -> int:
        """How many passages fit."""
        return int(self.read(lambda client, index: client.count(index=index, query=query))["count"])

    def read(self, ask: Ask[T], deadline: Deadline | None = None) -> T:
        """What a request answers; a refusal becomes SearchFailed, so that a question goes on without the index."""
        from elasticsearch import ApiError, BadRequestError, NotFoundError, TransportError

        try:
            try:
                return self.calls.read(lambda client: ask(client, self.generation.name), deadline)
            except NotFoundError:
                if not self._follow():
                    raise
                return self.calls.read(lambda client: ask(client, self.generation.name), deadline)
        except (ApiError, TransportError) as error:
            if deadline:
                deadline.check()
            kind = SearchFailed if isinstance(error, BadRequestError) else IndexDown
            raise kind(
                f"The document index did not answer ({brief(error)}); go on without it.", told=unanswered(brief(error))
            ) from error

    def write(self, ask: Ask[T]) -> T:
        """What a change answers; a refusal becomes IndexUnusable."""
        return self.moving(lambda: self.calls.write(lambda client: ask(client, self.generation.name)))

    def change(self, ask: Ask[T]) -> T:
        """As `write`, for what concerns this generation alone."""
        from elasticsearch import ApiError, TransportError

        try:
            return self.calls.write(lambda client: ask(client, self.generation.name))
        except (ApiError, TransportError) as error:
            raise IndexUnusable(self._refusal(error)) from error

    def moving(self, action: Callable[[], T]) -> T:
        """What an action on this generation gives, or on the one that has taken its place."""
        from elasticsearch import ApiError, NotFoundError, TransportError

        try:
            try:
                return action()
            except (NotFoundError, IndexMoved):
                if not self._follow():
                    raise
                return action()
        except IndexMoved as error:
            raise IndexUnusable(f"The index {self.server.name} was removed meanwhile; begin anew.") from error
        except (ApiError, TransportError) as error:
            raise IndexUnusable(self._refusal(error)) from error

    def _follow(self) -> bool:
        """Go over to the generation that took this one's place, if any; raises IndexDown for one of another format."""
        found = self.calls.read(lambda client: current(client, self.server.name))
        if found is None or found.name == self.generation.name:
            return False
        if found.manifest.format != self.generation.manifest.format:
            raise IndexReplaced
        self.generation = found
        return True

    def _refusal(self, error: Exception) -> str:
        from elasticsearch import ApiError, AuthorizationException

        if isinstance(error, ApiError) and "index write (api)" in reason_of(error):
            return write_blocked(self.generation.name)
        if isinstance(error, AuthorizationException):
            return f"The index {self.server.name} cannot be changed: {denied(error)}."
        reason = reason_of(error) if isinstance(error, ApiError) else ""
        told = f"{brief(error)}: {reason}" if reason else brief(error)
        return f"The index {self.server.name} cannot be used: {told}"
