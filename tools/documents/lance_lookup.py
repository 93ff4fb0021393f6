"""The indexes beside a LanceDB table: of words, of vectors, and of what every search filters by."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tools.documents.index import FIELDS
from tools.documents.language import bigrams

if TYPE_CHECKING:
    from lancedb.index import IndexConfig
    from lancedb.query import FullTextQuery
    from lancedb.table import Table

_STEMMED = tuple(field for field in FIELDS if field not in ("cjk", "other"))
_REBUILD_BELOW = 20_000
_GROWN = 0.2
_WORDS_MEMORY = 256
"""MiB that building an index of words may take; more is sorted on disk."""
_VECTOR_INDEX_FROM = 8_192
"""Below this many passages an exact vector search is fast enough; above, vectors lie in cells, rounded to bytes."""
_A_CELL = 4096
"""Vectors in a cell when an index is made; optimising a table joins cells of far fewer until hardly any are left."""
PROBES = 12
"""Cells of the vector index that are looked into: all of them up to 49,000 vectors, a twentieth of a million.

Of the ten nearest among a million vectors around a thousand centres 97 to 98 % are found so, as in 16 cells, which take
a quarter longer to look into.
"""


def build_indexes(table: "Table", dimensions: int) -> None:
    """Index what was added since.

    Where it is cheap, the word indexes are built anew, so that scores do not depend on the order of additions.
    """
    from lancedb.index import FTS, BTree, IvfSq, LabelList

    for field in FIELDS:
        passages = table.count_rows(f"{field} IS NOT NULL")
        if passages and (passages < _REBUILD_BELOW or _has_grown(table, field)):
            table.create_index(
                field, config=FTS(num_workers=1, memory_limit=_WORDS_MEMORY, **_analysis(field)), replace=True
            )
    for column, config in (("access", LabelList()), ("document", BTree())):
        if table.count_rows() and _has_grown(table, column):
            table.create_index(column, config=config, replace=True)
    embedded = table.count_rows("vector IS NOT NULL") if dimensions else 0
    if embedded >= _VECTOR_INDEX_FROM and _has_grown(table, "vector"):
        cells = IvfSq(distance_type="cosine", num_partitions=embedded // _A_CELL)
        table.create_index("vector", config=cells, replace=True)


def are_built(table: "Table") -> bool:
    """Whether the word indexes hold every passage: not so when a process ended between adding and refreshing."""
    stats = [table.index_stats(index.name) for index in table.list_indices() if index.index_type == "FTS"]
    return table.count_rows() == 0 or (bool(stats) and all(s is not None and not s.num_unindexed_rows for s in stats))


def word_fields(indices: "Iterable[IndexConfig]") -> tuple[str, ...]:
    """The fields that have an index of words."""
    columns = {column for index in indices for column in index.columns}
    return tuple(field for field in FIELDS if field in columns)


def word_queries(fields: Sequence[str], query: str) -> "list[FullTextQuery]":
    """Queries for passages that share words with a text, one for each language's analysis in use.

    A passage lies in one analysis only, so that their hits can be put together by score. One query over all of them
    would score every passage: six times slower at 100,000.
    """
    from lancedb.query import MatchQuery

    words = {field: bigrams(query) if field == "cjk" else query for field in fields}
    return [MatchQuery(text, column=field) for field, text in words.items() if text.strip()]  # type: ignore[call-arg]


def _has_grown(table: "Table", column: str) -> bool:
    """Whether a column has no index yet, or one that was made before a fifth of the passages were there."""
    for index in table.list_indices():
        stats = table.index_stats(index.name) if column in index.columns else None
        if stats is not None:
            return bool(stats.num_unindexed_rows > _GROWN * max(1, stats.num_indexed_rows))
    return True


def _analysis(field: str) -> dict[str, Any]:
    if field in _STEMMED:
        return {"language": field.capitalize(), "stem": True}
    base = "whitespace" if field == "cjk" else "simple"
    return {"base_tokenizer": base, "stem": False, "remove_stop_words": False}
