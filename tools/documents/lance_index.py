"""The embedded index: one LanceDB table in a folder."""

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.deadline import Deadline
from tools.documents.embedding import Vector
from tools.documents.index import (
    FIELDS,
    DocumentCard,
    Filters,
    Hit,
    IndexUnusable,
    Manifest,
    SearchFailed,
    check_manifest,
)
from tools.documents.lance_layout import (
    CARD_COLUMNS,
    PASSAGE_COLUMNS,
    card_of,
    condition_of,
    passage_of,
    row_of,
    table_schema,
)
from tools.documents.language import bigrams
from tools.documents.passages import Passage

if TYPE_CHECKING:
    from lancedb.query import LanceQueryBuilder
    from lancedb.table import Table

_TABLE = "passages"
_MANIFEST = "manifest.json"
_STEMMED = tuple(field for field in FIELDS if field not in ("cjk", "other"))
_REMOVED_AT_ONCE = 500
_SEE_CHANGES_AFTER = timedelta(seconds=5)
"""How long another process's changes may go unseen."""
_KEEP_OLD_VERSIONS = timedelta(minutes=10)
"""Long enough for a search that began before a change, short enough that removed text does not stay on disk."""
_REBUILD_BELOW = 20_000
_GROWN = 0.2
_VECTOR_INDEX_FROM = 50_000
"""Below this many passages an exact vector search is fast enough; above, an IVF index is built."""


