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
    EVERYONE,
    FIELDS,
    DocumentCard,
    Filters,
    Hit,
    IndexUnusable,
    Manifest,
    SearchFailed,
    check_manifest,
    field_of,
)
from tools.documents.language import bigrams
from tools.documents.passages import Passage

if TYPE_CHECKING:
    from lancedb.query import LanceQueryBuilder
    from lancedb.table import Table

_TABLE = "passages"
_MANIFEST = "manifest.json"
_CARD_COLUMNS = [*sorted(set(DocumentCard.model_fields) - {"id", "is_embedded"}), "document", "has_vector"]
_PASSAGE_COLUMNS = list(Passage.model_fields)
_STEMMED = tuple(field for field in FIELDS if field not in ("cjk", "other"))
_KEEP_OLD_VERSIONS = timedelta(minutes=10)
"""Long enough for a search that began before a change, short enough that removed text does not stay on disk."""
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
            self._table = _open_table(lancedb.connect(str(folder)), self._manifest.dimensions)
        except (OSError, ValueError, RuntimeError) as error:
            raise IndexUnusable(f"The index in {folder} cannot be opened: {error}") from error
        self._fields = _indexed_fields(self._table)
        self._cards: tuple[DocumentCard, ...] | None = None

    @property
    def manifest(self) -> Manifest:
        """How this index was made."""
        return self._manifest

    def add(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None) -> None:
        """Add passages, with a vector for each or with none at all."""
        pairs = zip(passages, vectors or repeat(None, len(passages)), strict=True)
        self._table.add([_row(passage, vector, self._manifest) for passage, vector in pairs])
        self._cards = None

    def remove(self, documents: Iterable[str]) -> None:
        """Remove all passages of these documents."""
        from lancedb.expr import col, lit

        for document in documents:
            self._table.delete((col("document") == lit(document)).to_sql())
        self._cards = None

    def refresh(self) -> None:
        """Build the word indexes anew over all passages, so that scores do not depend on the order of additions."""
        from lancedb.index import FTS, IvfPq

        for field in FIELDS:
            if self._table.count_rows(f"{field} IS NOT NULL"):
                self._table.create_index(field, config=FTS(num_workers=1, **_analysis(field)), replace=True)
        if self._manifest.dimensions and self._table.count_rows("vector IS NOT NULL") >= _VECTOR_INDEX_FROM:
            self._table.create_index("vector", config=IvfPq(distance_type="cosine"), replace=True)
        self._table.optimize(cleanup_older_than=_KEEP_OLD_VERSIONS)
        self._fields = _indexed_fields(self._table)
        self._cards = None

    def documents(self) -> Sequence[DocumentCard]:
        """One card for each document, ordered by id."""
        if self._cards is None:
            rows = self._table.search().where("position = 0").select(_CARD_COLUMNS).to_list()
            self._cards = tuple(sorted(map(_card, rows), key=lambda card: card.id))
        return self._cards

    def passages_of(self, document: str) -> Sequence[Passage]:
        """A document's passages in reading order; empty when there is no such document."""
        passages = (_passage(row) for row in self._rows_of(document, _PASSAGE_COLUMNS))
        return sorted(passages, key=lambda passage: passage.position)

    def vectors_of(self, document: str) -> Mapping[str, Vector]:
        """The vectors of a document's passages by their search text."""
        if not self._manifest.dimensions:
            return {}
        rows = self._rows_of(document, [*_PASSAGE_COLUMNS, "vector"])
        return {_passage(row).search_text: row["vector"] for row in rows if row["vector"]}

    def lexical(self, query: str, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages that share words with a query, best BM25 first."""
        from lancedb.query import BooleanQuery, FullTextQuery, MatchQuery, Occur

        deadline.check()
        words = {field: bigrams(query) if field == "cjk" else query for field in self._fields}
        clauses: list[tuple[Occur, FullTextQuery]] = [
            (Occur.SHOULD, MatchQuery(text, column=field))  # type: ignore[call-arg]
            for field, text in words.items()
            if text.strip()
        ]
        if not clauses:
            return []
        search = self._table.search(BooleanQuery(clauses), query_type="fts").select([*_PASSAGE_COLUMNS, "_score"])
        return self._hits(search, filters, limit, deadline, lambda row: row["_score"])

    def nearest(self, vector: Vector, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages whose vectors are nearest, highest cosine first."""
        search: Any = self._table.search(vector, vector_column_name="vector")
        search = search.distance_type("cosine").select([*_PASSAGE_COLUMNS, "_distance"]).nprobes(40).refine_factor(4)
        return self._hits(search, filters, limit, deadline, lambda row: 1.0 - row["_distance"])

    def count(self) -> int:
        """The number of passages."""
        return int(self._table.count_rows())

    def close(self) -> None:
        """Nothing is held open between calls."""

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
        condition = _condition(filters)
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
        hits = [Hit(passage=_passage(row), score=round(score(row), 6)) for row in rows]
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
    return database.create_table(_TABLE, schema=_schema(dimensions))


def _schema(dimensions: int) -> Any:
    import pyarrow as pa

    lists = {"access": pa.list_(pa.string()), "supersedes": pa.list_(pa.string())}
    numbers = {"position": pa.int32(), "page": pa.int32()}
    columns = {name: pa.string() for name in (*_PASSAGE_COLUMNS, *FIELDS)} | lists | numbers
    columns["has_vector"] = pa.bool_()
    if dimensions:
        columns["vector"] = pa.list_(pa.float32(), dimensions)
    return pa.schema(list(columns.items()))


def _analysis(field: str) -> dict[str, Any]:
    if field in _STEMMED:
        return {"language": field.capitalize(), "stem": True}
    base = "whitespace" if field == "cjk" else "simple"
    return {"base_tokenizer": base, "stem": False, "remove_stop_words": False}


def _indexed_fields(table: "Table") -> tuple[str, ...]:
    return tuple(field for field in FIELDS if any(field in found.columns for found in table.list_indices()))


def _row(passage: Passage, vector: Vector | None, manifest: Manifest) -> dict[str, Any]:
    row: dict[str, Any] = passage.model_dump() | dict.fromkeys(FIELDS)
    row["access"] = list(passage.access or (EVERYONE,))
    field = field_of(passage.language)
    row[field] = bigrams(passage.search_text) if field == "cjk" else passage.search_text
    row["has_vector"] = vector is not None
    return row | {"vector": vector} if manifest.dimensions else row


def _passage(row: Mapping[str, Any]) -> Passage:
    return Passage.model_validate({name: row[name] for name in _PASSAGE_COLUMNS} | {"access": _access(row)})


def _card(row: Mapping[str, Any]) -> DocumentCard:
    known = {name: row[name] for name in DocumentCard.model_fields if name in row}
    return DocumentCard(**known | {"id": row["document"], "access": _access(row), "is_embedded": row["has_vector"]})


def _access(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(tag for tag in row["access"] if tag != EVERYONE)


def _condition(filters: Filters) -> str:
    """The filters as a condition in Lance's SQL; every value is quoted by the library's own literals."""
    from lancedb.expr import col, lit

    conditions = []
    if filters.access is not None:
        tags = ", ".join(lit(tag).to_sql() for tag in (EVERYONE, *filters.access))
        conditions.append(f"array_has_any(access, [{tags}])")
    if filters.document_types:
        conditions.append(col("type").isin(filters.document_types).to_sql())
    if filters.documents:
        conditions.append(col("document").isin(filters.documents).to_sql())
    if filters.since:
        conditions.append((col("date") >= lit(filters.since.isoformat())).to_sql())
    if filters.until:
        conditions.append((col("date") <= lit(filters.until.isoformat())).to_sql())
    return " AND ".join(conditions)
