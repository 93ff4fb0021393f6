"""The embedded index: one LanceDB table in a folder."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tools.deadline import Deadline
from tools.documents.embedding import Vector
from tools.documents.index import DocumentCard, Filters, Hit, IndexUnusable, Manifest, SearchFailed, digests_of
from tools.documents.lance_folder import open_folder, writing_lock
from tools.documents.lance_layout import (
    CARD_COLUMNS,
    PASSAGE_COLUMNS,
    card_of,
    condition_of,
    outdated_condition,
    passage_of,
    row_of,
)
from tools.documents.lance_lookup import are_built, build_indexes, word_queries
from tools.documents.passages import Passage

if TYPE_CHECKING:
    from lancedb.query import LanceQueryBuilder

T = TypeVar("T")

_REMOVED_AT_ONCE = 500
_SEE_CHANGES_AFTER = timedelta(seconds=5)
"""How long another process's changes may go unseen."""
_KEEP_OLD_VERSIONS = timedelta(minutes=10)
"""Long enough for a search that began before a change, short enough that removed text does not stay on disk."""


class LanceIndex:
    """Passages in an embedded LanceDB folder; processes that write at the same time take turns."""

    def __init__(self, folder: Path, wanted: Manifest, *, rebuild: bool = False) -> None:
        """Open or create the index in `folder`; raises IndexMismatch when it was made differently."""
        self._folder = folder
        self._manifest, self._table = open_folder(folder, wanted, rebuild=rebuild, see_after=_SEE_CHANGES_AFTER)
        self._cards: tuple[int, tuple[DocumentCard, ...]] | None = None
        self._mend()

    @property
    def manifest(self) -> Manifest:
        """How this index was made."""
        return self._manifest

    def add(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Add passages, or put them in place of those with the same ids; a vector for each or none at all."""
        self._merge(passages, vectors, None)

    def replace(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Put passages in place of all that the index holds of other editions of their documents, in one step."""
        self._merge(passages, vectors, outdated_condition(digests_of(passages)))

    def remove(self, documents: Iterable[str]) -> None:
        """Remove all passages of these documents."""
        from lancedb.expr import col

        gone = list(documents)
        with self._writing():
            for start in range(0, len(gone), _REMOVED_AT_ONCE):
                self._table.delete(col("document").isin(gone[start : start + _REMOVED_AT_ONCE]).to_sql())

    def refresh(self) -> None:
        """Make all changes searchable."""
        with self._writing():
            build_indexes(self._table, self._manifest.dimensions)
            self._table.optimize(cleanup_older_than=_KEEP_OLD_VERSIONS)

    def documents(self) -> Sequence[DocumentCard]:
        """One card for each document, ordered by id."""
        version = _reading(lambda: self._table.version)
        if self._cards is None or self._cards[0] != version:
            rows = _reading(lambda: self._table.search().where("position = 0").select(CARD_COLUMNS).to_list())
            self._cards = version, tuple(sorted(map(card_of, rows), key=lambda card: card.id))
        return self._cards[1]

    def passages_of(self, document: str) -> Sequence[Passage]:
        """A document's passages in reading order; empty when there is no such document."""
        passages = (passage_of(row) for row in self._rows_of(document, PASSAGE_COLUMNS))
        return sorted(passages, key=lambda passage: passage.position)

    def vectors_of(self, document: str) -> Mapping[str, Vector]:
        """The vectors of a document's passages by their search text."""
        if not self._manifest.dimensions:
            return {}
        rows = self._rows_of(document, [*PASSAGE_COLUMNS, "vector"])
        return {passage_of(row).search_text: row["vector"] for row in rows if row["vector"]}

    def written(self, document: str, digest: str) -> int:
        """How many passages of an edition of a document are there, the first not counted."""
        from lancedb.expr import col, lit

        edition = (col("document") == lit(document)) & (col("digest") == lit(digest)) & (col("position") > lit(0))
        return _reading(lambda: int(self._table.count_rows(edition.to_sql())))

    def lexical(self, query: str, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages that share words with a query, best BM25 first."""
        deadline.check()
        hits: list[Hit] = []
        for words in _reading(lambda: word_queries(self._table, query)):
            search = self._table.search(words, query_type="fts").select([*PASSAGE_COLUMNS, "_score"])
            hits += _hits(search, filters, limit, deadline, lambda row: row["_score"])
        return sorted(hits, key=_in_order)[:limit]

    def nearest(self, vector: Vector, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages whose vectors are nearest, highest cosine first."""
        deadline.check()
        search: Any = _reading(lambda: self._table.search(vector, vector_column_name="vector"))
        search = search.distance_type("cosine").select([*PASSAGE_COLUMNS, "_distance"]).nprobes(40).refine_factor(4)
        return _hits(search, filters, limit, deadline, lambda row: 1.0 - row["_distance"])

    def count(self) -> int:
        """The number of passages."""
        return _reading(lambda: int(self._table.count_rows()))

    def close(self) -> None:
        """Nothing is held open between calls."""

    def _merge(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None, outdated: str | None) -> None:
        import pyarrow as pa

        pairs = zip(passages, vectors or repeat(None, len(passages)), strict=True)
        rows = [row_of(passage, vector, self._manifest) for passage, vector in pairs]
        if not rows:
            return
        with self._writing():
            merge = self._table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
            if outdated:
                merge = merge.when_not_matched_by_source_delete(outdated)
            # Passages without vectors are no error: they wait for a model.
            missing = "error" if vectors else "null"
            merge.execute(pa.Table.from_pylist(rows, schema=self._table.schema), on_bad_vectors=missing)

    def _mend(self) -> None:
        """Finish what a process that ended early left undone, unless another is writing just now."""
        from filelock import Timeout

        if _reading(lambda: are_built(self._table)):
            return
        try:
            with writing_lock(self._folder).acquire(timeout=0):
                self.refresh()
        except Timeout:
            return

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with writing_lock(self._folder):
                self._table.checkout_latest()
                yield
        except (RuntimeError, OSError) as error:
            raise IndexUnusable(f"The index in {self._folder} cannot be written: {error}") from error

    def _rows_of(self, document: str, columns: list[str]) -> list[dict[str, Any]]:
        from lancedb.expr import col, lit

        return _reading(lambda: self._table.search().where(col("document") == lit(document)).select(columns).to_list())


def _hits(
    search: "LanceQueryBuilder", filters: Filters, limit: int, deadline: Deadline, score: Callable[[Any], float]
) -> list[Hit]:
    deadline.check()
    condition = condition_of(filters)
    if condition:
        search = search.where(condition, prefilter=True)
    left = deadline.remaining()
    timeout = None if left is None else timedelta(seconds=left)
    try:
        rows = _reading(lambda: search.limit(limit).to_list(timeout=timeout))
    except SearchFailed:
        deadline.check()
        raise
    hits = [Hit(passage=passage_of(row), score=round(score(row), 6)) for row in rows]
    return sorted(hits, key=_in_order)


def _in_order(hit: Hit) -> tuple[float, str]:
    return -hit.score, hit.passage.id


def _reading(action: Callable[[], T]) -> T:
    try:
        return action()
    except (RuntimeError, ValueError, OSError) as error:
        raise SearchFailed(
            f"The document index did not answer ({type(error).__name__}); try other words or go on without it."
        ) from error
