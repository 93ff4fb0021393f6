"""The embedded index: one LanceDB table in a folder."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from itertools import repeat
from pathlib import Path
from typing import Any, TypeVar

from tools.deadline import Deadline
from tools.documents.embedding import Vector
from tools.documents.index import (
    DocumentCard,
    Filters,
    Health,
    Hit,
    IndexDown,
    IndexReplaced,
    IndexUnusable,
    Manifest,
    SearchFailed,
    check_comparable,
    check_writable,
    digests_of,
    unanswered,
)
from tools.documents.lance_folder import (
    Stored,
    drop_tables,
    next_table,
    open_folder,
    open_table,
    read_stored,
    writing_lock,
)
from tools.documents.lance_layout import (
    CARD_COLUMNS,
    WHOLE,
    card_of,
    outdated_condition,
    passage_of,
    row_of,
)
from tools.documents.lance_lookup import are_built, build_indexes
from tools.documents.lance_places import Places
from tools.documents.lance_replacement import LanceReplacement
from tools.documents.lance_writing import put_rows
from tools.documents.passages import Passage

T = TypeVar("T")

_REMOVED_AT_ONCE = 500
_SEE_CHANGES_AFTER = timedelta(seconds=5)
"""How long another process's changes may go unseen."""
_KEEP_OLD_VERSIONS = timedelta(minutes=10)
"""Long enough for a search that began before a change, short enough that removed text does not stay on disk."""