class LanceIndex:
    """Passages in an embedded LanceDB folder, for one writing process at a time."""

    def __init__(self, folder: Path, wanted: Manifest, *, rebuild: bool = False) -> None:
        """Open or create the index in `folder`; raises IndexMismatch when it was made differently."""
        import lancedb

        self._folder = folder
        if rebuild:
            shutil.rmtree(folder, ignore_errors=True)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._manifest = _read_manifest(folder) or _write_manifest(folder, wanted)
            check_manifest(self._manifest, wanted, f"The index in {folder}")
            self._table = _open_table(
                lancedb.connect(str(folder), read_consistency_interval=_SEE_CHANGES_AFTER), self._manifest.dimensions
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise IndexUnusable(f"The index in {folder} cannot be opened: {error}") from error
        self._cards: tuple[int, tuple[DocumentCard, ...]] | None = None
        if not _is_indexed(self._table):
            self.refresh()

    @property
    def manifest(self) -> Manifest:
        """How this index was made."""
        return self._manifest

    def add(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Add passages, with a vector for each or with none at all."""
        pairs = zip(passages, vectors or repeat(None, len(passages)), strict=True)
        self._table.add([row_of(passage, vector, self._manifest) for passage, vector in pairs])

    def remove(self, documents: Iterable[str]) -> None:
        """Remove all passages of these documents."""
        from lancedb.expr import col

        gone = list(documents)
        for start in range(0, len(gone), _REMOVED_AT_ONCE):
            self._table.delete(col("document").isin(gone[start : start + _REMOVED_AT_ONCE]).to_sql())

    def refresh(self) -> None:
        """Make all changes searchable.

        Where it is cheap, the word indexes are built anew, so that scores do not depend on the order of additions.
        """
        from lancedb.index import FTS, IvfPq

        for field in FIELDS:
            passages = self._table.count_rows(f"{field} IS NOT NULL")
            if passages and (passages < _REBUILD_BELOW or self._has_grown(field)):
                self._table.create_index(field, config=FTS(num_workers=1, **_analysis(field)), replace=True)
        embedded = self._table.count_rows("vector IS NOT NULL") if self._manifest.dimensions else 0
        if embedded >= _VECTOR_INDEX_FROM and self._has_grown("vector"):
            self._table.create_index("vector", config=IvfPq(distance_type="cosine"), replace=True)
        self._table.optimize(cleanup_older_than=_KEEP_OLD_VERSIONS)

    def documents(self) -> Sequence[DocumentCard]:
        """One card for each document, ordered by id."""
        version = self._table.version
        if self._cards is None or self._cards[0] != version:
            rows = self._table.search().where("position = 0").select(CARD_COLUMNS).to_list()
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

    def lexical(self, query: str, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages that share words with a query, best BM25 first."""
        from lancedb.query import BooleanQuery, FullTextQuery, MatchQuery, Occur

        deadline.check()
        words = {field: bigrams(query) if field == "cjk" else query for field in _indexed_fields(self._table)}
        clauses: list[tuple[Occur, FullTextQuery]] = [
            (Occur.SHOULD, MatchQuery(text, column=field))  # type: ignore[call-arg]
            for field, text in words.items()
            if text.strip()
        ]
        if not clauses:
            return []
        search = self._table.search(BooleanQuery(clauses), query_type="fts").select([*PASSAGE_COLUMNS, "_score"])
        return self._hits(search, filters, limit, deadline, lambda row: row["_score"])

    def nearest(self, vector: Vector, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages whose vectors are nearest, highest cosine first."""
        search: Any = self._table.search(vector, vector_column_name="vector")
        search = search.distance_type("cosine").select([*PASSAGE_COLUMNS, "_distance"]).nprobes(40).refine_factor(4)
        return self._hits(search, filters, limit, deadline, lambda row: 1.0 - row["_distance"])

    def count(self) -> int:
        """The number of passages."""
        return int(self._table.count_rows())

    def close(self) -> None:
        """Nothing is held open between calls."""

    def _has_grown(self, column: str) -> bool:
        """Whether a column has no index yet, or one that was made before a fifth of the passages were there."""
        for index in self._table.list_indices():
            stats = self._table.index_stats(index.name) if column in index.columns else None
            if stats is not None:
                return bool(stats.num_unindexed_rows > _GROWN * max(1, stats.num_indexed_rows))
        return True

    def _rows_of(self, document: str, columns: list[str]) -> list[dict[str, Any]]:
        from lancedb.expr import col, lit

        rows: list[dict[str, Any]] = (
            self._table.search().where(col("document") == lit(document)).select(columns).to_list()
        )
        return rows

    def _hits(
        self, search: "LanceQueryBuilder", filters: Filters, limit: int, deadline: Deadline, score: Any
    ) -> list[Hit]:
        deadline.check()
        condition = condition_of(filters)
        if condition:
            search = search.where(condition, prefilter=True)
        left = deadline.remaining()
        try:
            rows = search.limit(limit).to_list(timeout=None if left is None else timedelta(seconds=left))
        except (RuntimeError, ValueError, OSError) as error:
            deadline.check()
            raise SearchFailed(
                f"The document index did not answer ({error}); try other words or go on without."
            ) from error
        hits = [Hit(passage=passage_of(row), score=round(score(row), 6)) for row in rows]
        return sorted(hits, key=lambda hit: (-hit.score, hit.passage.id))


def _read_manifest(folder: Path) -> Manifest | None:
    path = folder / _MANIFEST
    if path.is_file():
        return Manifest.model_validate(json.loads(path.read_text(encoding="utf-8")))
    if any(folder.iterdir()):
        raise IndexUnusable(f"The folder {folder} holds something that is not an index; choose another `path`.")
    return None


def _write_manifest(folder: Path, manifest: Manifest) -> Manifest:
    (folder / _MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")
    return manifest


def _open_table(database: Any, dimensions: int) -> "Table":
    if _TABLE in database.list_tables().tables:
        return database.open_table(_TABLE)
    return database.create_table(_TABLE, schema=table_schema(dimensions))


def _analysis(field: str) -> dict[str, Any]:
    if field in _STEMMED:
        return {"language": field.capitalize(), "stem": True}
    base = "whitespace" if field == "cjk" else "simple"
    return {"base_tokenizer": base, "stem": False, "remove_stop_words": False}


def _is_indexed(table: "Table") -> bool:
    """Whether the word indexes hold every passage: not so when a process ended between adding and refreshing."""
    stats = [table.index_stats(index.name) for index in table.list_indices() if index.index_type == "FTS"]
    return table.count_rows() == 0 or (bool(stats) and all(s is not None and not s.num_unindexed_rows for s in stats))


def _indexed_fields(table: "Table") -> tuple[str, ...]:
    return tuple(field for field in FIELDS if any(field in found.columns for found in table.list_indices()))
