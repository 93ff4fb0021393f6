"""Searching a LanceDB table.

Searches run whole in the library's own event loop. Its synchronous table goes over to that loop and back half a dozen
times for each of them, which takes as long as the search.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tools.deadline import Deadline
from tools.documents.embedding import Vector
from tools.documents.index import Filters, Hit
from tools.documents.lance_layout import WHOLE, condition_of, passage_of
from tools.documents.lance_lookup import PROBES, word_fields, word_queries

if TYPE_CHECKING:
    from lancedb import Session
    from lancedb.query import AsyncStandardQuery
    from lancedb.table import AsyncTable

T = TypeVar("T")


class LanceSearches:
    """The searches of one table."""

    def __init__(self, folder: Path, name: str, see_after: timedelta, session: "Session") -> None:
        self._table: AsyncTable = _wait(_opened(folder, name, see_after, session))
        self._is_behind = False
        self._catching_up = asyncio.Lock()
        self._fields: tuple[int, tuple[str, ...]] | None = None

    def see_changes(self) -> None:
        """Let the next search see what this process has just written."""
        self._is_behind = True

    def by_words(self, query: str, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages that share words with a query, best BM25 first."""
        deadline.check()
        return _wait(self._by_words(query, filters, limit, deadline))[:limit]

    def by_vector(self, vector: Vector, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages whose vectors are nearest, highest cosine first."""
        deadline.check()
        return _wait(self._by_vector(vector, filters, limit, deadline))

    async def _by_words(self, query: str, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        table = await self._newest()
        asked = [
            _limited(table.query().nearest_to_text(words), "_score", filters, limit).to_arrow(timeout=_left(deadline))
            for words in word_queries(await self._word_fields(table), query)
        ]
        rows = [row for found in await asyncio.gather(*asked) for row in found.to_pylist()]
        return _hits([(row, row["_score"]) for row in rows])

    async def _by_vector(self, vector: Vector, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        table = await self._newest()
        # Refined: the distances of those found are computed again from the vectors themselves.
        asked = table.query().nearest_to(vector).column("vector").distance_type("cosine")
        asked = asked.nprobes(PROBES).refine_factor(1)
        found = await _limited(asked, "_distance", filters, limit).to_arrow(timeout=_left(deadline))
        return _hits([(row, 1.0 - row["_distance"]) for row in found.to_pylist()])

    async def _newest(self) -> "AsyncTable":
        """The table with all that was written; a search that comes while another catches up waits for it."""
        async with self._catching_up:
            if self._is_behind:
                self._is_behind = False
                await self._caught_up()
        return self._table

    async def _caught_up(self) -> None:
        try:
            await self._table.checkout_latest()
        except BaseException:
            self._is_behind = True
            raise

    async def _word_fields(self, table: "AsyncTable") -> tuple[str, ...]:
        """The fields that can be searched by words, looked up once for each version of the table."""
        version = await table.version()
        if self._fields is None or self._fields[0] != version:
            self._fields = version, word_fields(await table.list_indices())
        return self._fields[1]


async def _opened(folder: Path, name: str, see_after: timedelta, session: "Session") -> "AsyncTable":
    import lancedb

    database = await lancedb.connect_async(folder, read_consistency_interval=see_after, session=session)
    return await database.open_table(name)


def _wait(search: Coroutine[Any, Any, T]) -> T:
    from lancedb.background_loop import LOOP

    return LOOP.run(search)


def _limited(query: "AsyncStandardQuery", score: str, filters: Filters, limit: int) -> "AsyncStandardQuery":
    if condition := condition_of(filters):
        query = query.where(condition)
    return query.select([WHOLE, score]).limit(limit)


def _left(deadline: Deadline) -> timedelta | None:
    left = deadline.remaining()
    return None if left is None else timedelta(seconds=left)


def _hits(scored: Sequence[tuple[dict[str, Any], float]]) -> list[Hit]:
    hits = [Hit(passage=passage_of(row), score=round(score, 6)) for row, score in scored]
    return sorted(hits, key=lambda hit: (-hit.score, hit.passage.id))