class LanceIndex:
    """Passages in an embedded LanceDB folder; processes that write at the same time take turns."""

    def __init__(self, folder: Path, wanted: Manifest | None, *, beside: Stored | None = None) -> None:
        """Open or create the index in `folder`; raises IndexMismatch when it was made differently.

        None in `wanted` takes an index however it was made. `beside` is another index in the same folder, which is
        found by nobody until the folder names it.
        """
        self._folder = folder
        self._is_beside = beside is not None
        self._stored, (self._table, self._searches) = (
            (beside, open_table(folder, beside, _SEE_CHANGES_AFTER))
            if beside
            else open_folder(folder, wanted, _SEE_CHANGES_AFTER)
        )
        self._opened_as = self._stored.manifest
        self._cards: tuple[int, tuple[DocumentCard, ...]] | None = None
        self._places = Places()
        self._mend()

    @property
    def manifest(self) -> Manifest:
        """How this index was made."""
        return self._stored.manifest

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
            build_indexes(self._table, self.manifest.dimensions)
            self._table.optimize(cleanup_older_than=_KEEP_OLD_VERSIONS)

    def documents(self, deadline: Deadline | None = None) -> Sequence[DocumentCard]:
        """One card for each document, ordered by id."""
        version = self._read(lambda: self._table.version)
        if self._cards is None or self._cards[0] != version:
            rows = self._read(lambda: self._table.search().where("position = 0").select(CARD_COLUMNS).to_list())
            self._cards = version, tuple(sorted(map(card_of, rows), key=lambda card: card.id))
        return self._cards[1]

    def passages_of(self, document: str, deadline: Deadline | None = None) -> Sequence[Passage]:
        """A document's passages in reading order; empty when there is no such document."""
        passages = (passage_of(row) for row in self._rows_of(document, [WHOLE]))
        return sorted(passages, key=lambda passage: passage.position)

    def vectors_of(self, document: str) -> Mapping[str, Vector]:
        """The vectors of a document's passages by their search text."""
        if not self.manifest.dimensions:
            return {}
        rows = self._rows_of(document, [WHOLE, "vector"])
        return {passage_of(row).search_text: row["vector"] for row in rows if row["vector"]}

    def written(self, document: str, digest: str, *, embedded: bool) -> int:
        """How many passages of an edition of a document are there, the first not counted; `embedded`, with vectors."""
        from lancedb.expr import col, lit

        edition = (col("document") == lit(document)) & (col("digest") == lit(digest)) & (col("position") > lit(0))
        if embedded:
            edition &= col("has_vector") == lit(True)
        return self._read(lambda: int(self._table.count_rows(edition.to_sql())))

    def lexical(self, query: str, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages that share words with a query, best BM25 first."""

        return self._read(lambda: self._searches.by_words(query, filters, limit, deadline), deadline)

    def nearest(self, vector: Vector, filters: Filters, limit: int, deadline: Deadline) -> list[Hit]:
        """The passages whose vectors are nearest, highest cosine first."""

        def search() -> list[Hit]:
            check_comparable(self.manifest, self._opened_as)
            return self._searches.by_vector(vector, filters, limit, deadline)

        return self._read(search, deadline)

    def count(self) -> int:
        """The number of passages."""
        return self._read(lambda: int(self._table.count_rows()))

    @contextmanager
    def replacement(self, wanted: Manifest) -> "Iterator[LanceReplacement]":
        """A new table in the same folder; the block's end discards it unless it has taken over."""
        with self._writing():
            stored = Stored(manifest=wanted, table=next_table(self._folder))
            new = LanceIndex(self._folder, None, beside=stored)
        with ExitStack() as held:
            replacement = LanceReplacement(self._folder, new, stored, held)
            try:
                yield replacement
            finally:
                if not replacement.is_in_place:
                    drop_tables(self._folder, drop=stored.table)

    def health(self) -> Health:
        """How the index is; never raises."""
        return Health(place=f"embedded in {self._folder}")

    def notes(self) -> Sequence[str]:
        """Nothing is ever tried again."""
        return ()

    def close(self) -> None:
        """Nothing is held open between calls."""

    def _merge(self, passages: Sequence[Passage], vectors: Sequence[Vector] | None, outdated: str | None) -> None:
        pairs = zip(passages, vectors or repeat(None, len(passages)), strict=True)
        rows = [row_of(passage, vector, self.manifest) for passage, vector in pairs]
        if not rows:
            return
        with self._writing():
            if vectors:
                check_writable(self.manifest, self._opened_as)
            is_taken = self._places.are_taken(self._table, passages, anywhere=bool(outdated))
            put_rows(self._table, rows, is_taken=is_taken, outdated=outdated, has_vectors=bool(vectors))
            self._places.take(self._table, passages)

    def _mend(self) -> None:
        """Finish what a process that ended early left undone, unless another is writing just now."""
        from filelock import Timeout

        if self._read(lambda: are_built(self._table)):
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
                if not self._follow():
                    self._table.checkout_latest()
                try:
                    yield
                finally:
                    self._searches.see_changes()
        except (RuntimeError, OSError) as error:
            raise IndexUnusable(f"The index in {self._folder} cannot be written: {error}") from error

    def _rows_of(self, document: str, columns: list[str]) -> list[dict[str, Any]]:
        from lancedb.expr import col, lit

        wanted = col("document") == lit(document)
        return self._read(lambda: self._table.search().where(wanted).select(columns).to_list())

    def _read(self, action: Callable[[], T], deadline: Deadline | None = None) -> T:
        """What the table answers, or the one that has taken its place meanwhile; a failure becomes SearchFailed."""
        if deadline:
            deadline.check()
        try:
            try:
                self._follow()
                return action()
            except (RuntimeError, ValueError, OSError):
                if not self._follow():
                    raise
                return action()
        except (RuntimeError, ValueError, OSError) as error:
            if deadline:
                deadline.check()
            kind = IndexDown if isinstance(error, OSError) else SearchFailed
            raise kind(
                f"The document index did not answer ({type(error).__name__}); try other words or go on without it.",
                told=unanswered(type(error).__name__),
            ) from error

    def _follow(self) -> bool:
        """Go over to the table that has taken this one's place, if any; raises IndexDown for one of another format."""
        if self._is_beside:
            return False
        stored = read_stored(self._folder)
        if stored.table == self._stored.table:
            return False
        if stored.manifest.format != self.manifest.format:
            raise IndexReplaced
        self._stored = stored
        self._table, self._searches = open_table(self._folder, stored, _SEE_CHANGES_AFTER)
        self._cards, self._places = None, Places()
        return True
