"""Which places in a LanceDB table are taken."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tools.documents.passages import Passage

if TYPE_CHECKING:
    from lancedb.table import Table

_LOOKED_AT = 100_000
"""Rows looked at together."""


class Places:
    """The last position of each document in a table, read anew only when another process has written to it.

    Asking the table before each write takes longer with each one, until it is indexed.
    """

    def __init__(self) -> None:
        self._version: int | None = None
        self._last: dict[str, int] = {}

    def are_taken(self, table: "Table", passages: Sequence[Passage], *, anywhere: bool) -> bool:
        """Whether something may be in the place of passages: `anywhere` in their documents, or where they are."""
        if table.version != self._version:
            self._look(table)
        return any(self._last.get(p.document, -1) >= (0 if anywhere else p.position) for p in passages)

    def take(self, table: "Table", passages: Sequence[Passage]) -> None:
        """Note that passages have just been written."""
        self._version = table.version
        for passage in passages:
            self._note(passage.document, passage.position)

    def _look(self, table: "Table") -> None:
        self._last = {}
        for batch in table.search().select(["document", "position"]).to_batches(_LOOKED_AT):
            for document, position in zip(batch["document"].to_pylist(), batch["position"].to_pylist(), strict=True):
                self._note(document, position)

    def _note(self, document: str, position: int) -> None:
        self._last[document] = max(position, self._last.get(document, -1))
